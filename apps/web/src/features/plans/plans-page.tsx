import { DEFAULT_LEVEL, type Level, PLANS_AS_SHOWN, type PlanName } from "@vriddhi/core/billing/plans";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useSession } from "../../lib/session.tsx";
import { type Session, subscriptionOf } from "../../lib/session-store.ts";
import { isTrialOpen, TRIAL_PATH, trialLabel } from "../../lib/trial-offer.ts";
import { Card } from "../../ui/card.tsx";
import { FaqList } from "../../ui/faq-list.tsx";
import { LegalFooter } from "../../ui/legal-footer.tsx";
import { PendingPaymentCard } from "../../ui/pending-payment.tsx";
import { CapitalSlider } from "./capital-slider.tsx";
import { CouponForm } from "./coupon-form.tsx";
import { PlanButton } from "./plan-button.tsx";
import { Included, PlanCard } from "./plan-card.tsx";
import { loginPathWith, type PlanChoice, readChoice } from "./plan-choice.ts";
import { heldLevel, heldLines } from "./plan-held.ts";
import { offerOf } from "./plan-offer.ts";
import { plansFaq, plansTexts } from "./plans.texts.ts";
import { PriceTable } from "./price-table.tsx";
import { useCoupon } from "./use-coupon.ts";
import { usePlanCheckout } from "./use-plan-checkout.ts";

const PaymentNotice = lazy(async () => ({ default: (await import("./payment-notice.tsx")).PaymentNotice }));

const PurchaseDialog = lazy(async () => ({ default: (await import("./purchase-dialog.tsx")).PurchaseDialog }));

interface PlansPageProps {
  legalLinks: ReactNode;
  invoiceDetails?: ReactNode;
}

/** The slider is at the held band until the user moves it. */
function useLevel(session: Session) {
  const [chosen, setChosen] = useState<Level | null>(null);
  return { level: chosen ?? heldLevel(subscriptionOf(session)) ?? DEFAULT_LEVEL, chooseLevel: setChosen };
}

/** The choice in the address, read once: prerendered HTML has no query. */
function useReturnedChoice(take: (choice: PlanChoice) => void): PlanChoice | null {
  const [params] = useSearchParams();
  const [choice, setChoice] = useState<PlanChoice | null>(null);
  const isTaken = useRef(false);
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const returned = readChoice(params);
    setChoice(returned);
    take(returned);
  }, [params, take]);
  return choice;
}

function useFocusOn(plan: PlanName | null): void {
  useEffect(() => {
    if (plan === null) return;
    document.querySelector<HTMLElement>(`[data-buy="${plan}"]`)?.focus({ preventScroll: true });
    document.querySelector(`[data-plan="${plan}"]`)?.scrollIntoView({ block: "center" });
  }, [plan]);
}

function Chooser({ invoiceDetails }: Pick<PlansPageProps, "invoiceDetails">) {
  const session = useSession();
  const { level, chooseLevel } = useLevel(session);
  const coupon = useCoupon();
  const checkout = usePlanCheckout(coupon.remove);
  const returned = useReturnedChoice((choice) => {
    if (choice.level !== null) chooseLevel(choice.level);
    if (choice.coupon !== null) void coupon.apply(choice.coupon);
  });
  const user = session.kind === "user" ? session.user : null;
  const chosen = user === null ? null : (returned?.plan ?? null);
  useFocusOn(chosen);

  const code = coupon.applied?.code ?? null;
  const { busyPlans, state } = checkout;
  const cards = PLANS_AS_SHOWN.map((plan) => {
    const offer = offerOf(plan, level, coupon.discount);
    const isBusy = busyPlans.has(plan);
    const loginPath = user === null ? loginPathWith({ plan, level, coupon: code }) : null;
    const buy = () => {
      if (user !== null) void checkout.buy({ plan, level, price: offer.price, coupon: code, buyer: user });
    };
    return (
      <PlanCard
        key={plan}
        offer={offer}
        isBusy={isBusy}
        isChosen={chosen === plan}
        held={heldLines(plan, subscriptionOf(session))}
        button={<PlanButton plan={plan} isBusy={isBusy} loginPath={loginPath} onBuy={buy} />}
        notice={
          state?.kind === "refused" &&
          state.plan === plan && <p className="text-sm font-medium text-danger">{plansTexts.notCharged}</p>
        }
      />
    );
  });
  return (
    <div className="page-width grid gap-8">
      <Card className="grid gap-2 p-6 lg:px-8 lg:pt-8">
        <CapitalSlider level={level} onLevelChange={chooseLevel} />
        <CouponForm coupon={coupon} initialCode={returned?.coupon ?? null} />
      </Card>
      {state === null && <PendingPaymentCard />}
      {checkout.asked !== null && (
        <Suspense>
          <PurchaseDialog asked={checkout.asked} onAnswer={(isWanted) => void checkout.answer(isWanted)} />
        </Suspense>
      )}
      {state && state.kind !== "refused" && (
        <Suspense>
          <PaymentNotice
            state={state}
            checkAgain={checkout.checkAgain}
            busyPlans={busyPlans}
            finish={checkout.finish}
          />
        </Suspense>
      )}
      <ul className="grid gap-5 lg:grid-cols-3 lg:gap-6 lg:py-4">{cards}</ul>
      <section aria-labelledby="in-every-plan" className="grid gap-4 md:hidden">
        <h2 id="in-every-plan" className="font-semibold">
          {plansTexts.inEveryPlan}
        </h2>
        <ul className="grid gap-3">
          <Included className="" />
        </ul>
      </section>
      <div className="grid min-h-16 content-start justify-items-center text-center text-sm text-muted">
        <p>{plansTexts.taxes}</p>
        <p className="max-w-[68ch]">{plansTexts.smallCapital}</p>
        <TrialLine session={session} />
      </div>
      {user !== null && invoiceDetails}
    </div>
  );
}

/** While the trial is unused it is offered beside the plans; its line keeps its height, so that nothing moves. */
function TrialLine({ session }: { session: Session }) {
  const subscription = subscriptionOf(session);
  const isOpen = session.kind === "user" ? subscription !== null && isTrialOpen(subscription) : true;
  if (!isOpen) return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2">
      {plansTexts.trialQuestion}
      <Link
        to={TRIAL_PATH}
        className="inline-flex min-h-11 items-center font-medium text-text underline underline-offset-4 hover:text-accent-text"
      >
        {trialLabel}
      </Link>
    </p>
  );
}

function Promises() {
  return (
    <section className="page-width mt-12 grid gap-8 border-t border-line py-12 md:mt-16 md:grid-cols-3 md:py-16">
      {plansTexts.promises.map(({ title, body }) => (
        <div key={title} className="grid content-start gap-2">
          <h2 className="text-base font-semibold">{title}</h2>
          <p className="text-sm text-muted">{body}</p>
        </div>
      ))}
    </section>
  );
}

/** A2.8, A2.34-A2.38. The footer is hidden here (A2.18), so disclosure and legal links close the page itself. */
export function PlansPage({ legalLinks, invoiceDetails }: PlansPageProps) {
  return (
    <>
      <section className="bg-[radial-gradient(60rem_30rem_at_50%_-10rem,color-mix(in_oklab,var(--accent)_10%,transparent),transparent_70%)]">
        <header className="page-width grid justify-items-center gap-4 pt-10 pb-8 text-center md:pt-14">
          <h1 className="text-3xl font-semibold">{plansTexts.title}</h1>
          <p className="max-w-[52ch] text-lg text-muted">{plansTexts.lead}</p>
        </header>
        <Chooser invoiceDetails={invoiceDetails} />
      </section>
      <Promises />
      <section className="page-width grid gap-8 pb-12 md:pb-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16">
        <h2 className="text-2xl font-semibold">{plansTexts.tableTitle}</h2>
        <PriceTable />
      </section>
      <section className="page-width grid gap-8 pb-14 md:pb-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16">
        <h2 className="text-2xl font-semibold">{plansTexts.faqTitle}</h2>
        <FaqList entries={plansFaq} />
      </section>
      <LegalFooter links={legalLinks} />
    </>
  );
}
