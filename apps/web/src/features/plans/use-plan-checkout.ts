import type { PlanName } from "@vriddhi/core/billing/plans";
import { useRef, useState } from "react";
import type { PaymentProof } from "../../lib/payment-widget.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { Preview, Purchase } from "./plan-payment.ts";
import { plansTexts } from "./plans.texts.ts";

export type CheckoutState =
  | { readonly kind: "refused"; readonly plan: PlanName }
  | { readonly kind: "pending" | "unverified"; readonly plan: PlanName; readonly proof: PaymentProof }
  | { readonly kind: "paid"; readonly plan: PlanName };

const loadPayment = () => Promise.all([import("./plan-payment.ts"), import("./payment.texts.ts")]);

/** A4.7: one busy flag per plan. The ref changes at once, so a second click before the next render does nothing. */
function useBusyPlans() {
  const running = useRef(new Set<PlanName>());
  const [shown, setShown] = useState<ReadonlySet<PlanName>>(new Set());
  const change = (act: (plans: Set<PlanName>) => void) => {
    act(running.current);
    setShown(new Set(running.current));
  };
  return {
    shown,
    has: (plan: PlanName) => running.current.has(plan),
    start: (plan: PlanName) => change((plans) => plans.add(plan)),
    stop: (plan: PlanName) => change((plans) => plans.delete(plan)),
  };
}

/** Verifies a payment and shows its result. Never rejects. */
function useSettlement(setState: (state: CheckoutState) => void) {
  const store = useSessionStore();
  return async (plan: PlanName, proof: PaymentProof): Promise<void> => {
    const [payment, { paymentTexts }] = await loadPayment();
    try {
      const { status } = await payment.verifyPayment(proof);
      if (status === "pending") {
        showToast("info", paymentTexts.pending);
        return setState({ kind: "pending", plan, proof });
      }
      showToast("success", paymentTexts.success);
      await store.refresh();
      setState({ kind: "paid", plan });
    } catch (cause) {
      if (payment.orderFaultOf(cause).hasSessionEnded) void store.check();
      setState({ kind: "unverified", plan, proof });
      showToast("error", payment.verificationFaultText(cause));
    }
  };
}

function useFaultMessages(onCouponRefused: (reason: string) => void) {
  const store = useSessionStore();
  return async (cause: unknown): Promise<void> => {
    try {
      const [{ orderFaultOf }] = await loadPayment();
      const { text, isCouponRefused, hasSessionEnded } = orderFaultOf(cause);
      if (hasSessionEnded) void store.check();
      if (isCouponRefused) onCouponRefused(text);
      showToast("error", text);
    } catch {
      showToast("error", plansTexts.wentWrong); // the payment code did not load
    }
  };
}

export interface AskedPurchase {
  readonly purchase: Purchase;
  readonly preview: Preview;
}

export interface PlanCheckout {
  readonly busyPlans: ReadonlySet<PlanName>;
  readonly asked: AskedPurchase | null;
  answer(isWanted: boolean): Promise<void>;
  readonly state: CheckoutState | null;
  buy(purchase: Purchase): Promise<void>;
  checkAgain(plan: PlanName, proof: PaymentProof): Promise<void>;
  finish(plan: PlanName): void;
}

/** A4.7: order, widget, verification. The caller renders the success when it sees `paid`. */
export function usePlanCheckout(onCouponRefused: (reason: string) => void): PlanCheckout {
  const busy = useBusyPlans();
  const [state, setState] = useState<CheckoutState | null>(null);
  const [asked, setAsked] = useState<AskedPurchase | null>(null);
  const settle = useSettlement(setState);
  const showFault = useFaultMessages(onCouponRefused);
  /** Clicks on two plans must not open two payment dialogs: the last click counts. */
  const lastClicked = useRef<PlanName | null>(null);

  const settleWhileBusy = async (plan: PlanName, proof: PaymentProof): Promise<void> => {
    busy.start(plan);
    await settle(plan, proof);
    busy.stop(plan);
  };
  const refuse = (plan: PlanName) => {
    busy.stop(plan);
    setState({ kind: "refused", plan });
  };

  const whileBusy = async (plan: PlanName, work: () => Promise<void>): Promise<void> => {
    if (busy.has(plan)) return;
    busy.start(plan);
    lastClicked.current = plan;
    setState(null);
    try {
      await work();
    } catch (cause) {
      busy.stop(plan);
      await showFault(cause);
    }
  };
  const pay = async ({ purchase, preview }: AskedPurchase): Promise<void> => {
    const { plan } = purchase;
    const [{ startPayment }] = await loadPayment();
    let hasFailed = false;
    const isOpen = await startPayment(purchase, preview, {
      isStillWanted: () => lastClicked.current === plan,
      onPaid: (proof) => void settleWhileBusy(plan, proof),
      onFailed() {
        hasFailed = true;
        refuse(plan);
      },
      onDismissed() {
        busy.stop(plan);
        // Only now, because the payment dialog would cover the toast.
        if (hasFailed) showToast("error", plansTexts.wentWrong);
      },
    });
    if (!isOpen) busy.stop(plan);
  };
  const buy = (purchase: Purchase): Promise<void> =>
    whileBusy(purchase.plan, async () => {
      const [{ previewPurchase, isWorthAsking }] = await loadPayment();
      const preview = await previewPurchase(purchase);
      if (lastClicked.current !== purchase.plan) return busy.stop(purchase.plan);
      if (!isWorthAsking(preview)) return pay({ purchase, preview });
      busy.stop(purchase.plan);
      setAsked({ purchase, preview });
    });
  const answer = async (isWanted: boolean): Promise<void> => {
    setAsked(null);
    if (asked !== null && isWanted) await whileBusy(asked.purchase.plan, () => pay(asked));
  };
  const finish = (plan: PlanName) => setState({ kind: "paid", plan });
  return { busyPlans: busy.shown, state, asked, answer, buy, checkAgain: settleWhileBusy, finish };
}
