import { useState } from "react";
import { api, type Reply } from "../../lib/api.ts";
import { fieldFaultTexts } from "../../texts/account-form.texts.ts";
import { AuthenticatorSecret } from "../../ui/authenticator-secret.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { RecoveryCodes } from "../../ui/recovery-codes.tsx";
import { showToast } from "../../ui/toast.tsx";
import { codeFault } from "./code-fault.ts";
import { totpTexts } from "./security.texts.ts";
import { ServerFormFrame, useServerForm } from "./server-form.tsx";
import { settingsTexts } from "./settings.texts.ts";
import { useReadAgain } from "./settings-queries.ts";

type Secret = Reply<"POST", "/auth/totp/start">;

type Step =
  | { readonly kind: "password" }
  | { readonly kind: "scan"; readonly secret: Secret }
  | { readonly kind: "codes"; readonly codes: readonly string[] };

function PasswordStep({ onStarted, onCancel }: { onStarted(secret: Secret): void; onCancel(): void }) {
  const form = useServerForm({
    initial: { password: "" },
    check: ({ password }) => ({ password: password === "" ? fieldFaultTexts.password_required : null }),
    places: { wrong_password: "password" },
    send: async ({ password }) => onStarted(await api("POST", "/auth/totp/start", { body: { password } })),
  });
  return (
    <ServerFormFrame form={form} submitLabel={settingsTexts.continue} onCancel={onCancel}>
      <PasswordField
        label={totpTexts.password}
        autoComplete="current-password"
        error={form.faultOf("password")}
        {...form.register("password")}
      />
    </ServerFormFrame>
  );
}

interface ScanStepProps {
  secret: Secret;
  onConfirmed(codes: readonly string[]): void;
  onCancel(): void;
}

function ScanStep({ secret, onConfirmed, onCancel }: ScanStepProps) {
  const form = useServerForm({
    initial: { code: "" },
    check: ({ code }) => ({ code: codeFault(code) }),
    places: { totp_wrong: "code" },
    async send({ code }) {
      const { recovery_codes } = await api("POST", "/auth/totp/confirm", { body: { code: code.trim() } });
      onConfirmed(recovery_codes);
    },
  });
  return (
    <ServerFormFrame form={form} submitLabel={totpTexts.confirm} onCancel={onCancel}>
      <AuthenticatorSecret secret={secret} />
      <CodeField label={totpTexts.code} error={form.faultOf("code")} {...form.register("code")} />
    </ServerFormFrame>
  );
}

const headings = {
  password: { title: totpTexts.passwordTitle, description: totpTexts.passwordLead },
  scan: { title: totpTexts.scanTitle, description: totpTexts.scanLead },
  codes: { title: totpTexts.codesTitle, description: totpTexts.codesLead },
} as const satisfies Record<Step["kind"], object>;

/** Password, then the app's first code, then the recovery codes, which no accidental key may close. */
export function TotpOnDialog({ onClose }: { onClose(): void }) {
  const [step, setStep] = useState<Step>({ kind: "password" });
  const readAgain = useReadAgain();
  const finish = () => {
    onClose();
    showToast("success", totpTexts.switchedOn);
  };
  const content = () => {
    switch (step.kind) {
      case "password":
        return <PasswordStep onStarted={(secret) => setStep({ kind: "scan", secret })} onCancel={onClose} />;
      case "scan":
        return (
          <ScanStep
            secret={step.secret}
            onConfirmed={(codes) => {
              setStep({ kind: "codes", codes });
              void readAgain();
            }}
            onCancel={onClose}
          />
        );
      case "codes":
        return <RecoveryCodes codes={step.codes} onDone={finish} />;
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isBlocking={step.kind === "codes"}
      {...headings[step.kind]}
    >
      {content()}
    </Dialog>
  );
}
