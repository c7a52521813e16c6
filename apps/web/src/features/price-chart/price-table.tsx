import { paise } from "@vriddhi/core/shared/money";
import { memo } from "react";
import { formatPaise } from "../../lib/format.ts";
import { CANDLE_MINUTES, type Candle, minuteText } from "./candles.ts";
import { chartTexts } from "./price-chart.texts.ts";
import type { ChartMark } from "./price-chart.tsx";

const price = (amount: number): string => formatPaise(paise(amount), "always");

const Row = memo(function Row({ minute, open, high, low, close, event }: Candle & { event: string }) {
  return (
    <tr>
      <th scope="row" className="py-1.5 pr-3 text-left font-medium">
        {minuteText(minute)}
      </th>
      {[open, high, low, close].map((amount, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: four columns that never move
        <td key={n} className="px-2 py-1.5 text-right">
          {price(amount)}
        </td>
      ))}
      <td className="py-1.5 pl-3 text-muted">{event}</td>
    </tr>
  );
});

const eventsOf = (marks: readonly ChartMark[], minute: number): string =>
  marks
    .filter((mark) => mark.minute >= minute && mark.minute < minute + CANDLE_MINUTES)
    .map((mark) => chartTexts.mark(mark.side, mark.quantity, price(mark.price)))
    .join("; ");

interface PriceTableProps {
  symbol: string;
  candles: readonly Candle[];
  marks: readonly ChartMark[];
}

/** The chart in words: reachable by keyboard, read by every screen reader. */
export function PriceTable({ symbol, candles, marks }: PriceTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="max-h-80 overflow-auto" tabIndex={0} aria-label={chartTexts.caption(symbol)}>
      <table className="w-full text-sm">
        <caption className="sr-only">{chartTexts.caption(symbol)}</caption>
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            {[
              chartTexts.time,
              chartTexts.open,
              chartTexts.high,
              chartTexts.low,
              chartTexts.close,
              chartTexts.event,
            ].map((name, n) => (
              <th
                key={name}
                scope="col"
                className={`py-1.5 font-medium ${n > 0 && n < 5 ? "px-2 text-right" : "text-left"}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {candles.toReversed().map((candle) => (
            <Row key={candle.minute} {...candle} event={eventsOf(marks, candle.minute)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
