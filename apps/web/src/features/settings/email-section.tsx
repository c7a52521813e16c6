import Mail from "lucide-react/icons/mail";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { EmailDialog } from "./email-dialog.tsx";
import { PasswordNeeded } from "./password-section.tsx";
import { emailTexts } from "./settings.texts.ts";
import { useSecurity } from "./settings-queries.ts";
import { Loaded, SettingsRow, SettingsSection } from "./settings-section.tsx";

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
              title={email}
              action={
                <Button size="sm" onClick={() => setChanging(true)} aria-haspopup="dialog">
                  {emailTexts.change}
                  <span className="sr-only"> email address</span>
                </Button>
              }
            />
          ) : (
            <PasswordNeeded icon={Mail} title={email} />
          )
        }
      </Loaded>
      {isChanging && <EmailDialog onClose={() => setChanging(false)} />}
    </SettingsSection>
  );
}
