import { operatorStop } from "@vriddhi/core/back-office/operator-order";
import { EXIT_SETTINGS, type ExitMarket, type ExitSettings } from "@vriddhi/core/exit/exit-model";
import { assumedBand } from "@vriddhi/core/order/price-band";
import {
  FEED_SILENT_MS,
  isDoubted,
  observePrice,
  type PriceWatch,
  startPriceWatch,
  trustedPrice,
} from "@vriddhi/core/risk/price-watch";
import type { DayPhase } from "@vriddhi/core/risk/trading-hours";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { WatchedTime } from "@vriddhi/core/time/watched-time";
import type { AccountBook } from "../account/account-book.ts";
import type { AccountMemory } from "../account/account-memory.ts";
import type { TradingAccount } from "../ports/account-port.ts";
import type { EntryStop } from "../ports/order-store.ts";
import type { PricePort, Quote } from "../ports/price-port.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import type { ExecutorSettings } from "../settings.ts";

export interface AccountView {
  readonly book: AccountBook;
  readonly memory: AccountMemory;
  readonly account: TradingAccount;
  readonly blocks: readonly EntryStop[];
  readonly prices: Pick<PricePort, "quotes" | "band" | "attendedSince">;
  readonly settings: ExecutorSettings;
  readonly now: EpochMs;
  readonly watched: Pick<WatchedTime, "sinceMs" | "awakeSince">;
  /** Market clock. */
  readonly phase: DayPhase;
  /** This decision writes the daily stop. */
  readonly isStopping?: boolean;
}

/**
 * In covering mode no book was read yet: the broker may know more about the previous owner's orders than the rows do.
 */
export const isBookAwaited = ({ blocks, memory }: AccountView): boolean =>
  memory.bookBegunAt === null && blocks.some(({ cause }) => cause === "covering");

export const isDailyStopHit = ({ book, isStopping = false }: Pick<AccountView, "book" | "isStopping">): boolean =>
  isStopping || book.facts("daily_stop_hit").length > 0;

/** No entry leaves, and working entries are cancelled. */
export const areEntriesStopped = (view: AccountView): boolean =>
  view.blocks.length > 0 || isDailyStopHit(view) || view.phase !== "entries";

export function exitSettingsOf({ account, settings }: AccountView): ExitSettings {
  const { stopBecomesLimit, modificationsMax } = account.adapter.capabilities;
  return {
    ...settings.exit,
    stopBecomesLimit,
    modificationsMax: Math.min(settings.exit.modificationsMax, modificationsMax ?? EXIT_SETTINGS.modificationsMax),
  };
}

export const isFresh = ({ receivedAt }: Quote, now: EpochMs): boolean => now - receivedAt < FEED_SILENT_MS;

/** The first source with a fresh quote, else the source with the newest quote. */
function bestQuote(quotes: readonly Quote[], now: EpochMs): Quote | null {
  const fresh = quotes.find((quote) => isFresh(quote, now));
  return fresh ?? quotes.toSorted((a, b) => b.receivedAt - a.receivedAt)[0] ?? null;
}

/** Watched time since any source's last price, or since a takeover or a pause of this process or the feed's. */
export function feedSilentMs({ prices, memory, watched }: AccountView, entry: StoredOrder): number {
  const receivedTimes = prices.quotes(entry.instrument.isin).map(({ receivedAt }) => receivedAt);
  const awakeSince = Math.max(watched.awakeSince(), prices.attendedSince?.() ?? 0);
  return watched.sinceMs(epochMs(Math.max(memory.since, entry.plannedAt, awakeSince, ...receivedTimes)));
}

/** The best known cost of the entry: its average, or its limit before a fill. */
const knownPrice = ({ state, pricing }: StoredOrder): Paise =>
  state.averagePrice > 0 ? state.averagePrice : pricing.limit;

/** An operator's stop is measured from the real fill; a strategy's stop stays at the strategy's price. */
export function stopOf({ prices }: Pick<AccountView, "prices">, order: StoredOrder): Paise {
  const { entry, state, side, instrument } = order;
  if (entry?.authority !== "operator" || state.averagePrice <= 0) return entry?.stop ?? order.pricing.limit;
  const band = prices.band(instrument.isin) ?? assumedBand(state.averagePrice, instrument.tickSize);
  return operatorStop(side, state.averagePrice, band);
}

const sidePrice = (entry: StoredOrder, { bid, ask, last }: Quote): Paise => (entry.side === "buy" ? bid : ask) ?? last;

/** Updates the price at which the position could be left; one print that jumps is not trusted alone. */
function watchPrice(view: AccountView, entry: StoredOrder): PriceWatch {
  const { memory, prices, now } = view;
  const known = knownPrice(entry);
  let watch = memory.watches.get(entry.positionId) ?? startPriceWatch(known);
  const fresh = prices.quotes(entry.instrument.isin).filter((quote) => isFresh(quote, now));
  for (const quote of fresh.toSorted((a, b) => a.receivedAt - b.receivedAt))
    watch = observePrice(watch, { price: sidePrice(entry, quote), at: quote.receivedAt, source: quote.source });
  memory.watches.set(entry.positionId, watch);
  return watch;
}

export const trustedLeavingPrice = (view: AccountView, entry: StoredOrder): Paise | null =>
  trustedPrice(watchPrice(view, entry), view.now);

/** The market of a position; an untrusted print counts as no print. */
export function marketOf(view: AccountView, entry: StoredOrder): ExitMarket {
  const { prices, now } = view;
  const { isin, tickSize } = entry.instrument;
  const known = knownPrice(entry);
  const band = prices.band(isin) ?? assumedBand(known, tickSize);
  const quote = bestQuote(prices.quotes(isin), now);
  if (quote === null) return { bid: null, ask: null, last: null, band, isStale: true };
  const watch = watchPrice(view, entry);
  const isStale = !isFresh(quote, now);
  // Another source may have corrected the watch since; that does not confirm this print.
  if (!isDoubted(watch, sidePrice(entry, quote)))
    return { bid: quote.bid, ask: quote.ask, last: quote.last, band, isStale };
  const believed = watch.receivedAt === null ? null : paise(watch.trusted);
  const isLong = entry.side === "buy";
  return {
    bid: isLong ? believed : quote.bid,
    ask: isLong ? quote.ask : believed,
    last: believed,
    band,
    isStale,
  };
}
