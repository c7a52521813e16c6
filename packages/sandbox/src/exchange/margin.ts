import { findLine, lineOf } from "./account-state.ts";
import type { Product } from "./model.ts";
import { applyFill } from "./position.ts";
import type { AccountState, Line, OrderState } from "./states.ts";

const BASIS = 10_000;

interface Pending {
  quantity: number;
  value: number;
  dearest: number;
}

function pendingOf(working: readonly OrderState[], isBuy: boolean): Pending {
  const pending = { quantity: 0, value: 0, dearest: 0 };
  for (const order of working) {
    if (order.isBuy !== isBuy) continue;
    const quantity = order.quantity - order.filled;
    pending.quantity += quantity;
    pending.value += quantity * order.marginPrice;
    pending.dearest = Math.max(pending.dearest, order.marginPrice);
  }
  return pending;
}

/** The larger of all buys and all sells. Exits need no margin until together they would turn the position. */
function intradayExposure(line: Pick<Line, "net" | "openValue">, buys: Pending, sells: Pending): number {
  const along = line.net >= 0 ? buys : sells;
  const against = line.net >= 0 ? sells : buys;
  const turned = Math.max(0, against.quantity - Math.abs(line.net)) * against.dearest;
  return Math.max(line.openValue + along.value, turned);
}

const NO_LINE = { net: 0, openValue: 0, blocked: 0 };

/** Delivery sells need shares and no money; delivery buys are paid in full. */
function marginOf(
  product: Product,
  line: Pick<Line, "net" | "openValue">,
  working: readonly OrderState[],
  intradayBasisPoints: number,
): number {
  const buys = pendingOf(working, true);
  if (product === "delivery") return buys.value;
  const exposure = intradayExposure(line, buys, pendingOf(working, false));
  return Math.ceil((exposure * intradayBasisPoints) / BASIS);
}

/** Recalculates the line's margin from scratch after each change, so that no remainder can stay. */
export function recount(account: AccountState, line: Line, intradayBasisPoints: number): void {
  const blocked = marginOf(line.product, line, line.working, intradayBasisPoints);
  account.blocked += blocked - line.blocked;
  line.blocked = blocked;
}

function workingWith(line: Line | null, order: OrderState): OrderState[] {
  const working = line === null ? [] : line.working.filter((other) => other.id !== order.id);
  working.push(order);
  return working;
}

export function additionalMargin(order: OrderState, intradayBasisPoints: number): number {
  const line = findLine(order.account, order.symbolIndex, order.product);
  const { blocked } = line ?? NO_LINE;
  return marginOf(order.product, line ?? NO_LINE, workingWith(line, order), intradayBasisPoints) - blocked;
}

/** Delivery sells: held, plus bought today, less sold or offered. */
export function sellableQuantity(order: OrderState): number {
  const { account, symbolIndex } = order;
  const line = findLine(account, symbolIndex, "delivery");
  const others = line === null ? [] : line.working.filter((other) => other.id !== order.id);
  const held = account.holdings?.get(symbolIndex)?.quantity ?? 0;
  return held + (line?.net ?? 0) - pendingOf(others, false).quantity;
}

export function addWorking(order: OrderState, intradayBasisPoints: number): void {
  const line = lineOf(order.account, order.symbolIndex, order.product);
  if (!line.working.includes(order)) line.working.push(order);
  recount(order.account, line, intradayBasisPoints);
}

export function removeWorking(order: OrderState, intradayBasisPoints: number): void {
  const line = lineOf(order.account, order.symbolIndex, order.product);
  const index = line.working.indexOf(order);
  if (index >= 0) line.working.splice(index, 1);
  recount(order.account, line, intradayBasisPoints);
}

/** A trade of the account. Delivery moves cash at once; intraday only its result counts. */
export function book(order: OrderState, quantity: number, price: number): void {
  const { account } = order;
  const line = lineOf(account, order.symbolIndex, order.product);
  const before = line.realised;
  applyFill(line, order.isBuy, quantity, price);
  if (order.product === "intraday") account.realised += line.realised - before;
  else account.cash += order.isBuy ? -quantity * price : quantity * price;
}
