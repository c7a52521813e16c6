import { useMutation } from "@tanstack/react-query";
import Fingerprint from "lucide-react/icons/fingerprint-pattern";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { canMakePasskeys } from "./create-passkey.ts";
import { useFailure } from "./failure.ts";
import { PasskeyDialog } from "./passkey-dialog.tsx";
import { passkeyTexts } from "./security.texts.ts";
import { type Passkey, useReadAgain, useSecurity } from "./settings-queries.ts";
import { Loaded, SettingsRow, SettingsSection } from "./settings-section.tsx";

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const readAgain = useReadAgain();
  const sayFailure = useFailure();
  const remove = useMutation({
    mutationFn: () => api("DELETE", "/auth/passkeys/{passkeyId}", { params: { passkeyId: passkey.id } }),
    onSuccess: async () => {
      await readAgain();
      onClose();
      showToast("success", passkeyTexts.removed);
    },
    onError: (cause) => showToast("error", sayFailure(cause)),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={passkeyTexts.removeTitle}
      body={passkeyTexts.removeBody(passkey.name)}
      confirmLabel={passkeyTexts.remove}
      tone="danger"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

function PasskeyList({ passkeys, onRemove }: { passkeys: readonly Passkey[]; onRemove(passkey: Passkey): void }) {
  if (passkeys.length === 0) {
    return (
      <SettingsRow icon={Fingerprint} title={passkeyTexts.none}>
        {canMakePasskeys() ? passkeyTexts.noneLead : passkeyTexts.unsupported}
      </SettingsRow>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <SettingsRow
            icon={Fingerprint}
            title={passkey.name}
            action={
              <Button size="sm" onClick={() => onRemove(passkey)} aria-haspopup="dialog">
                {passkeyTexts.remove}
                <span className="sr-only"> {passkey.name}</span>
              </Button>
            }
          >
            {passkeyTexts.added(formatIstDate(instantOf(passkey.created_at)))}
          </SettingsRow>
        </li>
      ))}
    </ul>
  );
}

export function PasskeySection() {
  const security = useSecurity();
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  return (
    <SettingsSection title={passkeyTexts.title} lead={passkeyTexts.lead}>
      <Loaded query={security} title={passkeyTexts.title}>
        {({ passkeys }) => (
          <>
            <PasskeyList passkeys={passkeys} onRemove={setLeaving} />
            {canMakePasskeys() ? (
              <div className="px-5 py-4 sm:px-6">
                <Button size="sm" onClick={() => setAdding(true)} aria-haspopup="dialog">
                  <Plus className="size-4" aria-hidden="true" />
                  {passkeyTexts.add}
                </Button>
              </div>
            ) : (
              passkeys.length > 0 && <p className="px-5 py-4 text-sm text-muted sm:px-6">{passkeyTexts.unsupported}</p>
            )}
          </>
        )}
      </Loaded>
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
      {leaving && <RemovePasskey passkey={leaving} onClose={() => setLeaving(null)} />}
    </SettingsSection>
  );
}
