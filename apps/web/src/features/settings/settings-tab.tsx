import type { ReactNode } from "react";
import { WhenVisible } from "../../ui/when-visible.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { DataSection } from "./data-section.tsx";
import { DeviceSection } from "./device-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { HistorySection } from "./history-section.tsx";
import { PasskeySection } from "./passkey-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { PhoneSection, type PhoneSectionProps } from "./phone-section.tsx";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { notificationSectionTexts } from "./settings.texts.ts";
import { SettingsSection } from "./settings-section.tsx";

interface SettingsTabProps extends PhoneSectionProps {
  email: string;
  googleLinkSlot?: ReactNode;
  notifications?: ReactNode;
}

/** All settings of the account. Needs a query cache above it. */
export function SettingsTab({ email, googleLinkSlot, renderPhoneDialog, notifications }: SettingsTabProps) {
  return (
    <div className="grid gap-10 xl:gap-12">
      <PasswordSection email={email} googleLinkSlot={googleLinkSlot} />
      <EmailSection email={email} />
      <PhoneSection renderPhoneDialog={renderPhoneDialog} />
      <SecondFactorSection />
      <PasskeySection />
      <DeviceSection />
      <HistorySection />
      {notifications && (
        <SettingsSection title={notificationSectionTexts.title} lead={notificationSectionTexts.lead}>
          <WhenVisible place="min-h-160">{notifications}</WhenVisible>
        </SettingsSection>
      )}
      <AppearanceSection />
      <DataSection />
    </div>
  );
}
