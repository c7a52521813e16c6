import { api } from "../../lib/api.ts";
import { withoutGaps } from "../../lib/code-digits.ts";
import { fieldFaultTexts } from "../../texts/account-form.texts.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { totpTexts } from "./security.texts.ts";
import { ServerFormFrame, useServerForm } from "./server-form.tsx";

import { useReadAgain } from "./settings-queries.ts";

/** The contract's bounds of an authenticator or recovery code. */
const CODE_MIN = 6;
const CODE_MAX = 20;

export function TotpOffDialog({ onClose }: { onClose(): void }) {
  const readAgain = useReadAgain();
  const form = useServerForm({
    initial: { password: "", code: "" },
    check: ({ password, code }) => ({
      password: password === "" ? fieldFaultTexts.password_required : null,
      code: code.trim().length < CODE_MIN ? totpTexts.offCodeFault : null,
    }),
    places: { wrong_password: "password", totp_wrong: "code" },
    async send({ password, code }) {
      await api("DELETE", "/auth/totp", { body: { password, code: withoutGaps(code) } });
      onClose();
      showToast("success", totpTexts.switchedOff);
      void readAgain();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={totpTexts.offTitle}
      description={totpTexts.offWarning}
    >
      <ServerFormFrame form={form} submitLabel={totpTexts.switchOff} tone="danger" onCancel={onClose}>
        <PasswordField
          label={totpTexts.password}
          autoComplete="current-password"
          error={form.faultOf("password")}
          {...form.register("password")}
        />
        <TextField
          label={totpTexts.offCode}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_MAX}
          error={form.faultOf("code")}
          {...form.register("code")}
        />
      </ServerFormFrame>
    </Dialog>
  );
}
