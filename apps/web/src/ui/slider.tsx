import { Range, Root, Thumb, Track } from "radix-ui/slider";
import { useId } from "react";
import { classNames } from "./class-names.ts";

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step?: number;
  value: number;
  onValueChange(value: number): void;
  /** What the value means in words: "up to ₹50,000". Shown beside the label and read out. */
  valueText: string;
  /** Labels under the track, from the lowest to the highest step. */
  marks?: readonly string[];
  isDisabled?: boolean;
  className?: string;
}

export function Slider(props: SliderProps) {
  const { label, min, max, step = 1, value, valueText, marks, isDisabled = false } = props;
  const id = useId();
  return (
    <div className={classNames("grid gap-3", isDisabled && "opacity-50", props.className)}>
      <div className="flex items-baseline justify-between gap-4">
        <span id={id} className="text-sm font-medium">
          {label}
        </span>
        <output className="figures text-sm font-semibold">{valueText}</output>
      </div>
      <Root
        min={min}
        max={max}
        step={step}
        value={[value]}
        disabled={isDisabled}
        onValueChange={([next]) => next !== undefined && props.onValueChange(next)}
        className="relative flex h-11 touch-none select-none items-center"
      >
        <Track className="relative h-1.5 grow overflow-hidden rounded-full bg-raised">
          <Range className="absolute h-full bg-accent" />
        </Track>
        <Thumb
          aria-labelledby={id}
          aria-valuetext={valueText}
          className="thumb block size-6 rounded-full border-[3px] border-accent bg-ground shadow-card"
        />
      </Root>
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
