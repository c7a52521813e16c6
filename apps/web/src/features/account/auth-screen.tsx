import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { loginTexts, signupTexts, verificationTexts } from "./account.texts.ts";
import { sayOnAuthPage } from "./account-toast.ts";
import { AuthHeading } from "./auth-heading.tsx";
import { BrandPanel } from "./brand-panel.tsx";
import { LoginForm } from "./login-form.tsx";
import { SignupForm } from "./signup-form.tsx";
import { RESEND_AFTER_SECONDS, VerificationForm } from "./verification-form.tsx";
import "./auth-screen.css";

export type AuthMode = "login" | "signup";

/** A2.27: verification follows one of the two modes and ends when the mode changes. */
interface Verification {
  readonly after: AuthMode;
  readonly email: string;
  readonly resendInSeconds: number;
}

interface AuthScreenProps {
  readonly mode: AuthMode;
  readonly onModeChange: (mode: AuthMode) => void;
  readonly isEntering: boolean;
}

export function AuthScreen({ mode, onModeChange, isEntering }: AuthScreenProps) {
  const [verification, setVerification] = useState<Verification | null>(null);
  const [knownEmail, setKnownEmail] = useState("");
  const [hasChanged, setChanged] = useState(false);

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

  return (
    <div className="auth-screen">
      <div className="auth-form">{view()}</div>
      <BrandPanel />
    </div>
  );
}

/** A question and the way to the other form. */
function OtherWay({ question, label, onClick }: { question: string; label: string; onClick: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1 text-sm text-muted">
      {question}
      <Button variant="ghost" size="sm" onClick={onClick}>
        {label}
      </Button>
    </p>
  );
}

interface LoginViewProps {
  readonly email: string;
  readonly takesFocus: boolean;
  readonly isEntering: boolean;
  readonly onSignup: () => void;
  readonly onUnverified: (email: string) => void;
}

function LoginView({ takesFocus, onSignup, ...form }: LoginViewProps) {
  return (
    <>
      <AuthHeading title={loginTexts.title} lead={loginTexts.lead} takesFocus={takesFocus} />
      <LoginForm {...form} />
      <OtherWay question={loginTexts.noAccount} label={loginTexts.toSignup} onClick={onSignup} />
    </>
  );
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
      <AuthHeading title={verificationTexts.title} lead={lead} takesFocus />
      <VerificationForm {...props} />
    </>
  );
}
