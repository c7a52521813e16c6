import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { recoveryTexts } from "./recovery.texts.ts";
import { endPasskeys, type KeptPasskey } from "./recovery-actions.ts";

interface RecoveryPasskeyStepProps {
  readonly passkeys: readonly KeptPasskey[];
  readonly onDone: (sentence: string) => Promise<void>;
}

/** A new password does not lock out an attacker who added a passkey; the owner decides about them here. */
export function RecoveryPasskeyStep({ passkeys, onDone }: RecoveryPasskeyStepProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    const outcome = await endPasskeys(api);
    setBusy(false);
    if (outcome.kind === "done") await onDone(recoveryTexts.passkeysEnded);
    else setFault(outcome.sentence);
  };
  return (
    <div className="grid gap-5">
      <ul className="divide-y divide-line rounded-md border border-line">
        {passkeys.map(({ name, created_at }) => (
          <li key={`${name} ${created_at}`} className="flex flex-wrap justify-between gap-x-4 px-4 py-3">
            <span className="font-medium wrap-anywhere">{name}</span>
            <span className="text-sm text-muted">
              {recoveryTexts.passkeyAdded(formatIstDate(instantOf(created_at)))}
            </span>
          </li>
        ))}
      </ul>
      <FormFault>{fault}</FormFault>
      <div className="grid gap-3">
        <Button variant="primary" size="lg" onClick={() => void onDone(recoveryTexts.done)}>
          {recoveryTexts.keepPasskeys}
        </Button>
        <Button variant="danger" size="lg" isBusy={isBusy} onClick={() => void end()}>
          {recoveryTexts.endPasskeys}
        </Button>
      </div>
    </div>
  );
}
