import { EMAIL_MAX, NAME_MAX } from "@vriddhi/core/account/rules";
import { brand } from "@vriddhi/core/site/brand";
import { SUPPORT_MESSAGE_MAX, SUPPORT_TOPICS, type SupportTopic } from "@vriddhi/core/site/support-message";
import ChevronDown from "lucide-react/icons/chevron-down";
import CircleAlert from "lucide-react/icons/circle-alert";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { supportTopics } from "../../texts/support-topic.texts.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { inputClass, TextField } from "../../ui/field.tsx";
import { MessageField } from "./message-field.tsx";
import { supportTexts } from "./support.texts.ts";
import {
  checkSupportMessage,
  type SupportFaults,
  type SupportMessage,
  type SupportOutcome,
  sendSupportMessage,
} from "./support-actions.ts";

function readForm(form: HTMLFormElement): SupportMessage {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  return {
    name: text("name"),
    email: text("email"),
    topic: text("topic") as SupportTopic,
    message: text("message"),
    website: text("website"),
  };
}

function TopicField() {
  return (
    <div className="grid content-start gap-2">
      <label htmlFor="support-topic" className="text-sm font-medium text-text">
        {supportTexts.topic}
      </label>
      <div className="relative">
        <select
          id="support-topic"
          name="topic"
          defaultValue="account"
          className={classNames(inputClass(false), "cursor-pointer appearance-none pr-12")}
        >
          {SUPPORT_TOPICS.map((topic) => (
            <option key={topic} value={topic} className="bg-surface">
              {supportTopics[topic]}
            </option>
          ))}
        </select>
        <ChevronDown
          className="pointer-events-none absolute inset-y-0 right-4 my-auto size-5 text-muted"
          aria-hidden="true"
        />
      </div>
    </div>
  );
}

/** Hidden from sight, from the tab order and from the accessibility tree: only bots fill it in. */
function Trap() {
  return (
    <div hidden>
      <label>
        {supportTexts.website}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

function Refusal({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children !== null && (
        <p className="flex items-start gap-3 rounded-md border border-danger bg-surface px-4 py-3 text-sm font-medium">
          <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-danger" aria-hidden="true" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

interface Known {
  readonly name: string;
  readonly email: string;
}

/** Prefilled for signed-in users; what was typed before the session became known stays. */
function useKnownFields(form: RefObject<HTMLFormElement | null>, known: Known | null): void {
  useEffect(() => {
    for (const name of ["name", "email"] as const) {
      const field = form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);
      if (known && field?.value === "") field.value = known[name];
    }
  }, [form, known]);
}

interface SupportFormProps {
  known: Known | null;
  onSent(sent: Extract<SupportOutcome, { kind: "sent" }>): void;
}

export function SupportForm({ known, onSent }: SupportFormProps) {
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  useKnownFields(form, known);
  const [faults, setFaults] = useState<SupportFaults>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const message = readForm(event.currentTarget);
    const found = checkSupportMessage(message);
    setFaults(found);
    setRefusal(null);
    const [first] = Object.keys(found);
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    setBusy(true);
    const outcome = await sendSupportMessage(api, message);
    setBusy(false);
    if (outcome.kind === "sent") onSent(outcome);
    else setRefusal(outcome.sentence);
  };

  return (
    <form ref={form} method="post" noValidate className="grid gap-6" onSubmit={(event) => void send(event)}>
      {/* Before the script has loaded neither a press nor the Enter key may submit the form. */}
      {!isHydrated && <button type="submit" disabled hidden />}
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label={supportTexts.name} name="name" autoComplete="name" maxLength={NAME_MAX} error={faults.name} />
        <TextField
          label={supportTexts.email}
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          error={faults.email}
        />
      </div>
      <TopicField />
      <MessageField name="message" maxLength={SUPPORT_MESSAGE_MAX} error={faults.message} />
      <Trap />
      <Refusal>{refusal}</Refusal>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant="primary" size="lg" type={isHydrated ? "submit" : "button"} isBusy={isBusy}>
          {supportTexts.send}
        </Button>
        <p className="text-sm text-muted">
          {supportTexts.orMail}{" "}
          <a className="text-text underline underline-offset-4" href={`mailto:${brand.supportEmail}`}>
            {brand.supportEmail}
          </a>
        </p>
      </div>
    </form>
  );
}
