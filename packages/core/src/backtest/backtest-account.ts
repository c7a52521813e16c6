import { chargesPerOrder, type ExecutedOrder } from "../charges/charges.ts";
import { tariffOf } from "../charges/tariff.ts";
import type { Side } from "../order/order.ts";
import { oppositeSide } from "../order/price-band.ts";
import { sizeEntry, turnoverShares } from "../risk/sizing.ts";
import { type Paise, paise } from "../shared/money.ts";
import { outward, slip } from "./fill-price.ts";
import type { BacktestSettings } from "./settings.ts";
import type { Decision, EnterDecision } from "./strategy-port.ts";
import type { DayEquity, ExitCause, LostEntry, Trade } from "./trade.ts";

type OpenTrade = { -readonly [Key in keyof Trade]: Trade[Key] };

export interface Holding {
  readonly symbol: string;
  trade: OpenTrade | null;
  stop: number | null;
  target: number | null;
  /** Decided on the last close, not filled yet. */
  pending: Decision | null;
  lastMinute: number;
  lastOpen: number;
  lastClose: number;
}

/** The account of a back-test: holdings, value and trades. Mutated in place. */
export interface BacktestAccount {
  readonly settings: BacktestSettings;
  readonly holdings: readonly Holding[];
  readonly trades: OpenTrade[];
  readonly days: DayEquity[];
  readonly lost: Record<LostEntry, number>;
  /** Capital and all realised results, less charges. */
  balance: number;
  /** Entry value of open positions. */
  bound: number;
  /** Today's executed orders without charges yet, each with its trade. */
  readonly note: { readonly orders: ExecutedOrder[]; readonly owners: OpenTrade[] };
}

export function openAccount(symbols: readonly string[], settings: BacktestSettings): BacktestAccount {
  return {
    settings,
    holdings: symbols.map((symbol) => ({
      symbol,
      trade: null,
      stop: null,
      target: null,
      pending: null,
      lastMinute: 0,
      lastOpen: 0,
      lastClose: 0,
    })),
    trades: [],
    days: [],
    lost: { too_late: 0, no_shares: 0, limit_not_reached: 0 },
    balance: settings.capital,
    bound: 0,
    note: { orders: [], owners: [] },
  };
}

function execute(desk: BacktestAccount, owner: OpenTrade, side: Side, price: number): void {
  if (desk.settings.tariff === null) return;
  desk.note.orders.push({ side, value: (owner.quantity * price) as Paise });
  desk.note.owners.push(owner);
}

/** The day's contract note: charged once, divided over the trades of its orders. */
export function chargeDay({ settings: { tariff }, note }: BacktestAccount): number {
  if (tariff === null || note.orders.length === 0) return 0;
  let total = 0;
  chargesPerOrder(note.orders, tariff).forEach((charge, index) => {
    const owner = note.owners[index] as OpenTrade;
    owner.charges += charge;
    owner.net = owner.gross - owner.charges;
    total += charge;
  });
  note.orders.length = 0;
  note.owners.length = 0;
  return total;
}

const available = ({ balance, bound }: BacktestAccount): number => balance - bound;

/** The live sizing rule for an account whose band covers its capital, without leverage. */
function sharesByRisk(desk: BacktestAccount, { side, price, limit, stop, medianTurnover }: EnterDecision): number {
  const { capital, tariff } = desk.settings;
  const worst = paise(limit ?? price);
  const funds = paise(Math.max(0, available(desk)));
  if (stop === null) return Math.floor(Math.min(funds, capital) / worst);
  const place = { capital, before: paise(0), all: capital, rotation: paise(0) };
  const sized = sizeEntry({
    side,
    price: worst,
    stop: paise(stop),
    capital,
    band: capital,
    funds,
    marginPerShare: worst,
    sharesMax: medianTurnover === null ? Number.MAX_SAFE_INTEGER : turnoverShares(paise(medianTurnover), worst, place),
    ownDailyStop: null,
    tariff: tariff ?? tariffOf("zerodha"),
  });
  return sized.ok ? sized.value.quantity : 0;
}

/** Slightly below one, so that rounding never buys for more than the balance. */
const NEARLY_ALL = 1 - Number.EPSILON;

function sharesFor(desk: BacktestAccount, decision: EnterDecision, price: number): number {
  const { sizing } = desk.settings;
  if (sizing.kind === "fixed") return sizing.quantity;
  if (sizing.kind === "by_risk") return sharesByRisk(desk, decision);
  return Math.max(0, Math.floor((available(desk) * NEARLY_ALL) / price));
}

export function closeHolding(
  desk: BacktestAccount,
  holding: Holding,
  price: number,
  minute: number,
  cause: ExitCause,
): void {
  const { trade } = holding;
  if (trade === null) return;
  const { slippage, hasTicks } = desk.settings;
  const side = oppositeSide(trade.side);
  const paid = slip(price, side, cause === "stop" ? slippage.stop : slippage.exit, hasTicks);
  trade.exitMinute = minute;
  trade.exitPrice = paid;
  trade.exitCause = cause;
  trade.gross = trade.quantity * (trade.side === "buy" ? paid - trade.entryPrice : trade.entryPrice - paid);
  trade.net = trade.gross - trade.charges;
  desk.balance += trade.gross;
  desk.bound -= trade.quantity * trade.entryPrice;
  execute(desk, trade, side, paid);
  desk.trades.push(trade);
  holding.trade = null;
  holding.stop = null;
  holding.target = null;
}

/** Returns false when no share can be bought. Closes an opposite holding first, at the same price. */
export function enterHolding(
  desk: BacktestAccount,
  holding: Holding,
  decision: EnterDecision,
  price: number,
  minute: number,
): boolean {
  if (holding.trade !== null && holding.trade.side === decision.side) return false;
  closeHolding(desk, holding, price, minute, "signal");
  const { slippage, hasTicks } = desk.settings;
  const { side, stop, target } = decision;
  const paid = slip(price, side, slippage.entry, hasTicks);
  const quantity = sharesFor(desk, decision, paid);
  if (quantity < 1) {
    desk.lost.no_shares += 1;
    return false;
  }
  const trade = beginTrade(holding.symbol, decision, quantity, paid, minute);
  const isLong = side === "buy";
  holding.trade = trade;
  holding.stop = stop !== null && hasTicks ? outward(stop, !isLong) : stop;
  holding.target = target !== null && hasTicks ? outward(target, isLong) : target;
  desk.bound += quantity * paid;
  execute(desk, trade, side, paid);
  return true;
}

const beginTrade = (
  symbol: string,
  { side, reason }: EnterDecision,
  quantity: number,
  entryPrice: number,
  entryMinute: number,
): OpenTrade => ({
  symbol,
  side,
  quantity,
  entryMinute,
  entryPrice,
  exitMinute: entryMinute,
  exitPrice: entryPrice,
  exitCause: "end",
  gross: 0,
  charges: 0,
  net: 0,
  reason,
});

/** Total value at the last closes. */
export function equityOf({ balance, holdings }: BacktestAccount): number {
  let equity = balance;
  for (const { trade, lastClose } of holdings) {
    if (trade === null) continue;
    const gain = trade.side === "buy" ? lastClose - trade.entryPrice : trade.entryPrice - lastClose;
    equity += trade.quantity * gain;
  }
  return equity;
}
