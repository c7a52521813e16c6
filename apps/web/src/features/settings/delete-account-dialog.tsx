import { useNavigate } from "react-router";
import { api } from "../../lib/api.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { fieldFaultTexts } from "../../texts/account-form.texts.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { ServerFormFrame, useServerForm } from "./server-form.tsx";
import { dataTexts } from "./settings.texts.ts";

interface DeleteAccountDialogProps {
  hasPassword: boolean;
  onClose(): void;
}

export function DeleteAccountDialog({ hasPassword, onClose }: DeleteAccountDialogProps) {
  const store = useSessionStore();
  const navigate = useNavigate();
  const form = useServerForm({
    initial: { word: "", password: "" },
    check: ({ word, password }) => ({
      word: word.trim() === dataTexts.word ? null : dataTexts.confirmFault,
      password: hasPassword && password === "" ? fieldFaultTexts.password_required : null,
    }),
    places: { wrong_password: "password" },
    async send({ password }) {
      const body = { confirm: dataTexts.word, ...(hasPassword ? { password } : {}) };
      await api("POST", "/auth/delete-account", { body });
      // Before the navigation, which a slow page or a second one can hold up.
      showToast("success", dataTexts.deleted);
      // Leave a page that checks the session before the session ends, so that it does not redirect to the login.
      await navigate("/", { replace: true });
      await store.leave().catch(() => store.check());
    },
  });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={dataTexts.dialogTitle}>
      <ul className="grid list-disc gap-2 pl-5 text-muted">
        <li>{dataTexts.erased}</li>
        <li>{dataTexts.kept}</li>
        <li>{dataTexts.warning}</li>
      </ul>
      <ServerFormFrame form={form} submitLabel={dataTexts.submit} tone="danger" onCancel={onClose}>
        <TextField
          label={dataTexts.confirm}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          error={form.faultOf("word")}
          {...form.register("word")}
        />
        {hasPassword && (
          <PasswordField
            label={dataTexts.password}
            autoComplete="current-password"
            error={form.faultOf("password")}
            {...form.register("password")}
          />
        )}
      </ServerFormFrame>
    </Dialog>
  );
}
