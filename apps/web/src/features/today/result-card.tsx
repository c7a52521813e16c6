import { paise } from "@vriddhi/core/shared/money";
import ShieldCheck from "lucide-react/icons/shield-check";
import { memo, type ReactNode } from "react";
import { formatPaise, formatSignedPaise } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { chargeRatesOf } from "./charge-rates.ts";
import type { Day } from "./day-types.ts";
import { Money } from "./money.tsx";
import { todayTexts } from "./today.texts.ts";

const texts = todayTexts.result;
const PERCENT = 100;

type Rates = ReturnType<typeof chargeRatesOf>;

const chargeLines = (charges: Day["result"]["charges"], rates: Rates | null) =>
  [
    [texts.brokerage, charges.brokerage_paise, rates?.brokerage],
    [texts.tax, charges.transaction_tax_paise, rates?.tax],
    [texts.exchange, charges.exchange_paise, rates?.exchange],
    [texts.regulator, charges.regulator_paise, rates?.regulator],
    [texts.stamp, charges.stamp_duty_paise, rates?.stamp],
    [texts.gst, charges.gst_paise, rates?.gst],
  ] as const;

interface LineProps {
  name: string;
  rate?: string | undefined;
  look?: string;
  children: ReactNode;
}

function Line({ name, rate, look, children }: LineProps) {
  return (
    <div className={classNames("flex items-baseline justify-between gap-4", look)}>
      <dt className="grid">
        {name}
        {rate !== undefined && <span className="text-xs text-muted">{rate}</span>}
      </dt>
      <dd className="figures whitespace-nowrap">{children}</dd>
    </div>
  );
}

/** Gross, every charge with its rate, net: each line can be added up by hand. */
function Sums({ result, broker }: Pick<Day, "result" | "broker">) {
  const rates = broker === null ? null : chargeRatesOf(broker);
  const { realised_paise: gross, charges_paise: all, net_paise: net, charges } = result;
  return (
    <dl className="grid content-start gap-3 border-t border-line bg-raised/40 p-4 text-sm md:p-6 lg:border-t-0 lg:border-l">
      <Line name={texts.gross} look="font-semibold">
        {formatSignedPaise(paise(gross))}
      </Line>
      {chargeLines(charges, rates).map(([name, amount, rate]) => (
        <Line key={name} name={name} rate={rate}>
          {formatSignedPaise(paise(-amount))}
        </Line>
      ))}
      <Line name={texts.charges} look="border-t border-line-strong pt-3 font-semibold">
        {formatSignedPaise(paise(-all))}
      </Line>
      <Line name={texts.net} look="border-t border-line-strong pt-3 text-lg font-semibold">
        <Money amount={net} hasArrow />
      </Line>
    </dl>
  );
}

const isCompared = ({ notes }: Day): boolean => notes.some(({ kind }) => kind === "day_closed");

function Proof({ day }: { day: Day }) {
  const [head, body] = isCompared(day) ? [texts.compared, texts.comparedBody] : [texts.comparing, ""];
  return (
    <div className="flex items-start gap-3 rounded-md bg-raised p-4 text-sm">
      <ShieldCheck className="size-5 shrink-0 text-info" aria-hidden="true" />
      <p>
        <b>{head}</b> <span className="text-muted">{body}</span>
      </p>
    </div>
  );
}

export const ResultCard = memo(function ResultCard({ day, children }: { day: Day; children?: ReactNode }) {
  const { result, run, broker } = day;
  const capital = run?.capital_paise ?? 0;
  const hasTraded = day.fills.length > 0;
  const percent = capital === 0 ? 0 : (result.net_paise / capital) * PERCENT;
  const shown = `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(2)}%`;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] overflow-hidden lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 md:p-6">
        <div className="grid gap-1">
          <h2 className="flex items-center gap-2.5 text-sm text-muted">
            {texts.net}
            {broker === "paper" && <Badge tone="info">{todayTexts.paper}</Badge>}
          </h2>
          <p className="text-[2.5rem] leading-11 font-semibold tracking-[-0.03em] md:text-5xl md:leading-13">
            <Money amount={result.net_paise} hasArrow />
          </p>
          <p className="figures text-sm text-muted">
            {hasTraded ? texts.of(shown, formatPaise(paise(capital))) : texts.noTrade}
          </p>
        </div>
        {children}
        {!day.is_open && hasTraded && <Proof day={day} />}
        {hasTraded && <p className="text-xs text-muted">{result.is_exact ? texts.note : texts.inexact}</p>}
      </div>
      <Sums result={result} broker={broker} />
    </Card>
  );
});
