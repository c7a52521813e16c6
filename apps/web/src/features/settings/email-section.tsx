import Mail from "lucide-react/icons/mail";
import { useState } from "react";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { PasswordNeeded } from "./password-section.tsx";
import { emailTexts } from "./settings.texts.ts";
import { useSecurity } from "./settings-queries.ts";
import { Loaded, RowAction, SettingsRow, SettingsSection } from "./settings-section.tsx";

const EmailDialog = lazyDialog(async () => (await import("./email-dialog.tsx")).EmailDialog);

export function EmailSection({ email }: { email: string }) {
  const security = useSecurity();
  const [isChanging, setChanging] = useState(false);
  return (
    <SettingsSection title={emailTexts.title} lead={emailTexts.lead}>
      <Loaded query={security} title={emailTexts.title}>
        {({ has_password }) =>
          has_password ? (
            <SettingsRow
              icon={Mail}
              title={emailTexts.signIn}
              action={<RowAction label={emailTexts.change} of={emailTexts.noun} onClick={() => setChanging(true)} />}
            >
              <span className="wrap-anywhere">{email}</span>
            </SettingsRow>
          ) : (
            <PasswordNeeded icon={Mail} title={email} />
          )
        }
      </Loaded>
      {isChanging && <EmailDialog onClose={() => setChanging(false)} />}
    </SettingsSection>
  );
}
