import { checkLogin } from "@vriddhi/core/account/rules";
import { Link, useSearchParams } from "react-router";
import { accountCheck } from "../../lib/account-check.ts";
import { api } from "../../lib/api.ts";
import { useForm } from "../../lib/form.tsx";
import { safeNextPath } from "../../lib/next-path.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Button } from "../../ui/button.tsx";
import { FaultSummary } from "../../ui/fault-summary.tsx";
import { Checkbox, PasswordField, TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { loginTexts } from "./account.texts.ts";
import { type LoginValues, logIn } from "./account-actions.ts";
import { sayOnAuthPage } from "./account-toast.ts";
import type { Typed } from "./typed.ts";

interface LoginFormProps {
  /** Known after verification, after the second step or with a new password. */
  readonly known: Typed;
  readonly isEntering: boolean;
  readonly onUnverified: (typed: Typed) => void;
  readonly onSecondFactor: (login: LoginValues) => void;
  readonly onMailCode: (login: LoginValues) => void;
}

export function LoginForm({ known, isEntering, onUnverified, onSecondFactor, onMailCode }: LoginFormProps) {
  const store = useSessionStore();
  const isHydrated = useHydrated();
  // No default value: it would overwrite what the user typed before the script loaded.
  const { register, handleSubmit, setError, formState } = useForm<LoginValues>({
    check: accountCheck<LoginValues>(checkLogin),
    ...(known.email === "" ? {} : { defaultValues: { email: known.email, password: known.password } }),
  });
  const submit = handleSubmit(async (values) => {
    const outcome = await logIn(api, values);
    switch (outcome.kind) {
      case "signed_in":
        return store.enter(outcome.user);
      case "unverified":
        return onUnverified({ email: values.email.trim(), password: values.password });
      case "second_factor":
      case "second_factor_wrong":
        return onSecondFactor(values);
      case "mail_code":
      case "mail_code_wrong":
        return onMailCode(values);
      case "refused":
        sayOnAuthPage(outcome.tone, outcome.sentence);
        return setError(
          outcome.place === "password" ? "password" : "root",
          { message: outcome.sentence, isAnnounced: true },
          { shouldFocus: outcome.place === "password" },
        );
    }
  });
  const { errors, submitCount, isSubmitting } = formState;
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <FaultSummary errors={errors} submitCount={submitCount} />
      <TextField
        label={loginTexts.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        label={loginTexts.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label={loginTexts.rememberMe} {...register("rememberMe")} />
        <ForgotPasswordLink />
      </div>
      <FormFault isAnnounced>{errors.root?.message ?? null}</FormFault>
      {/* Before the script has loaded a press must not send the password anywhere. */}
      <Button variant="primary" size="lg" type={isHydrated ? "submit" : "button"} isBusy={isSubmitting || isEntering}>
        {loginTexts.submit}
      </Button>
    </form>
  );
}

/** The target page is passed on; the prerendered HTML has no query, so a press before React waits for it. */
function ForgotPasswordLink() {
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  const next = isHydrated ? safeNextPath(params.get("next")) : null;
  return (
    <Link
      to={next === null ? "/forgot-password" : `/forgot-password?${new URLSearchParams({ next })}`}
      data-held=""
      className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4 hover:text-text"
    >
      {loginTexts.forgotPassword}
    </Link>
  );
}
