import type { LucideIcon } from "lucide-react";
import KeyRound from "lucide-react/icons/key-round";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { GoogleRow } from "./google-row.tsx";
import { passwordTexts, settingsTexts } from "./settings.texts.ts";
import { useSecurity } from "./settings-queries.ts";
import { Loaded, RowAction, SettingsRow, SettingsSection } from "./settings-section.tsx";

const PasswordDialog = lazyDialog(async () => (await import("./password-dialog.tsx")).PasswordDialog);

/** Some changes need a password as proof; an account that signs in with Google may have none. */
export function PasswordNeeded({ icon, title }: { icon: LucideIcon; title: string }) {
  return (
    <SettingsRow icon={icon} title={title} action={<SetPasswordLink />}>
      {settingsTexts.needsPassword}
    </SettingsRow>
  );
}

function SetPasswordLink() {
  return (
    <Button asChild size="sm">
      <Link to="/forgot-password">{settingsTexts.setPassword}</Link>
    </Button>
  );
}

interface PasswordSectionProps {
  email: string;
  googleLinkSlot?: ReactNode;
}

export function PasswordSection({ email, googleLinkSlot }: PasswordSectionProps) {
  const security = useSecurity();
  const [isChanging, setChanging] = useState(false);
  return (
    <SettingsSection title={passwordTexts.title} lead={passwordTexts.lead}>
      <Loaded query={security} title={passwordTexts.title}>
        {({ has_password, has_google }) => (
          <>
            {has_password ? (
              <SettingsRow
                icon={KeyRound}
                title={passwordTexts.password}
                action={
                  <RowAction label={passwordTexts.change} of={passwordTexts.noun} onClick={() => setChanging(true)} />
                }
              >
                {passwordTexts.isSet}
              </SettingsRow>
            ) : (
              <SettingsRow icon={KeyRound} title={passwordTexts.password} action={<SetPasswordLink />}>
                {passwordTexts.isMissing}
              </SettingsRow>
            )}
            <GoogleRow isLinked={has_google} linkSlot={googleLinkSlot} />
          </>
        )}
      </Loaded>
      {isChanging && <PasswordDialog email={email} onClose={() => setChanging(false)} />}
    </SettingsSection>
  );
}
