import { useState } from "react";
import { api } from "../../lib/api.ts";
import { withoutGaps } from "../../lib/code-digits.ts";
import { useForm } from "../../lib/form.tsx";
import { useSessionStore } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { googleConfirmTexts } from "./google.texts.ts";
import { confirmGoogleSignIn, type GoogleSignInOutcome, type Missing } from "./google-sign-in.ts";

const CODE_MIN = 6;
const CODE_MAX = 20;

interface GoogleConfirmFormProps {
  readonly asked: Extract<GoogleSignInOutcome, { kind: "proof_required" }>;
  readonly onArrived: (arrival: GoogleSignInOutcome) => void;
}

interface Given {
  readonly password: string;
  readonly totp: string;
}

/** The password before the first link, then the authenticator's code where one is on. */
export function GoogleConfirmForm({ asked, onArrived }: GoogleConfirmFormProps) {
  const store = useSessionStore();
  const [wanted, setWanted] = useState<readonly Missing[]>([asked.what]);
  const [fault, setFault] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<Given>({ defaultValues: { password: "", totp: "" } });
  const submit = handleSubmit(async ({ password, totp }) => {
    setFault(null);
    const given = {
      ...(wanted.includes("password") ? { password } : {}),
      ...(wanted.includes("code") ? { totp: withoutGaps(totp) } : {}),
    };
    const outcome = await confirmGoogleSignIn({ api, store }, given, asked.nextPath);
    if (outcome.kind === "arrived") return onArrived(outcome);
    if (outcome.kind === "proof_required") return setWanted([...new Set([...wanted, outcome.what])]);
    setFault(outcome.sentence);
  });
  const { errors, isSubmitting } = formState;
  return (
    <form method="post" noValidate className="grid w-full gap-5 text-left" onSubmit={(event) => void submit(event)}>
      {wanted.includes("password") && (
        <PasswordField
          label={googleConfirmTexts.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password", { validate: (text) => text !== "" || googleConfirmTexts.passwordRequired })}
        />
      )}
      {wanted.includes("code") && (
        <TextField
          label={googleConfirmTexts.code}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={CODE_MAX}
          error={errors.totp?.message}
          {...register("totp", {
            validate: (text) => text.trim().length >= CODE_MIN || googleConfirmTexts.codeRequired,
          })}
        />
      )}
      <FormFault>{fault}</FormFault>
      <Button variant="primary" size="lg" type="submit" isBusy={isSubmitting}>
        {googleConfirmTexts.submit}
      </Button>
    </form>
  );
}
