import { addDays, type IstDate } from "@vriddhi/core/time/ist";
import { applyFill, shareRoundedDown } from "./position.ts";
import type { AccountState, HoldingState, Line, OrderState } from "./states.ts";
import type { World } from "./world.ts";

/** An open intraday position is settled at the last price, as in the exchange's auction. */
function settleIntraday(world: World, account: AccountState, line: Line): void {
  const before = line.realised;
  if (line.net !== 0) applyFill(line, line.net < 0, Math.abs(line.net), world.market.last[line.symbolIndex] as number);
  account.realised += line.realised - before;
}

/** Shares bought arrive, shares sold leave with their part of the cost. */
function settleDelivery(account: AccountState, line: Line): void {
  account.holdings ??= new Map<number, HoldingState>();
  const holding = account.holdings.get(line.symbolIndex) ?? { quantity: 0, value: 0 };
  if (line.net > 0) {
    holding.value += line.openValue;
  } else if (line.net < 0) {
    holding.value -= shareRoundedDown(holding.value, -line.net, holding.quantity);
  }
  holding.quantity += line.net;
  if (holding.quantity === 0) account.holdings.delete(line.symbolIndex);
  else account.holdings.set(line.symbolIndex, holding);
}

function settleAccount(world: World, account: AccountState): void {
  for (const line of account.lines?.values() ?? []) {
    if (line.product === "intraday") settleIntraday(world, account, line);
    else if (line.net !== 0) settleDelivery(account, line);
  }
  account.cash += account.realised;
  account.opening = account.cash;
  account.realised = 0;
  account.blocked = 0;
  account.lines = null;
  account.orders = null;
  account.shown = null;
}

function forgetTag(world: World, { tag, date }: OrderState): void {
  if (tag === null) return;
  const later = (world.byTag.get(tag) ?? []).filter((order) => order.date > date);
  if (later.length === 0) world.byTag.delete(tag);
  else world.byTag.set(tag, later);
}

function forgetBefore(world: World, date: IstDate): void {
  for (const lived of world.lived.keys()) if (lived < date) world.lived.delete(lived);
  for (const [id, order] of world.orders) {
    if (order.date >= date) break; // oldest first
    world.orders.delete(id);
    forgetTag(world, order);
  }
}

/** Between two days: profits become cash, deliveries become holdings, books are emptied. */
export function settleDay(world: World, date: IstDate): void {
  for (const account of world.accounts.values()) settleAccount(world, account);
  forgetBefore(world, addDays(date, -world.settings.daysKept));
}
