import { CODE_LENGTH } from "@vriddhi/core/account/rules";
import { type ChangeEvent, type ClipboardEvent, type ComponentProps, type FocusEvent, useRef } from "react";
import { codeDigits, codeIn } from "../lib/code-digits.ts";
import { classNames } from "./class-names.ts";
import { TextField } from "./field.tsx";
import { SandboxLink } from "./sandbox-link.tsx";

type Managed = "trailing" | "type" | "maxLength" | "inputMode" | "autoComplete" | "value" | "onFocus" | "onPaste";

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, Managed> & {
  /** The sixth digit submits the form; not where other fields follow. */
  sendsItself?: boolean;
  /** How the code was sent: in the sandbox a link opens that inbox. */
  sentBy?: "mail" | "sms";
};

const LOOK =
  "[&_input]:text-center [&_input]:text-[1.75rem] [&_input]:font-semibold [&_input]:tracking-[0.35em] [&_input]:indent-[0.35em] [&_input]:tabular-nums [&_input]:h-14";

/** Puts a text into a field as typing would, so that listeners receive the event. */
function type(input: HTMLInputElement, text: string): void {
  input.value = "";
  input.setRangeText(text, 0, input.value.length, "end");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

const selectWhenFull = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
  if (currentTarget.value.length === CODE_LENGTH) currentTarget.select();
};

function paste(event: ClipboardEvent<HTMLInputElement>): void {
  const code = codeIn(event.clipboardData.getData("text"));
  if (code === null) return;
  event.preventDefault();
  type(event.currentTarget, code);
}

export function CodeField({ sendsItself = true, sentBy, hint, onChange, className, ...field }: CodeFieldProps) {
  const lastSent = useRef("");
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const digits = codeDigits(input.value);
    if (input.value !== digits) input.value = digits;
    onChange?.(event);
    if (digits === lastSent.current) return;
    lastSent.current = digits.length === CODE_LENGTH ? digits : "";
    if (sendsItself && lastSent.current !== "") input.form?.requestSubmit();
  };
  return (
    <TextField
      {...field}
      hint={
        sentBy === undefined ? (
          hint
        ) : (
          <span className="flex flex-wrap items-center gap-x-3">
            <span>{hint}</span>
            <SandboxLink to={sentBy} />
          </span>
        )
      }
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      className={classNames(LOOK, className)}
      onChange={change}
      onFocus={selectWhenFull}
      onPaste={paste}
    />
  );
}
