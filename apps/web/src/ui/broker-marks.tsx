import { type BrokerName, brokersShown } from "@vriddhi/core/broker/broker-name";
import { classNames } from "./class-names.ts";

/** A1.2, A2.39. Plain lettering for each broker: no trademarks. */
const marks = {
  fyers: { text: "Fyers", look: "font-bold tracking-[0.14em] uppercase text-[0.9em]" },
  angelone: { text: "Angel One", look: "font-semibold tracking-tight" },
  zerodha: { text: "Kite", look: "font-semibold tracking-tight lowercase text-[1.1em]" },
  deltaexchange: { text: "Delta Exchange", look: "font-light tracking-wide" },
} as const satisfies Readonly<Record<BrokerName | "deltaexchange", { readonly text: string; readonly look: string }>>;

export type BrokerMarkName = keyof typeof marks;

export function BrokerMark({ broker }: { readonly broker: BrokerMarkName }) {
  const { text, look } = marks[broker];
  return <span className={look}>{text}</span>;
}

/** The broker's name, where its lettering alone does not say it. */
const OWNERS: Readonly<Partial<Record<BrokerMarkName, string>>> = { zerodha: "Zerodha" };

const shown: readonly { readonly broker: BrokerMarkName; readonly isComing: boolean }[] = [
  ...brokersShown.map((broker) => ({ broker, isComing: false })),
  { broker: "deltaexchange", isComing: true },
];

export function BrokerMarks({ label, className }: { readonly label: string; readonly className?: string }) {
  return (
    <div className={classNames("grid gap-3 border-t border-line pt-6", className)}>
      <p className="text-sm text-muted">{label}</p>
      <ul className="flex flex-wrap items-baseline gap-x-8 gap-y-2 text-lg">
        {shown.map(({ broker, isComing }) => (
          <li key={broker} className={classNames("flex items-baseline gap-2", isComing && "text-muted")}>
            {OWNERS[broker] && <span className="text-base font-semibold tracking-tight">{OWNERS[broker]}</span>}
            <BrokerMark broker={broker} />
            {isComing && <span className="text-xs">soon</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
