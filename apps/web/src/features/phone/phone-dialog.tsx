import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { OtpStep } from "./otp-step.tsx";
import { otpTexts, phoneTexts } from "./phone.texts.ts";
import type { OtpSession, PhoneNumber } from "./phone-actions.ts";
import { deviceNow, rememberVerified } from "./phone-memory.ts";
import { PhoneStep } from "./phone-step.tsx";
import { waitOf } from "./resend-otp-button.tsx";

export interface PhoneDialogProps {
  readonly userId: string;
  readonly onClose: () => void;
  readonly onVerified: () => void;
}

const isFor = (session: OtpSession, number: PhoneNumber): boolean =>
  session.country === number.country && session.digits === number.digits;

/** A2.53, A4.6: number, then code; Back leads to the number again. */
export function PhoneDialog({ userId, onClose, onVerified }: PhoneDialogProps) {
  const [step, setStep] = useState<"phone" | "otp">("phone");
  const [number, setNumber] = useState<PhoneNumber>({ country: "+91", digits: "" });
  const [session, setSession] = useState<OtpSession | null>(null);

  const expectOtp = (sent: OtpSession) => {
    setSession(sent);
    setStep("otp");
  };
  const finish = (message: string) => {
    rememberVerified(userId, deviceNow());
    showToast("success", message);
    onVerified();
  };

  const isOtpStep = step === "otp" && session !== null;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isOtpStep ? otpTexts.title : phoneTexts.title}
      description={isOtpStep ? session.message : phoneTexts.lead}
    >
      {isOtpStep ? (
        <OtpStep
          key={session.id}
          session={session}
          onBack={() => setStep("phone")}
          onResent={setSession}
          onVerified={finish}
        />
      ) : (
        <PhoneStep
          number={number}
          onChange={setNumber}
          recent={session !== null && isFor(session, number) && waitOf(session) > 0 ? session : null}
          onSent={expectOtp}
          onNotNow={onClose}
        />
      )}
    </Dialog>
  );
}
