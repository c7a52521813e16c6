import { Root, Thumb } from "radix-ui/switch";
import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  isOn: boolean;
  onChange(isOn: boolean): void;
  isDisabled?: boolean;
}

/** On is told by the knob's place and by the word beside it, not by colour alone. */
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
        <Root
          id={id}
          checked={isOn}
          onCheckedChange={onChange}
          disabled={isDisabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="thumb h-7 w-12 shrink-0 rounded-full border border-line-strong bg-raised transition-colors disabled:opacity-50 data-[state=checked]:border-text data-[state=checked]:bg-text"
        >
          <Thumb className="block size-5 translate-x-[3px] rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-[23px] data-[state=checked]:bg-ground" />
        </Root>
      </div>
    </div>
  );
}
