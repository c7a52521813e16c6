import { checkSignupPassword } from "@vriddhi/core/account/rules";
import { accountCheck } from "../../lib/account-check.ts";
import { FormProvider, useForm } from "../../lib/form.tsx";
import { Button } from "../../ui/button.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { type NewPassword, NewPasswordFields } from "../../ui/new-password-fields.tsx";
import { TermsSentence } from "../../ui/terms-sentence.tsx";
import { signupTexts } from "./account.texts.ts";

interface SignupPasswordStepProps {
  readonly email: string;
  readonly onBack: () => void;
  /** The sentence of a refusal, or `null`. */
  readonly onSubmit: (values: NewPassword) => Promise<string | null>;
}

export function SignupPasswordStep({ email, onBack, onSubmit }: SignupPasswordStepProps) {
  const form = useForm<NewPassword>({
    check: accountCheck<NewPassword>(checkSignupPassword),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const submit = form.handleSubmit(async (values) => {
    const refusal = await onSubmit(values);
    if (refusal !== null) form.setError("root", { message: refusal });
  });
  const { errors, submitCount, isSubmitting } = form.formState;
  return (
    <FormProvider form={form}>
      <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <FaultSummary errors={errors} submitCount={submitCount} />
        <NewPasswordFields email={email} />
        <TermsSentence action={signupTexts.submit} />
        <FormFault isAnnounced>{errors.root?.message ?? null}</FormFault>
        <div className="grid grid-cols-[auto_1fr] gap-3">
          <Button variant="secondary" size="lg" onClick={onBack}>
            {signupTexts.back}
          </Button>
          <Button variant="primary" size="lg" type="submit" isBusy={isSubmitting}>
            {signupTexts.submit}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
