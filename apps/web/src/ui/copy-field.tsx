import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { TextField } from "./field.tsx";

const COPIED_MS = 2_000;

/** A value to take away: an address to register, a code to keep. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false), // refused by the browser: the text can still be selected by hand
    );
  const Icon = isCopied ? Check : Copy;
  return (
    <TextField
      label={label}
      value={value}
      hint={hint}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      trailing={
        <button
          type="button"
          onClick={() => void copy()}
          className="grid size-11 place-items-center rounded-md text-muted hover:text-text"
        >
          <Icon className="size-5" aria-hidden="true" />
          <span className="sr-only" aria-live="polite">
            {isCopied ? "Copied" : `Copy ${label}`}
          </span>
        </button>
      }
    />
  );
}
