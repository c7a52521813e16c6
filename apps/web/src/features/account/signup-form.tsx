import { useState } from "react";
import { api } from "../../lib/api.ts";
import type { NewPassword } from "../../ui/new-password-fields.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { signupTexts } from "./account.texts.ts";
import { signUp } from "./account-actions.ts";
import { sayOnAuthPage } from "./account-toast.ts";
import { type SignupIdentity, SignupIdentityStep } from "./signup-identity-step.tsx";
import { SignupPasswordStep } from "./signup-password-step.tsx";
import type { Typed } from "./typed.ts";

const emptyIdentity: SignupIdentity = { name: "", email: "", dob: "" };

interface SignupFormProps {
  readonly takesFocus: boolean;
  readonly onSignedUp: (typed: Typed) => void;
}

/** A4.3: two steps, forth and back; the first step's values survive the way back. */
export function SignupForm({ takesFocus, onSignedUp }: SignupFormProps) {
  const [step, setStep] = useState<1 | 2>(1);
  const [identity, setIdentity] = useState(emptyIdentity);
  const hasStepped = identity !== emptyIdentity;
  const createAccount = async (password: NewPassword) => {
    const outcome = await signUp(api, { ...identity, ...password });
    if (outcome.kind === "done") onSignedUp({ email: identity.email, password: password.password });
    else sayOnAuthPage(outcome.tone, outcome.sentence);
    return outcome.kind === "done" ? null : outcome.sentence;
  };
  return (
    <>
      <ViewHeading
        key={step}
        eyebrow={signupTexts.stepOf(step)}
        title={signupTexts.title}
        lead={step === 1 ? signupTexts.identityLead : signupTexts.passwordLead(identity.email)}
        takesFocus={takesFocus || hasStepped}
      />
      {step === 1 ? (
        <SignupIdentityStep
          identity={identity}
          onContinue={(entered) => {
            setIdentity(entered);
            setStep(2);
          }}
        />
      ) : (
        <SignupPasswordStep email={identity.email} onBack={() => setStep(1)} onSubmit={createAccount} />
      )}
    </>
  );
}
