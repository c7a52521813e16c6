import { bandAt, DEFAULT_LEVEL, LEVELS, type Level } from "@vriddhi/core/billing/plans";
import { formatCompactPaise } from "../../lib/format.ts";
import { classNames } from "../../ui/class-names.ts";
import { Slider } from "../../ui/slider.tsx";
import { plansTexts } from "./plans.texts.ts";

interface CapitalSliderProps {
  level: Level;
  onLevelChange(level: Level): void;
}

/** On a phone there is no room for five full amounts. */
const compactLabel = (level: Level): string => {
  const { label, band } = bandAt(level);
  return label.endsWith("+") ? `${compactLabel(4)}+` : formatCompactPaise(band);
};

/** Under the middle of the thumb, whose ends are half its width inside the track. */
const placeOf: Readonly<Record<Level, string>> = {
  1: "left-0",
  2: "left-[calc(25%+6px)] -translate-x-1/2",
  3: "left-1/2 -translate-x-1/2",
  4: "left-[calc(75%-6px)] -translate-x-1/2",
  5: "right-0",
};

export function CapitalSlider({ level, onLevelChange }: CapitalSliderProps) {
  const toLevel = (value: number): Level => LEVELS.find((known) => known === value) ?? DEFAULT_LEVEL;
  return (
    <div className="grid gap-1">
      <Slider
        label={plansTexts.capital}
        min={DEFAULT_LEVEL}
        max={LEVELS.length}
        value={level}
        valueText={plansTexts.band(level, bandAt(level).label)}
        onValueChange={(value) => onLevelChange(toLevel(value))}
        className="[&_output]:text-xl [&_output]:whitespace-nowrap"
      />
      <div className="relative h-11" aria-hidden="true">
        {LEVELS.map((step) => (
          <button
            key={step}
            type="button"
            tabIndex={-1}
            onClick={() => onLevelChange(step)}
            className={classNames(
              "figures absolute top-0 h-11 text-xs whitespace-nowrap transition-colors",
              placeOf[step],
              step === level ? "font-semibold text-text" : "text-muted hover:text-text",
            )}
          >
            <span className="md:hidden">{compactLabel(step)}</span>
            <span className="hidden md:inline">{bandAt(step).label}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
