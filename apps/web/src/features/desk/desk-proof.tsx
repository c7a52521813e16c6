import { type FormEvent, useEffect, useState } from "react";
import { adminApi } from "../../lib/admin-api.ts";
import { ApiError } from "../../lib/api.ts";
import { offerProof } from "../../lib/proof-gate.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { proofTexts } from "./desk.texts.ts";

const ASKS_FOR_CODE: ReadonlySet<string> = new Set(["totp_required", "totp_wrong"]);

function useProof(onDone: (isProved: boolean) => void) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const handleFault = (cause: unknown) => {
    const isAboutCode = cause instanceof ApiError && ASKS_FOR_CODE.has(cause.code);
    if (isAboutCode && code === null) return setCode("");
    setFault(cause instanceof ApiError && cause.detail !== null ? cause.detail : proofTexts.failed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (password === "" || isBusy) return;
    setBusy(true);
    setFault(null);
    const totp = code === null || code.trim() === "" ? {} : { totp: code.trim() };
    adminApi("POST", "/api/admin/prove", { body: { password, ...totp } })
      .then(() => onDone(true), handleFault)
      .finally(() => setBusy(false));
  };
  return { password, setPassword, code, setCode, fault, isBusy, submit };
}

function ProofQuestion({ onDone }: { onDone(isProved: boolean): void }) {
  const proof = useProof(onDone);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onDone(false)}
      title={proofTexts.title}
      description={proofTexts.lead}
    >
      <form method="post" noValidate className="grid gap-5" onSubmit={proof.submit}>
        <PasswordField
          label={proofTexts.password}
          autoComplete="current-password"
          value={proof.password}
          onChange={({ target }) => proof.setPassword(target.value)}
        />
        {proof.code !== null && (
          <TextField
            label={proofTexts.code}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            value={proof.code}
            onChange={({ target }) => proof.setCode(target.value)}
          />
        )}
        <FormFault>{proof.fault}</FormFault>
        <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="ghost" onClick={() => onDone(false)}>
            {proofTexts.cancel}
          </Button>
          <Button variant="primary" type="submit" isBusy={proof.isBusy}>
            {proofTexts.submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

export function DeskProof() {
  const [answer, setAnswer] = useState<{ readonly give: (isProved: boolean) => void } | null>(null);
  useEffect(() => {
    let giveUp: ((isProved: boolean) => void) | null = null;
    const takeBack = offerProof(
      () =>
        new Promise<boolean>((give) => {
          giveUp = give;
          setAnswer({ give });
        }),
    );
    return () => {
      takeBack();
      giveUp?.(false);
    };
  }, []);
  if (answer === null) return null;
  const done = (isProved: boolean) => {
    setAnswer(null);
    answer.give(isProved);
  };
  return <ProofQuestion onDone={done} />;
}
