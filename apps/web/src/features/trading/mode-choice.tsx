import { classNames } from "../../ui/class-names.ts";
import { consentTexts } from "./consent.texts.ts";

export type ApprovalMode = "auto" | "manual";
const modes: readonly ApprovalMode[] = ["auto", "manual"];

interface ModeChoiceProps {
  chosen: ApprovalMode;
  onChoose(mode: ApprovalMode): void;
}

/** B1.1: approve once a day, or each entry. */
export function ModeChoice({ chosen, onChoose }: ModeChoiceProps) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 text-base font-semibold">{consentTexts.modeTitle}</legend>
      {modes.map((mode) => (
        <label
          key={mode}
          className={classNames(
            "flex cursor-pointer gap-3 rounded-md border p-4",
            mode === chosen ? "border-text bg-raised" : "border-line-strong",
          )}
        >
          <input
            type="radio"
            name="approval-mode"
            value={mode}
            checked={mode === chosen}
            onChange={() => onChoose(mode)}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          <span className="grid gap-0.5">
            <span className="font-semibold">{consentTexts.modes[mode].label}</span>
            <span className="text-sm text-muted">{consentTexts.modes[mode].body}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
