import { checkCode } from "@vriddhi/core/account/rules";
import { useEffect } from "react";
import { accountCheck } from "../../lib/account-check.ts";
import { api } from "../../lib/api.ts";
import { useForm } from "../../lib/form.tsx";
import { useSessionStore } from "../../lib/session.tsx";
import { mailedCodeTexts } from "../../texts/account-form.texts.ts";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { mailCodeTexts } from "./account.texts.ts";
import { type LoginValues, logIn } from "./account-actions.ts";
import { sayOnAuthPage } from "./account-toast.ts";
import type { Typed } from "./typed.ts";

interface MailCodeViewProps {
  readonly login: LoginValues;
  readonly isEntering: boolean;
  readonly onUnverified: (typed: Typed) => void;
  readonly onSecondFactor: (login: LoginValues) => void;
  readonly onBack: () => void;
}

/** Many wrong passwords were tried for this account: the right one also needs a code from the mailbox. */
export function MailCodeView({ login, isEntering, onUnverified, onSecondFactor, onBack }: MailCodeViewProps) {
  const store = useSessionStore();
  const { register, handleSubmit, setError, setFocus, formState } = useForm<{ code: string }>({
    check: accountCheck<{ code: string }>(checkCode),
    defaultValues: { code: "" },
  });
  useEffect(() => setFocus("code"), [setFocus]);
  const submit = handleSubmit(async ({ code }) => {
    const withCode = { ...login, mailCode: code.trim() };
    const outcome = await logIn(api, withCode);
    switch (outcome.kind) {
      case "signed_in":
        return store.enter(outcome.user);
      case "unverified":
        return onUnverified({ email: login.email.trim(), password: login.password });
      case "second_factor":
      case "second_factor_wrong":
        return onSecondFactor(withCode);
      case "mail_code":
      case "mail_code_wrong":
        return setError("code", { message: mailCodeTexts.wrong }, { shouldFocus: true });
      case "refused":
        sayOnAuthPage(outcome.tone, outcome.sentence);
        return setError("root", { message: outcome.sentence });
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <>
      <ViewHeading title={mailCodeTexts.title} lead={mailCodeTexts.lead} takesFocus={false} />
      <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <CodeField
          label={mailedCodeTexts.code}
          hint={mailedCodeTexts.validity}
          sentBy="mail"
          error={errors.code?.message}
          {...register("code")}
        />
        <FormFault isAnnounced>{errors.root?.message ?? null}</FormFault>
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
