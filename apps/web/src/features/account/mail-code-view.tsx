import { CODE_LENGTH, checkCode } from "@vriddhi/core/account/rules";
import { useForm } from "react-hook-form";
import { accountResolver } from "../../lib/account-resolver.ts";
import { api } from "../../lib/api.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { mailedCodeTexts } from "../../texts/account-form.texts.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { mailCodeTexts } from "./account.texts.ts";
import { type LoginValues, logIn } from "./account-actions.ts";
import { sayOnAuthPage } from "./account-toast.ts";

interface MailCodeViewProps {
  readonly login: LoginValues;
  readonly isEntering: boolean;
  readonly onUnverified: (email: string) => void;
  readonly onSecondFactor: (login: LoginValues) => void;
  readonly onBack: () => void;
}

/** Somebody has tried many wrong passwords for this account: the right one also needs a code from the mailbox. */
export function MailCodeView({ login, isEntering, onUnverified, onSecondFactor, onBack }: MailCodeViewProps) {
  const store = useSessionStore();
  const { register, handleSubmit, setError, formState } = useForm<{ code: string }>({
    resolver: accountResolver<{ code: string }>(checkCode),
    defaultValues: { code: "" },
  });
  const submit = handleSubmit(async ({ code }) => {
    const withCode = { ...login, mailCode: code.trim() };
    const outcome = await logIn(api, withCode);
    switch (outcome.kind) {
      case "signed_in":
        return store.enter(outcome.user);
      case "unverified":
        return onUnverified(login.email.trim());
      case "second_factor":
      case "second_factor_wrong":
        return onSecondFactor(withCode);
      case "mail_code":
      case "mail_code_wrong":
        return setError("code", { message: mailCodeTexts.wrong }, { shouldFocus: true });
      case "refused":
        return sayOnAuthPage(outcome.tone, outcome.sentence);
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <>
      <ViewHeading title={mailCodeTexts.title} lead={mailCodeTexts.lead} takesFocus />
      <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <TextField
          label={mailedCodeTexts.code}
          hint={mailedCodeTexts.validity}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_LENGTH}
          error={errors.code?.message}
          {...register("code")}
        />
        <Button variant="primary" size="lg" type="submit" isBusy={isSubmitting || isEntering}>
          {mailCodeTexts.submit}
        </Button>
        <div className="-mx-3.5 flex">
          <Button variant="ghost" size="sm" onClick={onBack}>
            {mailCodeTexts.back}
          </Button>
        </div>
      </form>
    </>
  );
}
