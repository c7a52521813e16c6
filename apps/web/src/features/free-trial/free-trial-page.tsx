import { rupees } from "@vriddhi/core/shared/money";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatPaise } from "../../lib/format.ts";
import { useSession } from "../../lib/session.tsx";
import { hasActiveSubscription } from "../../lib/session-store.ts";
import { Button } from "../../ui/button.tsx";
import { LegalFooter } from "../../ui/legal-footer.tsx";
import { PendingPaymentCard } from "../../ui/pending-payment.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { CurrentSubscription } from "./current-subscription.tsx";
import { trialTexts } from "./free-trial.texts.ts";
import { useStartTrial } from "./use-start-trial.ts";

const LOGIN_PATH = `/auth?${new URLSearchParams({ next: "/free-trial" })}`;
const SIGNUP_PATH = `/auth?${new URLSearchParams({ mode: "signup", next: "/free-trial" })}`;

/** A2.47: until the session is known, the page addresses a visitor, so it works without a script. */
function TrialAction() {
  const session = useSession();
  const { isBusy, start } = useStartTrial();
  if (session.kind !== "user") {
    return (
      <>
        <Button asChild variant="primary" size="lg" className="w-full">
          <Link to={LOGIN_PATH}>{trialTexts.login}</Link>
        </Button>
        <p className="text-sm text-muted">{trialTexts.loginFirst}</p>
        <p className="flex flex-wrap items-center justify-center gap-x-2 text-sm text-muted">
          {trialTexts.noAccount}
          <Link
            to={SIGNUP_PATH}
            className="inline-flex min-h-11 items-center font-medium text-text underline underline-offset-4 hover:text-accent-text"
          >
            {trialTexts.signup}
          </Link>
        </p>
      </>
    );
  }
  if (hasActiveSubscription(session)) {
    return (
      <Button asChild variant="primary" size="lg" className="w-full">
        <Link to="/algorithm/dashboard">{trialTexts.toDashboard}</Link>
      </Button>
    );
  }
  // A trial is not offered to users who may have a subscription.
  if (!session.isSubscriptionKnown) {
    return (
      <LoadingRegion label={trialTexts.loading}>
        <Skeleton className="h-13 rounded-md!" />
      </LoadingRegion>
    );
  }
  return (
    <>
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        isBusy={isBusy}
        onClick={() => void start(session.user.id)}
      >
        {trialTexts.start}
      </Button>
      <p className="text-sm text-muted">{trialTexts.once}</p>
    </>
  );
}

function TrialCard() {
  return (
    <section className="grid gap-6 rounded-lg border border-accent bg-surface p-6 shadow-card sm:p-8">
      <div className="grid gap-4">
        <h2 className="text-sm font-semibold tracking-[0.08em] text-accent-text">{trialTexts.name}</h2>
        <p className="flex items-baseline gap-2">
          <span className="figures text-4xl font-semibold">{formatPaise(rupees(0))}</span>
          <span className="text-muted">{trialTexts.perDay}</span>
        </p>
        <p className="figures text-muted">{trialTexts.duration}</p>
      </div>
      {/* On a phone the button comes first: it is in the first view. */}
      <ul className="grid gap-3 border-t border-line pt-6 max-md:order-last">
        {trialTexts.benefits.map((benefit) => (
          <li key={benefit} className="flex gap-3">
            <Check className="mt-1 size-4.5 shrink-0 text-accent-text" aria-hidden="true" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="grid content-start gap-2.5 text-center">
        <TrialAction />
      </div>
    </section>
  );
}

function Steps() {
  return (
    <div className="grid gap-6">
      <h2 className="text-xl font-semibold">{trialTexts.stepsTitle}</h2>
      <ol className="grid">
        {trialTexts.steps.map(({ title, body }, index) => (
          <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-4 border-t border-line py-5">
            <span className="figures text-xl font-semibold text-muted" aria-hidden="true">
              {index + 1}
            </span>
            <div className="grid gap-1">
              <h3 className="font-semibold">{title}</h3>
              <p className="text-muted">{body}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="max-w-[60ch] text-sm text-muted">{trialTexts.smallCapital}</p>
    </div>
  );
}

/** A2.11, A2.46-A2.48. The footer is hidden here (A2.18), so disclosure and legal links close the page itself. */
export function FreeTrialPage({ legalLinks }: { legalLinks: ReactNode }) {
  const session = useSession();
  return (
    <>
      <div className="bg-[radial-gradient(60rem_32rem_at_78%_-8rem,color-mix(in_oklab,var(--accent)_11%,transparent),transparent_70%)]">
        <div className="page-width grid gap-x-16 gap-y-10 pt-12 pb-16 md:pt-18 md:pb-24 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
          <header className="grid content-start gap-5">
            <h1 className="text-4xl font-semibold">{trialTexts.title}</h1>
            <p className="max-w-[46ch] text-lg text-muted">{trialTexts.lead}</p>
          </header>
          <div className="grid content-start gap-5 lg:row-span-2">
            <TrialCard />
            <PendingPaymentCard />
            {session.kind === "user" && <CurrentSubscription session={session} />}
          </div>
          <Steps />
        </div>
      </div>
      <LegalFooter links={legalLinks} />
    </>
  );
}
