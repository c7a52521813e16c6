import { paise } from "@vriddhi/core/shared/money";
import { memo } from "react";
import { formatPaise } from "../../lib/format.ts";
import { CANDLE_MINUTES, type Candle, minuteText } from "./candles.ts";
import { chartTexts } from "./price-chart.texts.ts";
import type { ChartMark } from "./price-chart.tsx";

const price = (amount: number): string => formatPaise(paise(amount), "always");
/** The unit is above the table: five columns of figures fit on a phone without it. */
const figure = (amount: number): string => price(amount).replace("₹", "");

const COLUMNS = [chartTexts.time, chartTexts.open, chartTexts.high, chartTexts.low, chartTexts.close];

/** On a phone five figures fill the line, so a candle's event has a line of its own. */
const Row = memo(function Row({ minute, open, high, low, close, event }: Candle & { event: string }) {
  return (
    <>
      <tr className="border-t border-line">
        <th scope="row" className="py-1.5 pr-3 text-left font-medium">
          {minuteText(minute)}
        </th>
        {[open, high, low, close].map((amount, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: four columns that never move
          <td key={n} className="py-1.5 pl-1.5 text-right sm:px-2">
            {figure(amount)}
          </td>
        ))}
        <td className="py-1.5 pl-3 text-muted max-sm:hidden">{event}</td>
      </tr>
      {event !== "" && (
        <tr className="sm:hidden">
          <td colSpan={COLUMNS.length} className="pb-2 text-muted">
            {event}
          </td>
        </tr>
      )}
    </>
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

/** The chart as a table: reachable by keyboard, readable by every screen reader. */
export function PriceTable({ symbol, candles, marks }: PriceTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="max-h-80 overflow-auto" tabIndex={0} aria-label={chartTexts.caption(symbol)}>
      <table className="figures w-full text-xs sm:text-sm">
        <caption className="sr-only">{chartTexts.caption(symbol)}</caption>
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            {COLUMNS.map((name, n) => (
              <th
                key={name}
                scope="col"
                className={`py-1.5 font-medium ${n > 0 ? "pl-1.5 text-right sm:px-2" : "text-left"}`}
              >
                {name}
              </th>
            ))}
            <th scope="col" className="py-1.5 pl-3 text-left font-medium max-sm:hidden">
              {chartTexts.event}
            </th>
          </tr>
        </thead>
        <tbody>
          {candles.toReversed().map((candle) => (
            <Row key={candle.minute} {...candle} event={eventsOf(marks, candle.minute)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
