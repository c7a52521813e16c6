import { type FormEvent, useId, useState } from "react";
import { ApiError } from "../lib/api.ts";
import type { StaffEntered, StaffSecret } from "../lib/staff-enrolment.ts";
import { authenticatorTexts as texts } from "../texts/authenticator.texts.ts";
import { AuthenticatorSecret } from "./authenticator-secret.tsx";
import { Button } from "./button.tsx";
import { CodeField } from "./code-field.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface StaffEnrolmentProps {
  secret: StaffSecret;
  confirm(code: string): Promise<StaffEntered>;
  /** The recovery codes are saved: the session that came with them may be used. */
  onDone(entered: StaffEntered): void;
  onCancel(): void;
}

const CODE_NAME = "code";
const sentenceOf = (cause: unknown): string =>
  cause instanceof ApiError && cause.detail !== null ? cause.detail : texts.staffFailed;

function useConfirming(confirm: StaffEnrolmentProps["confirm"]) {
  const [entered, setEntered] = useState<StaffEntered | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get(CODE_NAME) ?? "").trim();
    if (code === "" || isBusy) return;
    setBusy(true);
    setFault(null);
    confirm(code)
      .then(setEntered, (cause: unknown) => setFault(sentenceOf(cause)))
      .finally(() => setBusy(false));
  };
  return { entered, fault, isBusy, submit };
}

export function StaffEnrolment({ secret, confirm, onDone, onCancel }: StaffEnrolmentProps) {
  const headingId = useId();
  const { entered, fault, isBusy, submit } = useConfirming(confirm);
  return (
    <section aria-labelledby={headingId} className="grid gap-5">
      <header className="grid gap-2">
        <h2 id={headingId} className="text-lg font-semibold">
          {entered === null ? texts.staffTitle : texts.codesTitle}
        </h2>
        <p className="text-sm text-muted">{entered === null ? texts.staffLead : texts.codesLead}</p>
      </header>
      {entered === null ? (
        <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
          <AuthenticatorSecret secret={secret} />
          <CodeField label={texts.code} name={CODE_NAME} error={fault ?? undefined} />
          <Button variant="primary" size="lg" type="submit" isBusy={isBusy}>
            {texts.confirm}
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            {texts.staffAnother}
          </Button>
        </form>
      ) : (
        <RecoveryCodes codes={entered.recovery_codes} onDone={() => onDone(entered)} />
      )}
    </section>
  );
}
