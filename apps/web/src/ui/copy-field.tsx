import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { type ReactNode, useEffect, useId, useState } from "react";
import { classNames } from "./class-names.ts";
import { inputClass } from "./field.tsx";

const COPIED_MS = 2_000;

/** A value to copy: an address to register, a code to keep. A long one wraps, so that it can be read in full. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: ReactNode }) {
  const id = useId();
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
    <div className="grid content-start gap-2">
      <label htmlFor={id} className="text-sm font-medium text-text">
        {label}
      </label>
      <div className="relative">
        <textarea
          id={id}
          value={value}
          rows={1}
          readOnly
          spellCheck={false}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onFocus={(event) => event.currentTarget.select()}
          className={classNames(
            inputClass(false),
            "figures block h-auto! min-h-12 resize-none py-2.75 pr-13 break-all [field-sizing:content]",
          )}
        />
        <button
          type="button"
          onClick={() => void copy()}
          className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-md text-muted hover:text-text"
        >
          <Icon className="size-5" aria-hidden="true" />
          <span className="sr-only" aria-live="polite">
            {isCopied ? "Copied" : `Copy ${label}`}
          </span>
        </button>
      </div>
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
    </div>
  );
}
