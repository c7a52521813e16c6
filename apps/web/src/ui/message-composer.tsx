import { SUPPORT_MESSAGE_MAX } from "@vriddhi/core/site/support-message";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import { type FormEvent, type KeyboardEvent, useId } from "react";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { inputClass } from "./field.tsx";
import { FormFault } from "./form-fault.tsx";

interface MessageComposerProps {
  label: string;
  send: string;
  hint: string;
  value: string;
  onChange(value: string): void;
  onSend(): void;
  isBusy: boolean;
  fault: string | null;
}

/** The input of a conversation. Control or Command with Enter sends, too. */
export function MessageComposer(props: MessageComposerProps) {
  const { label, send, hint, value, onChange, onSend, isBusy, fault } = props;
  const id = useId();
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (value.trim() !== "" && !isBusy) onSend();
  };
  return (
    <form method="post" noValidate className="grid gap-2" onSubmit={submit}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className="flex items-end gap-2">
        <textarea
          id={id}
          rows={2}
          maxLength={SUPPORT_MESSAGE_MAX}
          placeholder={label}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
          }}
          aria-describedby={`${id}-hint`}
          className={classNames(inputClass(false), "h-auto min-h-14 resize-y py-2.5 leading-6")}
        />
        <Button type="submit" className="px-4!" isBusy={isBusy} aria-label={send} title={send}>
          <SendHorizontal className="size-5" aria-hidden="true" />
        </Button>
      </div>
      <FormFault>{fault}</FormFault>
      <p id={`${id}-hint`} className="text-xs text-muted">
        {hint}
      </p>
    </form>
  );
}
