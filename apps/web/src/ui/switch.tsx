import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  isOn: boolean;
  onChange(isOn: boolean): void;
  isDisabled?: boolean;
}

/** On is shown by the knob's place and by the word beside it, not by colour alone. */
export function Switch({ label, hint, isOn, onChange, isDisabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className={"flex min-h-11 items-center justify-between gap-6"}>
      <div className="grid gap-0.5">
        <label htmlFor={id} className={classNames("text-base font-medium", isDisabled && "text-muted")}>
          {label}
        </label>
        {hint && (
          <div id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </div>
        )}
      </div>
      <div className="flex items-center gap-3">
        <span className="w-7 text-right text-sm text-muted" aria-hidden="true">
          {isOn ? "On" : "Off"}
        </span>
        <button
          id={id}
          type="button"
          role="switch"
          aria-checked={isOn}
          onClick={() => onChange(!isOn)}
          disabled={isDisabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="thumb h-7 w-12 shrink-0 rounded-full border border-line-strong bg-raised transition-colors disabled:opacity-50 aria-checked:border-text aria-checked:bg-text"
        >
          <span
            className={classNames(
              "block size-5 rounded-full transition-transform",
              isOn ? "translate-x-[23px] bg-ground" : "translate-x-[3px] bg-line-strong",
            )}
          />
        </button>
      </div>
    </div>
  );
}
