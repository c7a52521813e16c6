import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { signupTexts, verificationTexts } from "./account.texts.ts";
import { prepareToasts, sayOnAuthPage } from "./account-toast.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { type LoginSlots, LoginView } from "./login-view.tsx";
import { OtherWay } from "./other-way.tsx";
import {
  type AuthMode,
  forgetPending,
  keepPending,
  type PendingVerification,
  readPending,
  resendInSeconds,
} from "./pending-verification.ts";
import { SignupForm } from "./signup-form.tsx";
import type { Typed } from "./typed.ts";
import { VerificationForm } from "./verification-form.tsx";

interface AuthScreenProps extends LoginSlots {
  readonly mode: AuthMode;
  readonly email: string;
  readonly onModeChange: (mode: AuthMode) => void;
  readonly isEntering: boolean;
}

/** The address that awaits its code, also after a reload; `undefined` in server HTML, which does not know it. */
function useVerification({ mode, onModeChange }: Pick<AuthScreenProps, "mode" | "onModeChange">) {
  const [verification, setVerification] = useState<PendingVerification | null>();
  const resume = useEffectEvent(() => {
    const kept = readPending();
    setVerification(kept);
    if (kept?.after === mode) onModeChange("verification");
  });
  useEffect(() => resume(), []);
  const begin = (pending: PendingVerification) => {
    keepPending(pending);
    setVerification(pending);
  };
  const end = () => {
    forgetPending();
    setVerification(null);
  };
  return { verification, begin, end };
}

export function AuthScreen({ mode, email, onModeChange, isEntering, ...slots }: AuthScreenProps) {
  const { verification, begin, end } = useVerification({ mode, onModeChange });
  const [known, setKnown] = useState<Typed>({ email, password: "" });
  const [hasChanged, setChanged] = useState(false);
  useEffect(prepareToasts, []);

  const show = (next: AuthMode) => {
    setChanged(true);
    end();
    onModeChange(next);
  };
  const verify = (typed: Typed, sentAtMs: number | null) => {
    setChanged(true);
    setKnown(typed);
    begin({ after: mode === "signup" ? "signup" : "login", email: typed.email, sentAtMs });
    onModeChange("verification");
  };

  const view = (): ReactNode => {
    if (mode === "verification" && verification !== null) {
      const backToLogin = () => {
        setKnown({ email: verification?.email ?? "", password: known.password });
        show("login");
      };
      return (
        <VerificationView
          email={verification?.email ?? null}
          resendInSeconds={verification ? resendInSeconds(verification) : 0}
          onResent={() => verification && keepPending({ ...verification, sentAtMs: Date.now() })}
          onBack={backToLogin}
          onVerified={() => {
            backToLogin();
            sayOnAuthPage("success", verificationTexts.verified);
          }}
        />
      );
    }
    if (mode === "signup") {
      return (
        <SignupView
          takesFocus={hasChanged}
          onLogin={() => show("login")}
          onSignedUp={(typed) => verify(typed, Date.now())}
        />
      );
    }
    return (
      <LoginView
        {...slots}
        known={known}
        takesFocus={hasChanged}
        isEntering={isEntering}
        onSignup={() => show("signup")}
        onUnverified={(typed) => {
          sayOnAuthPage("info", verificationTexts.unverified);
          verify(typed, null);
        }}
      />
    );
  };

  return <AuthFrame>{view()}</AuthFrame>;
}

interface SignupViewProps {
  readonly takesFocus: boolean;
  readonly onLogin: () => void;
  readonly onSignedUp: (typed: Typed) => void;
}

function SignupView({ onLogin, ...form }: SignupViewProps) {
  return (
    <>
      <SignupForm {...form} />
      <OtherWay question={signupTexts.hasAccount} label={signupTexts.toLogin} onClick={onLogin} />
    </>
  );
}

interface VerificationViewProps {
  /** `null` while it is not known yet. */
  readonly email: string | null;
  readonly resendInSeconds: number;
  readonly onResent: () => void;
  readonly onVerified: () => void;
  readonly onBack: () => void;
}

function VerificationView({ email, ...form }: VerificationViewProps) {
  const lead = (
    <>
      {verificationTexts.lead}{" "}
      {email === null ? (
        verificationTexts.yourAddress
      ) : (
        <strong className="font-medium wrap-anywhere text-text">{email}</strong>
      )}
      .
    </>
  );
  return (
    <>
      <ViewHeading title={verificationTexts.title} lead={lead} takesFocus={false} />
      <VerificationForm email={email ?? ""} {...form} />
    </>
  );
}
