import { countries, readTypedPhone } from "@vriddhi/core/account/phone";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { phoneTexts } from "./phone.texts.ts";
import { type OtpSession, type PhoneNumber, sendOtp } from "./phone-actions.ts";
import { deviceNow } from "./phone-memory.ts";

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));

interface PhoneStepProps {
  number: PhoneNumber;
  onChange(number: PhoneNumber): void;
  /** A code that was sent to this number a moment ago is still valid; the server would refuse a second one. */
  recent: OtpSession | null;
  onSent(session: OtpSession): void;
  onNotNow(): void;
}

export function PhoneStep({ number, onChange, recent, onSent, onNotNow }: PhoneStepProps) {
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => field.current?.focus(), []);
  const change = (part: Partial<PhoneNumber>) => {
    setFault(undefined);
    onChange({ ...number, ...part });
  };
  const send = async () => {
    if (recent !== null) return onSent(recent);
    setBusy(true);
    const outcome = await sendOtp(api, number, deviceNow);
    setBusy(false);
    if (outcome.kind === "sent") return onSent(outcome.session);
    setFault(outcome.sentence);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void send();
  };

  return (
    <form method="post" noValidate className="grid gap-6" onSubmit={submit}>
      <div className="grid gap-5 sm:grid-cols-[10.5rem_minmax(0,1fr)] sm:gap-3">
        <Select
          label={phoneTexts.country}
          options={countryOptions}
          value={number.country}
          onValueChange={(country) => change({ country })}
        />
        <TextField
          ref={field}
          label={phoneTexts.phone}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          className="[&_input]:tabular-nums"
          value={number.digits}
          error={fault}
          onChange={(event) => change(readTypedPhone(number.country, event.target.value))}
        />
      </div>
      <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="ghost" onClick={onNotNow}>
          {phoneTexts.notNow}
        </Button>
        <Button variant="primary" type="submit" isBusy={isBusy}>
          {phoneTexts.send}
        </Button>
      </footer>
    </form>
  );
}
