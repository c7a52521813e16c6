import { api } from "../../lib/api.ts";
import { describeDevice } from "../../lib/device-name.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { createPasskey } from "./create-passkey.ts";
import { passkeyTexts } from "./security.texts.ts";
import { ServerFormFrame, useServerForm } from "./server-form.tsx";
import { settingsTexts } from "./settings.texts.ts";
import { useReadAgain } from "./settings-queries.ts";

/** The contract's bound. */
const NAME_MAX = 60;

export function PasskeyDialog({ onClose }: { onClose(): void }) {
  const readAgain = useReadAgain();
  const form = useServerForm({
    initial: { name: describeDevice(navigator.userAgent).name },
    check: ({ name }) => ({ name: name.trim() === "" ? passkeyTexts.nameRequired : null }),
    async send({ name }) {
      await createPasskey(api, name.trim());
      onClose();
      showToast("success", passkeyTexts.wasAdded);
      void readAgain();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={passkeyTexts.dialogTitle}
      description={passkeyTexts.dialogLead}
    >
      <ServerFormFrame form={form} submitLabel={settingsTexts.continue} onCancel={onClose}>
        <TextField
          label={passkeyTexts.name}
          autoComplete="off"
          maxLength={NAME_MAX}
          error={form.faultOf("name")}
          {...form.register("name")}
        />
      </ServerFormFrame>
    </Dialog>
  );
}
