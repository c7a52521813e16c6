import { checkSignupIdentity, EMAIL_MAX, NAME_MAX } from "@vriddhi/core/account/rules";
import { accountCheck } from "../../lib/account-check.ts";
import { istToday } from "../../lib/clock.ts";
import { useForm } from "../../lib/form.tsx";
import { Button } from "../../ui/button.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { signupTexts } from "./account.texts.ts";

export interface SignupIdentity {
  readonly name: string;
  readonly email: string;
  readonly dob: string;
}

const EARLIEST_BIRTH = "1900-01-01";

const checkToday = (values: SignupIdentity) => checkSignupIdentity(values, istToday());

interface SignupIdentityStepProps {
  readonly identity: SignupIdentity;
  readonly onContinue: (identity: SignupIdentity) => void;
}

export function SignupIdentityStep({ identity, onContinue }: SignupIdentityStepProps) {
  const { register, handleSubmit, formState } = useForm<SignupIdentity>({
    check: accountCheck<SignupIdentity>(checkToday),
    defaultValues: identity,
  });
  const submit = handleSubmit(({ name, email, dob }) => onContinue({ name: name.trim(), email: email.trim(), dob }));
  const { errors, submitCount } = formState;
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <FaultSummary errors={errors} submitCount={submitCount} />
      <TextField
        label={signupTexts.name}
        autoComplete="name"
        maxLength={NAME_MAX}
        error={errors.name?.message}
        {...register("name")}
      />
      <TextField
        label={signupTexts.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        error={errors.email?.message}
        {...register("email")}
      />
      <TextField
        label={signupTexts.dob}
        hint={errors.dob === undefined && signupTexts.dobHint}
        type="date"
        autoComplete="bday"
        min={EARLIEST_BIRTH}
        max={istToday()}
        error={errors.dob?.message}
        {...register("dob")}
      />
      <Button variant="primary" size="lg" type="submit">
        {signupTexts.continue}
      </Button>
    </form>
  );
}
