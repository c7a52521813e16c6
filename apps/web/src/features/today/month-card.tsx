import { paise } from "@vriddhi/core/shared/money";
import { istDate } from "@vriddhi/core/time/ist";
import { memo } from "react";
import { formatDay, formatSignedPaise } from "../../lib/format.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import type { PastDay } from "./day-types.ts";
import { Money } from "./money.tsx";
import { todayTexts } from "./today.texts.ts";

const texts = todayTexts.month;

interface DaySum {
  readonly day: string;
  readonly net: number;
  readonly trades: number;
}

/** All brokers of a day together; paper is not money and is left out. */
function sumByDay(days: readonly PastDay[]): readonly DaySum[] {
  const sums = new Map<string, DaySum>();
  for (const { trading_day: day, broker, net_paise, trades } of days) {
    if (broker === "paper") continue;
    const before = sums.get(day) ?? { day, net: 0, trades: 0 };
    sums.set(day, { day, net: before.net + net_paise, trades: before.trades + trades });
  }
  return [...sums.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

const HALF = 50;

function Bars({ days }: { days: readonly DaySum[] }) {
  const most = Math.max(1, ...days.map(({ net }) => Math.abs(net)));
  return (
    <ul aria-label={texts.chart(days.length)} className="relative flex h-24 items-stretch gap-1">
      <li aria-hidden="true" className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
      {days.map(({ day, net }) => (
        <li
          key={day}
          className="relative min-w-1.5 grow"
          title={`${formatDay(istDate(day))}: ${formatSignedPaise(paise(net))}`}
        >
          <span className="sr-only">{`${formatDay(istDate(day))}: ${formatSignedPaise(paise(net))}`}</span>
          <span
            aria-hidden="true"
            className={`absolute inset-x-0 rounded-sm ${net < 0 ? "bg-loss/70" : "bg-profit/70"}`}
            style={{
              height: `${Math.max(1, (Math.abs(net) / most) * HALF)}%`,
              [net < 0 ? "top" : "bottom"]: `${HALF}%`,
            }}
          />
        </li>
      ))}
    </ul>
  );
}

export const MonthCard = memo(function MonthCard({ days, month }: { days: readonly PastDay[]; month: string }) {
  const sums = sumByDay(days);
  if (sums.length === 0) return null;
  const net = sums.reduce((sum, day) => sum + day.net, 0);
  const worst = Math.min(0, ...sums.map((day) => day.net));
  const facts = [
    [texts.net, <Money key="net" amount={net} hasArrow />],
    [texts.trades, sums.reduce((sum, day) => sum + day.trades, 0)],
    [texts.won, texts.of(sums.filter((day) => day.net > 0).length, sums.length)],
    [texts.worst, <Money key="worst" amount={worst} hasArrow />],
  ] as const;
  return (
    <Card>
      <CardHeader title={texts.title(month)} />
      <div className="grid gap-4 px-6 py-5">
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {facts.map(([name, value]) => (
            <div key={name} className="grid gap-0.5">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="figures font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <Bars days={sums} />
      </div>
    </Card>
  );
});
