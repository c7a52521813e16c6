import { SECOND_MS } from "@vriddhi/core/time/clock";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { useCountdown } from "../../lib/use-countdown.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { otpTexts } from "./phone.texts.ts";
import { type OtpSession, sendOtp } from "./phone-actions.ts";
import { deviceNow } from "./phone-memory.ts";

/** The server texts a number at most once a minute. */
const RESEND_AFTER_SECONDS = 60;

/** Whole seconds until this session's number may be texted again; 0 when it may. */
export const waitOf = (session: OtpSession): number =>
  Math.max(0, RESEND_AFTER_SECONDS - Math.floor((deviceNow() - session.sentAt) / SECOND_MS));

interface ResendButtonProps {
  session: OtpSession;
  onResent(session: OtpSession): void;
  onRefused(sentence: string): void;
}

export function ResendOtpButton({ session, onResent, onRefused }: ResendButtonProps) {
  const { secondsLeft } = useCountdown(waitOf(session));
  const [isBusy, setBusy] = useState(false);
  const resend = async () => {
    setBusy(true);
    const outcome = await sendOtp(api, session, deviceNow);
    setBusy(false);
    if (outcome.kind === "refused") return onRefused(outcome.sentence);
    showToast("info", outcome.session.message);
    onResent(outcome.session);
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      className="figures -ml-3.5 justify-self-start"
      disabled={secondsLeft > 0}
      isBusy={isBusy}
      onClick={() => void resend()}
    >
      {secondsLeft > 0 ? otpTexts.resendIn(secondsLeft) : otpTexts.resend}
    </Button>
  );
}
