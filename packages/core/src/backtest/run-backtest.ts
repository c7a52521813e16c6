import type { BarSeries } from "../market/bar-series.ts";
import { MINUTES_PER_DAY } from "../market/bar-time.ts";
import {
  type BacktestAccount,
  chargeDay,
  closeHolding,
  enterHolding,
  equityOf,
  type Holding,
  openAccount,
} from "./backtest-account.ts";
import { limitFill, stopFill, targetFill } from "./fill-price.ts";
import type { BacktestSettings } from "./settings.ts";
import type { BarEvent, Decision, EnterDecision, Strategy } from "./strategy-port.ts";
import type { BacktestOutcome } from "./trade.ts";
import { walkBars } from "./walk-bars.ts";

/** Which of stop and target work inside the bar: for an entry filled inside it the target may have traded before. */
const BOTH = 2;
const STOP_ONLY = 1;

/** Each closed bar goes to the strategy; stops, targets and the day's end are checked before the strategy sees it. */
export function runBacktest<State>(
  series: readonly BarSeries[],
  strategy: Strategy<State>,
  settings: BacktestSettings,
): BacktestOutcome {
  const symbols = series.map(({ symbol }) => symbol);
  const desk = openAccount(symbols, settings);
  const state = strategy.start(symbols);
  const firstMinute = (settings.firstDay ?? 0) * MINUTES_PER_DAY;
  const { bars, day } = walkBars(series, {
    endDay: (day) => endDay(desk, day),
    startDay: (day) => void strategy.step(state, { kind: "day_start", day }),
    bar(bar) {
      const holding = desk.holdings[bar.symbol] as Holding;
      const time = bar.minute % MINUTES_PER_DAY;
      const works = fillPending(desk, holding, bar, time);
      if (holding.trade !== null) protect(desk, holding, bar, time, works);
      const decisions = strategy.step(state, bar);
      holding.lastMinute = bar.minute;
      holding.lastOpen = bar.open;
      holding.lastClose = bar.close;
      // Nearly every bar is quiet, and iterating even an empty list has a cost.
      if (decisions.length > 0 && bar.minute >= firstMinute)
        for (const decision of decisions) decide(desk, decision, bar, time);
    },
  });
  return finish(desk, strategy.name, bars, day);
}

/** At the open: decisions of the previous close, then the end of the day. */
function fillPending(desk: BacktestAccount, holding: Holding, bar: BarEvent, time: number): number {
  const { pending } = holding;
  const { flatFrom, fill } = desk.settings;
  const isOver = flatFrom !== null && time >= flatFrom;
  let works = BOTH;
  if (pending !== null) {
    holding.pending = null;
    if (pending.kind === "exit") closeHolding(desk, holding, bar.open, bar.minute, "signal");
    else if (isOver) desk.lost.too_late += 1;
    else works = fillEntry(desk, holding, pending, bar);
  }
  if (isOver && fill !== "close") closeHolding(desk, holding, bar.open, bar.minute, "time");
  return works;
}

function fillEntry(desk: BacktestAccount, holding: Holding, decision: EnterDecision, bar: BarEvent): number {
  const isStanding = desk.settings.fill === "limit-through";
  const price = isStanding
    ? limitFill(decision.side, decision.limit ?? decision.price, bar)
    : openWithin(decision, bar.open);
  if (price === null) desk.lost.limit_not_reached += 1;
  else enterHolding(desk, holding, decision, price, bar.minute);
  return price === null || price === bar.open ? BOTH : STOP_ONLY;
}

/** The open, unless it is worse than the entry's limit. */
function openWithin({ side, limit }: EnterDecision, open: number): number | null {
  if (limit === null) return open;
  return (side === "buy" ? open <= limit : open >= limit) ? open : null;
}

/** Inside the bar: the stop, then the target; with closing fills then the end of the day. */
function protect(desk: BacktestAccount, holding: Holding, bar: BarEvent, time: number, works: number): void {
  const { fill, flatFrom, barMinutes } = desk.settings;
  const { stop, target, trade } = holding;
  if (trade === null) return;
  const stopped = stop === null ? null : stopFill(trade.side, stop, bar);
  if (stopped !== null) {
    closeHolding(desk, holding, stopped, bar.minute, "stop");
    return;
  }
  const isThrough = fill === "limit-through";
  const reached = target === null || works === STOP_ONLY ? null : targetFill(trade.side, target, bar, isThrough);
  if (reached !== null) closeHolding(desk, holding, reached, bar.minute, "target");
  else if (fill === "close" && flatFrom !== null && time >= flatFrom - barMinutes)
    closeHolding(desk, holding, bar.close, bar.minute, "time");
}

function decide(desk: BacktestAccount, decision: Decision, bar: BarEvent, time: number): void {
  const holding = desk.holdings[decision.symbol] as Holding;
  const { fill, entriesUntil } = desk.settings;
  if (decision.kind === "enter" && entriesUntil !== null && time >= entriesUntil) {
    desk.lost.too_late += 1;
    return;
  }
  if (fill !== "close") holding.pending = decision;
  else if (decision.kind === "exit") closeHolding(desk, holding, holding.lastClose, bar.minute, "signal");
  else enterHolding(desk, holding, decision, holding.lastClose, bar.minute);
}

/** Closes intraday positions at the last close, where no later bar exists. */
function endDay(desk: BacktestAccount, day: number): void {
  if (desk.settings.flatFrom !== null) {
    for (const holding of desk.holdings) {
      if (holding.pending?.kind === "enter") desk.lost.too_late += 1;
      holding.pending = null;
      closeHolding(desk, holding, holding.lastClose, holding.lastMinute, "time");
    }
  }
  desk.balance -= chargeDay(desk);
  if (day >= (desk.settings.firstDay ?? 0)) desk.days.push({ day, equity: equityOf(desk) });
}

function finish(desk: BacktestAccount, strategy: string, bars: number, day: number): BacktestOutcome {
  const { flatFrom, lastExit } = desk.settings;
  for (const holding of flatFrom === null ? desk.holdings : []) {
    const price = lastExit === "open" ? holding.lastOpen : holding.lastClose;
    closeHolding(desk, holding, price, holding.lastMinute, "end");
  }
  if (day >= 0) endDay(desk, day);
  const { trades, days, lost } = desk;
  return { strategy, trades, days, lost, bars, finalEquity: desk.balance };
}
