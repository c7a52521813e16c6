import { useEffect } from "react";
import { api } from "../../lib/api.ts";
import { lettersAndDigits } from "../../lib/code-digits.ts";
import { useForm } from "../../lib/form.tsx";
import { useSessionStore } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { mailCodeTexts, secondFactorTexts } from "./account.texts.ts";
import { type LoginValues, logIn } from "./account-actions.ts";
import { sayOnAuthPage } from "./account-toast.ts";
import type { Typed } from "./typed.ts";

export type SecondFactorWay = "app" | "recovery";

const SHAPES = { app: /^\d{6}$/, recovery: /^[a-z0-9]{10}$/i } as const;

/** Room for the dash and for pasted spaces. */
const RECOVERY_CODE_MAX = 20;

interface SecondFactorFormProps {
  readonly way: SecondFactorWay;
  readonly login: LoginValues;
  readonly isEntering: boolean;
  readonly onUnverified: (typed: Typed) => void;
}

export function SecondFactorForm({ way, login, isEntering, onUnverified }: SecondFactorFormProps) {
  const store = useSessionStore();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<{ code: string }>({
    defaultValues: { code: "" },
  });
  const texts = secondFactorTexts[way];
  useEffect(() => setFocus("code"), [setFocus]);
  const submit = handleSubmit(async ({ code }) => {
    const outcome = await logIn(api, { ...login, totp: lettersAndDigits(code) });
    switch (outcome.kind) {
      case "signed_in":
        return store.enter(outcome.user);
      case "unverified":
        return onUnverified({ email: login.email.trim(), password: login.password });
      case "second_factor":
      case "second_factor_wrong":
        return setError("code", { message: texts.wrong }, { shouldFocus: true });
      case "mail_code":
      case "mail_code_wrong":
        sayOnAuthPage("error", mailCodeTexts.wrong);
        return setError("root", { message: mailCodeTexts.wrong });
      case "refused":
        sayOnAuthPage(outcome.tone, outcome.sentence);
        return setError("root", { message: outcome.sentence });
    }
  });
  const { errors, isSubmitting } = formState;
  const field = register("code", {
    validate: (code) => SHAPES[way].test(lettersAndDigits(code)) || texts.incomplete,
  });
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {way === "app" ? (
        <CodeField label={texts.code} error={errors.code?.message} {...field} />
      ) : (
        <TextField
          label={texts.code}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={RECOVERY_CODE_MAX}
          error={errors.code?.message}
          {...field}
        />
      )}
      <FormFault isAnnounced>{errors.root?.message ?? null}</FormFault>
      <Button variant="primary" size="lg" type="submit" isBusy={isSubmitting || isEntering}>
        {secondFactorTexts.submit}
      </Button>
    </form>
  );
}
