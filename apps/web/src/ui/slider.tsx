import { type CSSProperties, useId } from "react";
import { classNames } from "./class-names.ts";
import "./slider.css";

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  onValueChange(value: number): void;
  /** The value as text: "up to ₹50,000". Shown beside the label and announced. */
  valueText: string;
  marks?: readonly string[];
  isDisabled?: boolean;
  className?: string;
}

/** The browser's own control: it adds nothing to a public page, and every keyboard and screen reader supports it. */
export function Slider(props: SliderProps) {
  const { label, min, max, step = 1, value, valueText, marks, isDisabled = false } = props;
  const id = useId();
  return (
    <div className={classNames("grid gap-3", isDisabled && "opacity-50", props.className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <output htmlFor={id} className="figures text-sm font-semibold">
          {valueText}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={isDisabled}
        aria-valuetext={valueText}
        onChange={(event) => props.onValueChange(event.target.valueAsNumber)}
        className="slider"
        style={{ "--part": max > min ? (value - min) / (max - min) : 0 } as CSSProperties}
      />
      {marks && (
        <div className="flex justify-between text-xs text-muted" aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark} className="figures">
              {mark}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
