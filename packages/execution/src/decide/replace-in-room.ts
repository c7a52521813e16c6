import type { RateSpan } from "@vriddhi/brokers/port/rate-shape";
import { isWorking } from "@vriddhi/core/exit/exit-facts";
import { type EpochMs, epochMs, HOUR_MS, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { AccountBook } from "../account/account-book.ts";
import { orderCalls } from "../account/budget.ts";
import type { AccountView } from "./account-view.ts";
import type { PositionView } from "./position-view.ts";

const CALLS_OF_REPLACEMENT = 2;

/** A second's limit frees up in the next second; a day's limit does not free up today. */
const SPANS_MS: Partial<Readonly<Record<RateSpan, number>>> = { minute: MINUTE_MS, hour: HOUR_MS };

/** When calls about orders left today, from rows; oldest first. */
const orderCallsOf = (book: AccountBook): readonly EpochMs[] => {
  const orders = book.orders();
  const commands = orders.flatMap(({ tag }) => book.commandsOf(tag));
  const calls = orderCalls({ orders, commands, ledger: book.ledger() }, null);
  return calls.map(({ at }) => at).toSorted((a, b) => a - b);
};

function roomFor({ book, account, now }: AccountView, calls: number): EpochMs {
  const spent = book.derived(orderCallsOf);
  const instants = account.adapter.rates.map(({ classes, span, max }) => {
    const spanMs = SPANS_MS[span];
    if (spanMs === undefined || !classes.includes("order")) return now;
    const leaving = spent[spent.length + calls - max - 1];
    return leaving === undefined ? now : leaving + spanMs;
  });
  return epochMs(Math.max(now, ...instants));
}

/** No exit works for something open: it has priority over what is protected. */
const isBare = ({ open, exits, position }: PositionView): boolean =>
  open > 0 && !position.isHandedOver && !exits.some(isWorking);

/** A replacement cancels an exit only when the broker's limits fit both calls. Counts one turn's replacements. */
export function createReplacementRoom(view: AccountView, positions: readonly PositionView[]) {
  let wanted = positions.filter(isBare).length;
  return {
    /** `null` when a replacement may go now. */
    waitsUntil(): EpochMs | null {
      const at = roomFor(view, wanted + CALLS_OF_REPLACEMENT);
      if (at > view.now) return at;
      wanted += CALLS_OF_REPLACEMENT;
      return null;
    },
  };
}

export type ReplacementRoom = ReturnType<typeof createReplacementRoom>;
