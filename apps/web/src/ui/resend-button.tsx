import { useState } from "react";
import { useCountdown } from "../lib/use-countdown.ts";
import { mailedCodeTexts } from "../texts/account-form.texts.ts";
import { Button } from "./button.tsx";

/** The server mails at most one code a minute. */
export const RESEND_AFTER_SECONDS = 60;

interface ResendButtonProps {
  /** 0 when no code was mailed just now. */
  readonly firstSeconds: number;
  readonly onSend: () => Promise<boolean>;
}

export function ResendButton({ firstSeconds, onSend }: ResendButtonProps) {
  const { secondsLeft, restart } = useCountdown(firstSeconds);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const isSent = await onSend();
    setBusy(false);
    if (isSent) restart(RESEND_AFTER_SECONDS);
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      className="figures"
      disabled={secondsLeft > 0}
      isBusy={isBusy}
      onClick={() => void send()}
    >
      {secondsLeft > 0 ? mailedCodeTexts.resendIn(secondsLeft) : mailedCodeTexts.resend}
    </Button>
  );
}
