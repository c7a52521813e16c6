import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Link } from "react-router";
import { POLL } from "../../lib/polling.ts";
import { useSession, useSessionStore } from "../../lib/session.tsx";
import { subscriptionOf } from "../../lib/session-store.ts";
import { pendingPaymentTexts } from "../../texts/pending-payment.texts.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Redirect } from "../../ui/redirect.tsx";
import { showToast } from "../../ui/toast.tsx";
import { paymentTexts } from "./payment.texts.ts";
import { verifyPayment } from "./plan-payment.ts";
import type { CheckoutState, PlanCheckout } from "./use-plan-checkout.ts";

const REDIRECT_AFTER_MS = 1_000;

type Unsettled = Extract<CheckoutState, { proof: unknown }>;

interface NoticeCardProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

function NoticeCard({ icon, title, children, action }: NoticeCardProps) {
  const frame = useRef<HTMLDivElement>(null);
  // The pressed button may be two screens further down.
  useEffect(() => {
    frame.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <Card
      ref={frame}
      className="flex animate-fade flex-wrap items-center justify-between gap-x-8 gap-y-5 border-line-strong p-6"
    >
      <div className="flex min-w-0 grow basis-72 gap-4">
        {icon}
        <div className="grid gap-1">
          <h2 className="font-semibold">{title}</h2>
          <p className="max-w-[68ch] text-sm text-muted">{children}</p>
        </div>
      </div>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </Card>
  );
}

function Paid() {
  return (
    <NoticeCard
      icon={<CircleCheck className="size-6 shrink-0 text-info" aria-hidden="true" />}
      title={paymentTexts.success}
    >
      {paymentTexts.leading}
      <Redirect to="/algorithm" afterMs={REDIRECT_AFTER_MS} />
    </NoticeCard>
  );
}

/** While the bank confirms, the page polls, one request at a time and silently unless something changes. */
function useConfirmation({ plan, proof }: Unsettled, onConfirmed: PlanCheckout["finish"]): void {
  const store = useSessionStore();
  const confirm = useRef(onConfirmed);
  useEffect(() => {
    confirm.current = onConfirmed;
  });
  useEffect(() => {
    let isAsking = false;
    const ask = async () => {
      if (isAsking) return;
      isAsking = true;
      const answer = await verifyPayment(proof).catch(() => null); // retried soon
      isAsking = false;
      if (answer?.status !== "active") return;
      clearInterval(timer);
      showToast("success", paymentTexts.success);
      await store.refresh();
      confirm.current(plan);
    };
    const timer = setInterval(() => void ask(), POLL.paymentMs);
    return () => clearInterval(timer);
  }, [plan, proof, store]);
}

function Pending({ state, finish }: { state: Unsettled } & Pick<PlanCheckout, "finish">) {
  useConfirmation(state, finish);
  return (
    <NoticeCard
      icon={<Clock className="size-6 shrink-0 text-warn" aria-hidden="true" />}
      title={paymentTexts.pending}
      action={
        <Button asChild>
          <Link to={pendingPaymentTexts.historyPath}>{paymentTexts.history}</Link>
        </Button>
      }
    >
      {paymentTexts.pendingBody}
    </NoticeCard>
  );
}

interface PaymentNoticeProps extends Pick<PlanCheckout, "checkAgain" | "busyPlans" | "finish"> {
  state: CheckoutState;
}

/** The provider may notify the server first: the cards show the plan as soon as it exists, and the notice follows. */
function useSubscriptionWatch({ plan, proof }: Unsettled, onConfirmed: PlanCheckout["finish"]): void {
  const store = useSessionStore();
  useEffect(() => {
    const timer = setInterval(() => void store.refresh(), POLL.paymentMs);
    return () => clearInterval(timer);
  }, [store]);
  const held = JSON.stringify(subscriptionOf(useSession()));
  const before = useRef(held);
  const confirm = useEffectEvent(async () => {
    const answer = await verifyPayment(proof).catch(() => null); // the button asks again
    if (answer?.status === "active") onConfirmed(plan);
  });
  useEffect(() => {
    if (held === before.current) return;
    before.current = held;
    void confirm();
  }, [held]);
}

function Unverified({ state, checkAgain, busyPlans, finish }: PaymentNoticeProps & { state: Unsettled }) {
  const { plan, proof } = state;
  useSubscriptionWatch(state, finish);
  return (
    <NoticeCard
      icon={<CircleAlert className="size-6 shrink-0 text-danger" aria-hidden="true" />}
      title={paymentTexts.verificationFailed}
      action={
        <>
          <Button isBusy={busyPlans.has(plan)} onClick={() => void checkAgain(plan, proof)}>
            {paymentTexts.checkAgain}
          </Button>
          <Button asChild variant="ghost">
            <Link to="/support">{paymentTexts.support}</Link>
          </Button>
        </>
      }
    >
      {paymentTexts.unverifiedBody}
    </NoticeCard>
  );
}

export function PaymentNotice({ state, checkAgain, busyPlans, finish }: PaymentNoticeProps) {
  switch (state.kind) {
    case "paid":
      return <Paid />;
    case "pending":
      return <Pending state={state} finish={finish} />;
    case "unverified":
      return <Unverified state={state} checkAgain={checkAgain} busyPlans={busyPlans} finish={finish} />;
    case "refused":
      return null;
  }
}
