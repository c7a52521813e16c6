import { type Frame, type Heading, heading, INK, line, outline, plotOf, text } from "./kit.ts";

export interface Step {
  readonly name: string;
  readonly words: string;
  readonly narrowWords?: string;
  readonly stroke: string;
}

export function drawFlow(frame: Frame, words: Heading, steps: readonly Step[]): string {
  const box = plotOf(frame, 1, 1, 1);
  const step = (box.bottom - box.top) / steps.length;
  const nameWidth = frame.isBare ? 440 : frame.size * 8.2;
  const marks = steps.map(({ name, words: meaning, narrowWords, stroke }, place) => {
    const top = box.top + step * place + step * 0.14;
    const bottom = box.top + step * (place + 1) - step * 0.14;
    const middle = (top + bottom) / 2;
    const shift = frame.isBare ? place * 135 : 0;
    const left = box.left + shift;
    const join =
      place === 0
        ? ""
        : line(left + nameWidth / 2, top - step * 0.28, left + nameWidth / 2, top, INK.muted, frame.isNarrow ? 1.5 : 3);
    return [
      join,
      outline({ left, right: left + nameWidth, top, bottom }, stroke, frame.isNarrow ? 6 : 12),
      text(frame, left + nameWidth / 2, middle + frame.size * 0.35, name, {
        anchor: "middle",
        fill: INK.text,
        isBold: true,
      }),
      text(
        frame,
        left + nameWidth + frame.size * 0.8,
        middle + frame.size * 0.35,
        frame.isNarrow ? (narrowWords ?? meaning) : meaning,
      ),
    ].join("");
  });
  return [heading(frame, words), ...marks].join("");
}
