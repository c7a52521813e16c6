import { checkSignupPassword, PASSWORD_MAX } from "@vriddhi/core/account/rules";
import { api } from "../../lib/api.ts";
import { fieldFaultTexts } from "../../texts/account-form.texts.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { type NewPassword, NewPasswordFields } from "../../ui/new-password-fields.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ServerFormFrame, useServerForm } from "./server-form.tsx";
import { passwordTexts } from "./settings.texts.ts";
import { useReadAgain } from "./settings-queries.ts";

interface Values extends NewPassword {
  readonly current: string;
}

function check(values: Values) {
  const { password, confirmPassword } = checkSignupPassword(values);
  return {
    current: values.current === "" ? fieldFaultTexts.password_required : null,
    password: password && fieldFaultTexts[password],
    confirmPassword: confirmPassword && fieldFaultTexts[confirmPassword],
  };
}

export function PasswordDialog({ email, onClose }: { email: string; onClose(): void }) {
  const readAgain = useReadAgain();
  const form = useServerForm<Values>({
    initial: { current: "", password: "", confirmPassword: "" },
    check,
    places: { wrong_password: "current" },
    async send({ current, password }) {
      const { message } = await api("PUT", "/auth/password", { body: { current_password: current, password } });
      onClose();
      showToast("success", message);
      void readAgain();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={passwordTexts.dialogTitle}
      description={passwordTexts.dialogLead}
    >
      <ServerFormFrame form={form} submitLabel={passwordTexts.submit} onCancel={onClose}>
        <PasswordField
          label={passwordTexts.current}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          error={form.faultOf("current")}
          {...form.register("current")}
        />
        <NewPasswordFields email={email} label={passwordTexts.next} />
      </ServerFormFrame>
    </Dialog>
  );
}
