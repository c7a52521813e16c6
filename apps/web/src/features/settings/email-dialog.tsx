import { EMAIL_MAX, isEmail } from "@vriddhi/core/account/rules";
import { useEffect, useState } from "react";
import { api } from "../../lib/api.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { fieldFaultTexts, mailedCodeTexts } from "../../texts/account-form.texts.ts";
import { CodeField } from "../../ui/code-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { RESEND_AFTER_SECONDS, ResendButton } from "../../ui/resend-button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { codeFault } from "./code-fault.ts";
import { useFailure } from "./failure.ts";
import { ServerFormFrame, useServerForm } from "./server-form.tsx";
import { emailTexts, settingsTexts } from "./settings.texts.ts";
import { useReadAgain } from "./settings-queries.ts";

interface EmailChange {
  readonly email: string;
  readonly password: string;
}

const requestCode = ({ email, password }: EmailChange) => api("POST", "/auth/email", { body: { email, password } });

function emailFault(email: string): string | null {
  if (email.trim() === "") return fieldFaultTexts.email_required;
  return isEmail(email.trim()) ? null : fieldFaultTexts.email_invalid;
}

interface AddressStepProps {
  email: string;
  onSent(change: EmailChange): void;
  onCancel(): void;
}

function AddressStep({ email, onSent, onCancel }: AddressStepProps) {
  const form = useServerForm<EmailChange>({
    initial: { email, password: "" },
    check: (values) => ({
      email: emailFault(values.email),
      password: values.password === "" ? fieldFaultTexts.password_required : null,
    }),
    places: { wrong_password: "password" },
    async send(values) {
      const change = { ...values, email: values.email.trim() };
      await requestCode(change);
      onSent(change);
    },
  });
  return (
    <ServerFormFrame form={form} submitLabel={emailTexts.submit} onCancel={onCancel}>
      <TextField
        label={emailTexts.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        error={form.faultOf("email")}
        {...form.register("email")}
      />
      <PasswordField
        label={emailTexts.password}
        autoComplete="current-password"
        error={form.faultOf("password")}
        {...form.register("password")}
      />
    </ServerFormFrame>
  );
}

interface CodeStepProps {
  change: EmailChange;
  onBack(): void;
  onConfirmed(message: string): void;
}

function CodeStep({ change, onBack, onConfirmed }: CodeStepProps) {
  const sayFailure = useFailure();
  const form = useServerForm({
    initial: { code: "" },
    check: ({ code }) => ({ code: codeFault(code) }),
    places: { code_wrong: "code", code_expired: "code" },
    async send({ code }) {
      const { message } = await api("POST", "/auth/email/confirm", { body: { code: code.trim() } });
      onConfirmed(message);
    },
  });
  const { setFocus } = form.methods;
  useEffect(() => setFocus("code"), [setFocus]);
  const resend = () =>
    requestCode(change).then(
      ({ message }) => {
        showToast("info", message);
        return true;
      },
      (cause: unknown) => {
        showToast("error", sayFailure(cause));
        return false;
      },
    );
  return (
    <ServerFormFrame form={form} submitLabel={emailTexts.confirm} cancelLabel={settingsTexts.back} onCancel={onBack}>
      <div className="grid justify-items-start gap-2">
        <CodeField
          label={mailedCodeTexts.code}
          hint={mailedCodeTexts.validity}
          sentBy="mail"
          className="w-full"
          error={form.faultOf("code")}
          {...form.register("code")}
        />
        <div className="-ml-3.5">
          <ResendButton firstSeconds={RESEND_AFTER_SECONDS} onSend={resend} />
        </div>
      </div>
    </ServerFormFrame>
  );
}

export function EmailDialog({ onClose }: { onClose(): void }) {
  const store = useSessionStore();
  const readAgain = useReadAgain();
  const [change, setChange] = useState<EmailChange | null>(null);
  const [email, setEmail] = useState("");
  const finish = (message: string) => {
    onClose();
    showToast("success", message);
    void store.check();
    void readAgain();
  };
  const expectCode = (sent: EmailChange) => {
    setEmail(sent.email);
    setChange(sent);
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={change ? emailTexts.codeTitle : emailTexts.dialogTitle}
      description={change ? emailTexts.codeLead(change.email) : emailTexts.dialogLead}
    >
      {change ? (
        <CodeStep change={change} onBack={() => setChange(null)} onConfirmed={finish} />
      ) : (
        <AddressStep email={email} onSent={expectCode} onCancel={onClose} />
      )}
    </Dialog>
  );
}
