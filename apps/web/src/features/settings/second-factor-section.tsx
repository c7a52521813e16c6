import ShieldCheck from "lucide-react/icons/shield-check";
import { useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { PasswordNeeded } from "./password-section.tsx";
import { totpTexts } from "./security.texts.ts";
import { type Security, useSecurity } from "./settings-queries.ts";
import { Loaded, RowAction, SettingsRow, SettingsSection } from "./settings-section.tsx";

const TotpOnDialog = lazyDialog(async () => (await import("./totp-on-dialog.tsx")).TotpOnDialog);
const TotpOffDialog = lazyDialog(async () => (await import("./totp-off-dialog.tsx")).TotpOffDialog);

/** From this number on the user should get new ones. */
const FEW_CODES = 3;

function FactorRow({ security, onSwitch }: { security: Security; onSwitch(): void }) {
  const { has_password, totp_enabled, recovery_codes_left } = security;
  if (!has_password && !totp_enabled) return <PasswordNeeded icon={ShieldCheck} title={totpTexts.app} />;
  return (
    <SettingsRow
      icon={ShieldCheck}
      title={totpTexts.app}
      badge={
        <Badge tone={totp_enabled ? "info" : "neutral"} hasDot={totp_enabled}>
          {totp_enabled ? totpTexts.on : totpTexts.off}
        </Badge>
      }
      action={
        <RowAction
          label={totp_enabled ? totpTexts.switchOff : totpTexts.switchOn}
          of={totpTexts.noun}
          onClick={onSwitch}
        />
      }
    >
      {totp_enabled ? totpTexts.codesLeft(recovery_codes_left) : totpTexts.offLead}
      {totp_enabled && recovery_codes_left <= FEW_CODES && (
        <span className="font-medium text-warn"> {totpTexts.fewCodes}</span>
      )}
    </SettingsRow>
  );
}

export function SecondFactorSection() {
  const security = useSecurity();
  const [open, setOpen] = useState<"on" | "off" | null>(null);
  const onClose = () => setOpen(null);
  return (
    <SettingsSection title={totpTexts.title} lead={totpTexts.lead}>
      <Loaded query={security} title={totpTexts.title}>
        {(data) => <FactorRow security={data} onSwitch={() => setOpen(data.totp_enabled ? "off" : "on")} />}
      </Loaded>
      {open === "on" && <TotpOnDialog onClose={onClose} />}
      {open === "off" && <TotpOffDialog onClose={onClose} />}
    </SettingsSection>
  );
}
