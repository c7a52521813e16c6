import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { paise } from "@vriddhi/core/shared/money";
import { memo, useState } from "react";
import { formatPaise } from "../../lib/format.ts";
import { Card, CardHeader } from "../../ui/card.tsx";
import type { Day, DayOrder, DaySignal, Stock } from "./day-types.ts";
import { orderWhy } from "./timeline-past.ts";
import { todayTexts } from "./today.texts.ts";

const texts = todayTexts.shortlist;

interface ShareOutcome {
  readonly word: string;
  readonly isTrade: boolean;
}

/** An order is not a purchase: it may still be pending, or have ended unfilled. */
function outcomeOfOrder({ side }: DaySignal, entry: DayOrder | undefined): ShareOutcome {
  if (entry === undefined) return { word: texts.onItsWay, isTrade: true };
  if (entry.filled > 0) return { word: side === "buy" ? texts.bought : texts.soldShort, isTrade: true };
  if (entry.status === "planned") return { word: texts.waits, isTrade: true };
  if (isOrderFinal(entry.status)) return { word: orderWhy(entry) ?? texts.noTrade, isTrade: false };
  return { word: texts.onItsWay, isTrade: true };
}

function shareOutcomeOf(
  stock: Stock,
  { signals, orders, isOver }: Omit<ShortlistCardProps, "stocks" | "isRunning" | "isBeforeOpen">,
): ShareOutcome {
  const signal = signals.find(({ symbol }) => symbol === stock.symbol);
  if (signal === undefined) return { word: isOver ? texts.noTrade : texts.watched, isTrade: false };
  if (signal.skip !== null) return { word: signal.skip.sentence, isTrade: false };
  if (signal.outcome === "pending") return { word: texts.waits, isTrade: true };
  return outcomeOfOrder(
    signal,
    orders.findLast(({ leg, symbol }) => leg === "entry" && symbol === stock.symbol),
  );
}

interface RowProps {
  symbol: string;
  price: number | null;
  reason: string;
  word: string;
  isTrade: boolean;
}

const Row = memo(function Row({ symbol, price, reason, word, isTrade }: RowProps) {
  return (
    <li className="grid gap-x-6 gap-y-1 px-6 py-3.5 lg:grid-cols-[7rem_6rem_minmax(0,1fr)_9rem]">
      <span className="flex justify-between gap-4 font-semibold lg:block">
        {symbol}
        <span className="figures font-normal text-muted lg:hidden">
          {price === null ? "" : formatPaise(paise(price), "always")}
        </span>
      </span>
      <span className="figures hidden text-right text-sm lg:block">
        {price === null ? "–" : formatPaise(paise(price), "always")}
      </span>
      <span className="text-sm text-muted">{reason}</span>
      <span className={isTrade ? "text-sm font-semibold text-accent-text" : "text-sm"}>{word}</span>
    </li>
  );
});

interface ShortlistCardProps {
  stocks: readonly Stock[];
  signals: Day["signals"];
  orders: Day["orders"];
  isRunning: boolean;
  isBeforeOpen: boolean;
  isOver: boolean;
}

/** The best few, and every share with a decision; the rest is one tap away. */
const SHOWN = 5;

export const ShortlistCard = memo(function ShortlistCard(props: ShortlistCardProps) {
  const { stocks, signals, isRunning, isBeforeOpen } = props;
  const none = isBeforeOpen ? texts.none : texts.noneToday;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole
    ? stocks
    : stocks.filter(({ symbol }, n) => n < SHOWN || signals.some((signal) => signal.symbol === symbol));
  return (
    <Card>
      <CardHeader title={texts.title} />
      {stocks.length === 0 ? (
        <p className="px-6 py-5 text-sm text-muted">{isRunning ? none : texts.noneRun}</p>
      ) : (
        <>
          <div
            aria-hidden="true"
            className="hidden gap-x-6 border-b border-line px-6 py-2.5 text-sm text-muted lg:grid lg:grid-cols-[7rem_6rem_minmax(0,1fr)_9rem]"
          >
            <span>{texts.share}</span>
            <span className="text-right">{texts.price}</span>
            <span>{texts.why}</span>
            <span>{texts.became}</span>
          </div>
          <ul aria-label={texts.caption} className="divide-y divide-line">
            {shown.map((stock) => (
              <Row
                key={stock.isin}
                symbol={stock.symbol}
                price={stock.last_price_paise}
                reason={stock.reason}
                {...shareOutcomeOf(stock, props)}
              />
            ))}
          </ul>
          {shown.length < stocks.length && (
            <button
              type="button"
              onClick={() => setWhole(true)}
              className="h-12 w-full border-t border-line text-sm font-semibold hover:bg-raised"
            >
              {texts.all(stocks.length)}
            </button>
          )}
        </>
      )}
    </Card>
  );
});
