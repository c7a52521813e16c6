import { useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { forgetOtpSession, keepOtpSession, readOtpSession } from "./otp-memory.ts";
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

export function PhoneDialog({ userId, onClose, onVerified }: PhoneDialogProps) {
  const [kept] = useState(() => readOtpSession(userId, deviceNow()));
  const [step, setStep] = useState<"phone" | "otp">(kept === null ? "phone" : "otp");
  const [number, setNumber] = useState<PhoneNumber>(kept ?? { country: "+91", digits: "" });
  const [session, setSession] = useState<OtpSession | null>(kept);

  const expectOtp = (sent: OtpSession) => {
    keepOtpSession(userId, sent);
    setSession(sent);
    setStep("otp");
  };
  const finish = (message: string) => {
    forgetOtpSession();
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
          onBack={() => {
            forgetOtpSession();
            setStep("phone");
          }}
          onResent={expectOtp}
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
