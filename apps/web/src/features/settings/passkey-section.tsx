import { useMutation } from "@tanstack/react-query";
import Fingerprint from "lucide-react/icons/fingerprint-pattern";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatIstDate, instantOf } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useFailure } from "./failure.ts";
import { passkeyTexts } from "./security.texts.ts";
import { type Passkey, useReadAgain, useSecurity } from "./settings-queries.ts";
import { Loaded, RowAction, SettingsRow, SettingsSection } from "./settings-section.tsx";

const PasskeyDialog = lazyDialog(async () => (await import("./passkey-dialog.tsx")).PasskeyDialog);

const canMakePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === "function";

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

function AddButton({ onClick }: { onClick(): void }) {
  return (
    <Button size="sm" onClick={onClick} aria-haspopup="dialog">
      <Plus className="size-4" aria-hidden="true" />
      {passkeyTexts.add}
    </Button>
  );
}

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  onAdd(): void;
  onRemove(passkey: Passkey): void;
}

function NoPasskeys({ onAdd }: Pick<PasskeyListProps, "onAdd">) {
  const canAdd = canMakePasskeys();
  return (
    <SettingsRow icon={Fingerprint} title={passkeyTexts.none} action={canAdd && <AddButton onClick={onAdd} />}>
      {canAdd ? passkeyTexts.noneLead : passkeyTexts.unsupported}
    </SettingsRow>
  );
}

function PasskeyList({ passkeys, onAdd, onRemove }: PasskeyListProps) {
  return (
    <>
      <ul className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <SettingsRow
              icon={Fingerprint}
              title={passkey.name}
              action={<RowAction label={passkeyTexts.remove} of={passkey.name} onClick={() => onRemove(passkey)} />}
            >
              {passkeyTexts.added(formatIstDate(instantOf(passkey.created_at)))}
            </SettingsRow>
          </li>
        ))}
      </ul>
      <div className="px-5 py-4 text-sm text-muted sm:px-6">
        {canMakePasskeys() ? <AddButton onClick={onAdd} /> : passkeyTexts.unsupported}
      </div>
    </>
  );
}

export function PasskeySection() {
  const security = useSecurity();
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const add = () => setAdding(true);
  return (
    <SettingsSection title={passkeyTexts.title} lead={passkeyTexts.lead}>
      <Loaded query={security} title={passkeyTexts.title}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <NoPasskeys onAdd={add} />
          ) : (
            <PasskeyList passkeys={passkeys} onAdd={add} onRemove={setLeaving} />
          )
        }
      </Loaded>
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
      {leaving && <RemovePasskey passkey={leaving} onClose={() => setLeaving(null)} />}
    </SettingsSection>
  );
}
