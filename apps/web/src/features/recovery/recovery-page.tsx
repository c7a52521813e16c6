import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { LoginHint } from "../../lib/login-hint.ts";
import { loginPathFor, safeNextPath } from "../../lib/next-path.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { showToast } from "../../ui/toast.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import {
  forgetRecovery,
  keepRecovery,
  type PendingRecovery,
  readRecovery,
  resendInSeconds,
} from "./pending-recovery.ts";
import { recoveryTexts } from "./recovery.texts.ts";
import type { KeptPasskey } from "./recovery-actions.ts";
import { RecoveryEmailStep } from "./recovery-email-step.tsx";
import { RecoveryPasskeyStep } from "./recovery-passkey-step.tsx";
import { RecoveryPasswordStep } from "./recovery-password-step.tsx";

type Step =
  | { readonly kind: "email"; readonly email: string; readonly isReturn: boolean }
  | ({ readonly kind: "password" } & PendingRecovery)
  | { readonly kind: "passkeys"; readonly email: string; readonly passkeys: readonly KeptPasskey[] };

/** The login that leads on to the target page; the prerendered HTML has no query. */
function useLoginPath(): string {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const next = isHydrated ? safeNextPath(params.get("next")) : null;
  return next === null ? "/auth" : loginPathFor(next);
}

/** The code's step survives a reload; the prerendered HTML shows only the first. */
function useSteps() {
  const [step, setStep] = useState<Step>({ kind: "email", email: "", isReturn: false });
  useEffect(() => {
    const pending = readRecovery();
    if (pending !== null) setStep({ kind: "password", email: pending.email, sentAtMs: pending.sentAtMs });
  }, []);
  const goTo = (next: Step) => {
    if (next.kind === "password") keepRecovery({ email: next.email, sentAtMs: next.sentAtMs });
    else forgetRecovery();
    setStep(next);
  };
  return { step, goTo };
}

export function RecoveryPage() {
  const { step, goTo } = useSteps();
  const store = useSessionStore();
  const navigate = useNavigate();
  const loginPath = useLoginPath();
  const { email } = step;

  const finish = async (sentence: string) => {
    forgetRecovery();
    await store.check(); // the reset ended every session, also this browser's
    showToast("success", sentence);
    await navigate(loginPath, { replace: true, state: { email } satisfies LoginHint });
  };

  if (step.kind === "email") {
    return (
      <>
        <ViewHeading
          eyebrow={recoveryTexts.stepOf(1)}
          title={recoveryTexts.emailTitle}
          lead={recoveryTexts.emailLead}
          takesFocus={step.isReturn}
        />
        <RecoveryEmailStep
          email={email}
          loginPath={loginPath}
          onContinue={(entered, isCodeSent) =>
            goTo({ kind: "password", email: entered, sentAtMs: isCodeSent ? Date.now() : null })
          }
        />
      </>
    );
  }
  if (step.kind === "passkeys") {
    return (
      <>
        <ViewHeading title={recoveryTexts.passkeysTitle} lead={recoveryTexts.passkeysLead} takesFocus />
        <RecoveryPasskeyStep passkeys={step.passkeys} onDone={finish} />
      </>
    );
  }
  const changed = async (passkeys: readonly KeptPasskey[]) =>
    passkeys.length > 0 ? goTo({ kind: "passkeys", email, passkeys }) : finish(recoveryTexts.done);
  const [before, after] = step.sentAtMs !== null ? recoveryTexts.sentTo : recoveryTexts.enterFor;
  const lead = (
    <>
      {before} <strong className="font-medium wrap-anywhere text-text">{email}</strong> {after}
    </>
  );
  return (
    <>
      <ViewHeading eyebrow={recoveryTexts.stepOf(2)} title={recoveryTexts.passwordTitle} lead={lead} takesFocus />
      <RecoveryPasswordStep
        email={email}
        resendInSeconds={resendInSeconds(step)}
        onResent={() => keepRecovery({ email, sentAtMs: Date.now() })}
        onDone={changed}
        onBack={() => goTo({ kind: "email", email, isReturn: true })}
      />
    </>
  );
}
