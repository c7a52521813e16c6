import { type ReactNode, useState } from "react";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { loginTexts } from "./account.texts.ts";
import type { LoginValues } from "./account-actions.ts";
import { LoginForm } from "./login-form.tsx";
import { MailCodeView } from "./mail-code-view.tsx";
import { OtherWay } from "./other-way.tsx";
import { SecondFactorView } from "./second-factor-view.tsx";
import type { Typed } from "./typed.ts";

export interface LoginSlots {
  readonly googleSlot?: ReactNode;
  readonly passkeySlot?: ReactNode;
}

interface LoginViewProps extends LoginSlots {
  readonly known: Typed;
  readonly takesFocus: boolean;
  readonly isEntering: boolean;
  readonly onSignup: () => void;
  readonly onUnverified: (typed: Typed) => void;
}

type Step =
  | { readonly kind: "password"; readonly known: Typed; readonly isReturn: boolean }
  /** The password is kept in memory for the second factor and never stored. */
  | { readonly kind: "second_factor"; readonly login: LoginValues }
  | { readonly kind: "mail_code"; readonly login: LoginValues };

export function LoginView({ known, takesFocus, googleSlot, passkeySlot, onSignup, ...form }: LoginViewProps) {
  const [step, setStep] = useState<Step>({ kind: "password", known, isReturn: false });
  if (step.kind !== "password") {
    const { kind, login } = step;
    const back = () => setStep({ kind: "password", known: { email: login.email, password: "" }, isReturn: true });
    if (kind === "second_factor") return <SecondFactorView login={login} onBack={back} {...form} />;
    const goOn = (known: LoginValues) => setStep({ kind: "second_factor", login: known });
    return <MailCodeView login={login} onBack={back} onSecondFactor={goOn} {...form} />;
  }
  return (
    <>
      <ViewHeading title={loginTexts.title} lead={loginTexts.lead} takesFocus={takesFocus || step.isReturn} />
      <LoginForm
        {...form}
        known={step.known}
        onSecondFactor={(login) => setStep({ kind: "second_factor", login })}
        onMailCode={(login) => setStep({ kind: "mail_code", login })}
      />
      {(googleSlot || passkeySlot) && (
        <div className="grid gap-3">
          <OrLine />
          {googleSlot}
          {passkeySlot}
        </div>
      )}
      <OtherWay question={loginTexts.noAccount} label={loginTexts.toSignup} onClick={onSignup} />
    </>
  );
}

function OrLine() {
  return (
    <p className="mb-1 flex items-center gap-4 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {loginTexts.or}
    </p>
  );
}
