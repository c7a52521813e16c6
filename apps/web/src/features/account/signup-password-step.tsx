import { checkSignupPassword } from "@vriddhi/core/account/rules";
import { FormProvider, useForm } from "react-hook-form";
import { accountResolver } from "../../lib/account-resolver.ts";
import { Button } from "../../ui/button.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { type NewPassword, NewPasswordFields } from "../../ui/new-password-fields.tsx";
import { signupTexts } from "./account.texts.ts";

interface SignupPasswordStepProps {
  readonly email: string;
  readonly onBack: () => void;
  readonly onSubmit: (values: NewPassword) => Promise<void>;
}

/** A2.29, step 2. */
export function SignupPasswordStep({ email, onBack, onSubmit }: SignupPasswordStepProps) {
  const form = useForm<NewPassword>({
    resolver: accountResolver<NewPassword>(checkSignupPassword),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const submit = form.handleSubmit(onSubmit);
  const { errors, submitCount, isSubmitting } = form.formState;
  return (
    <FormProvider {...form}>
      <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <FaultSummary errors={errors} submitCount={submitCount} />
        <NewPasswordFields email={email} />
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
