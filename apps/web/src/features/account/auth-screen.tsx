import { type ReactNode, useEffect, useState } from "react";
import { RESEND_AFTER_SECONDS } from "../../ui/resend-button.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { signupTexts, verificationTexts } from "./account.texts.ts";
import { prepareToasts, sayOnAuthPage } from "./account-toast.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { type LoginSlots, LoginView } from "./login-view.tsx";
import { OtherWay } from "./other-way.tsx";
import { SignupForm } from "./signup-form.tsx";
import { VerificationForm } from "./verification-form.tsx";

export type AuthMode = "login" | "signup";

/** A2.27: verification follows one of the two modes and ends when the mode changes. */
interface Verification {
  readonly after: AuthMode;
  readonly email: string;
  readonly resendInSeconds: number;
}

interface AuthScreenProps extends LoginSlots {
  readonly mode: AuthMode;
  /** Handed over by the page before. */
  readonly email: string;
  readonly onModeChange: (mode: AuthMode) => void;
  readonly isEntering: boolean;
}

export function AuthScreen({ mode, email, onModeChange, isEntering, ...slots }: AuthScreenProps) {
  const [verification, setVerification] = useState<Verification | null>(null);
  const [knownEmail, setKnownEmail] = useState(email);
  const [hasChanged, setChanged] = useState(false);
  useEffect(prepareToasts, []);

  const show = (next: AuthMode) => {
    setChanged(true);
    setVerification(null);
    onModeChange(next);
  };
  const verify = (next: Verification) => {
    setChanged(true);
    setVerification(next);
  };

  const view = (): ReactNode => {
    if (verification?.after === mode) {
      const backToLogin = () => {
        setKnownEmail(verification.email);
        show("login");
      };
      return (
        <VerificationView
          {...verification}
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
          onSignedUp={(email) => verify({ after: mode, email, resendInSeconds: RESEND_AFTER_SECONDS })}
        />
      );
    }
    return (
      <LoginView
        {...slots}
        email={knownEmail}
        takesFocus={hasChanged}
        isEntering={isEntering}
        onSignup={() => show("signup")}
        onUnverified={(email) => {
          sayOnAuthPage("info", verificationTexts.unverified);
          verify({ after: mode, email, resendInSeconds: 0 });
        }}
      />
    );
  };

  return <AuthFrame>{view()}</AuthFrame>;
}

interface SignupViewProps {
  readonly takesFocus: boolean;
  readonly onLogin: () => void;
  readonly onSignedUp: (email: string) => void;
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
  readonly email: string;
  readonly resendInSeconds: number;
  readonly onVerified: () => void;
  readonly onBack: () => void;
}

function VerificationView(props: VerificationViewProps) {
  const lead = (
    <>
      {verificationTexts.lead} <strong className="font-medium wrap-anywhere text-text">{props.email}</strong>.
    </>
  );
  return (
    <>
      <ViewHeading title={verificationTexts.title} lead={lead} takesFocus />
      <VerificationForm {...props} />
    </>
  );
}
