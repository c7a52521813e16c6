import { useForm } from "react-hook-form";
import { api } from "../../lib/api.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { mailCodeTexts, secondFactorTexts } from "./account.texts.ts";
import { type LoginValues, logIn } from "./account-actions.ts";
import { sayOnAuthPage } from "./account-toast.ts";

export type SecondFactorWay = "app" | "recovery";

const lettersAndDigits = (text: string): string => text.replace(/[^a-z0-9]/gi, "");

const SHAPES = { app: /^\d{6}$/, recovery: /^[a-z0-9]{10}$/i } as const;

/** Room for the gap that apps show in the middle, or for the dash. */
const inputFor = {
  app: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 7 },
  recovery: { autoComplete: "off", autoCapitalize: "characters", maxLength: 20 },
} as const;

interface SecondFactorFormProps {
  readonly way: SecondFactorWay;
  readonly login: LoginValues;
  readonly isEntering: boolean;
  readonly onUnverified: (email: string) => void;
}

export function SecondFactorForm({ way, login, isEntering, onUnverified }: SecondFactorFormProps) {
  const store = useSessionStore();
  const { register, handleSubmit, setError, formState } = useForm<{ code: string }>({ defaultValues: { code: "" } });
  const texts = secondFactorTexts[way];
  const submit = handleSubmit(async ({ code }) => {
    const outcome = await logIn(api, { ...login, totp: lettersAndDigits(code) });
    switch (outcome.kind) {
      case "signed_in":
        return store.enter(outcome.user);
      case "unverified":
        return onUnverified(login.email.trim());
      case "second_factor":
      case "second_factor_wrong":
        return setError("code", { message: texts.wrong }, { shouldFocus: true });
      case "mail_code":
      case "mail_code_wrong":
        return sayOnAuthPage("error", mailCodeTexts.wrong);
      case "refused":
        return sayOnAuthPage(outcome.tone, outcome.sentence);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.code}
        spellCheck={false}
        error={errors.code?.message}
        {...inputFor[way]}
        {...register("code", {
          validate: (code) => SHAPES[way].test(lettersAndDigits(code)) || texts.incomplete,
        })}
      />
      <Button variant="primary" size="lg" type="submit" isBusy={isSubmitting || isEntering}>
        {secondFactorTexts.submit}
      </Button>
    </form>
  );
}
