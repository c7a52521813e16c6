import { ageOn, MINIMUM_AGE_YEARS, TRADING_AGE_YEARS } from "@vriddhi/core/account/rules";
import { type IstDate, isCalendarDate } from "@vriddhi/core/time/ist";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { api } from "../../lib/api.ts";
import { istToday } from "../../lib/clock.ts";
import { useSessionStore } from "../../lib/session.tsx";
import { useRefusal } from "../../lib/use-refusal.ts";
import { fieldFaultTexts } from "../../texts/account-form.texts.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { TermsSentence } from "../../ui/terms-sentence.tsx";
import { showToast } from "../../ui/toast.tsx";
import { dobTexts } from "./account.texts.ts";

const EARLIEST_BIRTH = "1900-01-01";

function useGiveDob() {
  const store = useSessionStore();
  const navigate = useNavigate();
  const sayRefusal = useRefusal();
  return async (dob: string): Promise<string | null> => {
    try {
      const { closed, message } = await api("POST", "/auth/date-of-birth", { body: { dob } });
      if (closed) {
        showToast("warning", message);
        await navigate("/", { replace: true });
      }
      await store.check();
      return null;
    } catch (cause) {
      return sayRefusal(cause) ?? dobTexts.failed;
    }
  };
}

/** A9.2: Google reports no age, so we ask once, after the first sign-in (A4.4). Only a logout avoids the dialog. */
export function DobDialog() {
  const store = useSessionStore();
  const giveDob = useGiveDob();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [tooYoung, setTooYoung] = useState<string | null>(null);
  useEffect(() => field.current?.focus(), []);

  const refuse = (sentence: string) => {
    setFault(sentence);
    field.current?.focus();
  };
  const send = async (dob: string) => {
    setBusy(true);
    const refusal = await giveDob(dob);
    setBusy(false);
    if (refusal !== null) refuse(refusal);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const dob = field.current?.value ?? "";
    if (isBusy) return;
    if (!isCalendarDate(dob) || dob < EARLIEST_BIRTH) return refuse(fieldFaultTexts.dob_required);
    const isTooYoung = ageOn(istToday(), dob as IstDate) < MINIMUM_AGE_YEARS;
    if (isTooYoung && tooYoung !== dob) return setTooYoung(dob);
    void send(dob);
  };
  return (
    <Dialog open onOpenChange={() => undefined} isBlocking title={dobTexts.title} description={dobTexts.lead}>
      <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
        <TextField
          ref={field}
          label={dobTexts.dob}
          hint={dobTexts.hint(MINIMUM_AGE_YEARS, TRADING_AGE_YEARS)}
          type="date"
          autoComplete="bday"
          min={EARLIEST_BIRTH}
          max={istToday()}
          error={fault}
          onChange={() => {
            setFault(undefined);
            setTooYoung(null);
          }}
        />
        <div role="alert" className="empty:hidden">
          {tooYoung !== null && <p className="text-sm font-medium text-warn">{dobTexts.tooYoung(MINIMUM_AGE_YEARS)}</p>}
        </div>
        <TermsSentence action={dobTexts.submit} />
        <footer className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button variant="ghost" onClick={() => void store.leave()}>
            {dobTexts.leave}
          </Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {tooYoung === null ? dobTexts.submit : dobTexts.close}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
