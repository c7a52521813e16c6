import Smartphone from "lucide-react/icons/smartphone";
import { type ReactNode, useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { phoneRowTexts } from "./settings.texts.ts";
import { useReadAgain, useSecurity } from "./settings-queries.ts";
import { Loaded, RowAction, SettingsRow, SettingsSection } from "./settings-section.tsx";

export interface PhoneDialogControls {
  onClose(): void;
  onVerified(): void;
}

export interface PhoneSectionProps {
  renderPhoneDialog(controls: PhoneDialogControls): ReactNode;
}

export function PhoneSection({ renderPhoneDialog }: PhoneSectionProps) {
  const security = useSecurity();
  const readAgain = useReadAgain();
  const [isVerifying, setVerifying] = useState(false);
  const onClose = () => setVerifying(false);
  const onVerified = () => {
    onClose();
    void readAgain();
  };
  const action = (label: string) => (
    <RowAction label={label} of={phoneRowTexts.noun} onClick={() => setVerifying(true)} />
  );
  return (
    <SettingsSection title={phoneRowTexts.title} lead={phoneRowTexts.lead}>
      <Loaded query={security} title={phoneRowTexts.title}>
        {({ phone }) =>
          phone === null ? (
            <SettingsRow icon={Smartphone} title={phoneRowTexts.mobile} action={action(phoneRowTexts.verify)}>
              {phoneRowTexts.missing}
            </SettingsRow>
          ) : (
            <SettingsRow
              icon={Smartphone}
              title={phoneRowTexts.mobile}
              badge={<Badge tone="info">{phoneRowTexts.verified}</Badge>}
              action={action(phoneRowTexts.change)}
            >
              <span className="figures">{phone}</span>
            </SettingsRow>
          )
        }
      </Loaded>
      {isVerifying && renderPhoneDialog({ onClose, onVerified })}
    </SettingsSection>
  );
}
