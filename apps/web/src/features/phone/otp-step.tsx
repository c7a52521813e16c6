import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/code-field.tsx";
import { otpTexts } from "./phone.texts.ts";
import { type OtpSession, verifyOtp } from "./phone-actions.ts";
import { deviceNow } from "./phone-memory.ts";
import { ResendOtpButton } from "./resend-otp-button.tsx";

interface OtpStepProps {
  session: OtpSession;
  onBack(): void;
  onResent(session: OtpSession): void;
  onVerified(message: string): void;
}

/** A2.53, the second step. Each session has a form of its own. */
export function OtpStep({ session, onBack, onResent, onVerified }: OtpStepProps) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => field.current?.focus(), []);

  const refuse = (sentence: string) => {
    setFault(sentence);
    field.current?.focus();
    field.current?.select();
  };
  const verify = async () => {
    setBusy(true);
    const outcome = await verifyOtp(api, session, field.current?.value ?? "", deviceNow());
    setBusy(false);
    if (outcome.kind === "verified") onVerified(outcome.message);
    else refuse(outcome.sentence);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void verify();
  };

  return (
    <form method="post" noValidate className="grid gap-6" onSubmit={submit}>
      <div className="grid gap-2">
        <CodeField
          ref={field}
          label={otpTexts.otp}
          sentBy="sms"
          error={fault}
          hint={
            <>
              {otpTexts.sentTo}{" "}
              <strong className="figures font-medium text-text">
                {session.country} {session.digits}
              </strong>
            </>
          }
          onChange={() => setFault(undefined)}
        />
        <ResendOtpButton session={session} onResent={onResent} onRefused={refuse} />
      </div>
      <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="ghost" onClick={onBack}>
          {otpTexts.back}
        </Button>
        <Button variant="primary" type="submit" isBusy={isBusy}>
          {otpTexts.verify}
        </Button>
      </footer>
    </form>
  );
}
