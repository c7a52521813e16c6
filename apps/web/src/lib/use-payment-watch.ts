import { useEffect } from "react";
import { POLL } from "./polling.ts";
import { useSession, useSessionStore } from "./session.tsx";
import { type Subscription, subscriptionOf } from "./session-store.ts";

export type PendingPayment = NonNullable<Subscription["pending_payment"]>;

/** The pending payment, polled until it is decided. A hidden page does not poll. */
export function usePaymentWatch(): PendingPayment | null {
  const store = useSessionStore();
  const pending = subscriptionOf(useSession()).pending_payment;
  const isWaiting = pending !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => document.visibilityState === "visible" && void store.refresh(), POLL.paymentMs);
    return () => clearInterval(timer);
  }, [isWaiting, store]);
  return pending;
}
