import { algorithmTexts } from "./algorithm.texts.ts";

/** A2.39. Plain lettering: their own marks belong to them. */
const marks = [
  { name: "Kite", look: "font-semibold tracking-tight lowercase" },
  { name: "Fyers", look: "font-bold tracking-[0.22em] uppercase text-base" },
  { name: "Angel One", look: "font-medium tracking-tight" },
  { name: "Delta Exchange", look: "font-light tracking-wide", isComing: true },
] as const;

export function BrokerMarks() {
  return (
    <div className="flex flex-wrap items-center gap-x-9 gap-y-3 border-t border-line pt-6">
      <p className="w-full text-sm text-muted sm:w-auto">{algorithmTexts.brokers}</p>
      <ul className="flex flex-wrap items-center gap-x-9 gap-y-3">
        {marks.map((mark) => (
          <li key={mark.name} className="flex h-8 items-center gap-2 text-lg">
            <span className={mark.look}>{mark.name}</span>
            {"isComing" in mark && <span className="text-xs text-muted">{algorithmTexts.soon}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
