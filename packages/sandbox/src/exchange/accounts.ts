import { assert } from "@vriddhi/core/shared/assert";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { availableCash, createAccountState, findLine } from "./account-state.ts";
import type { Funds, Holding, OpenAccount, Position } from "./model.ts";
import { averageOf, unrealisedAt } from "./position.ts";
import type { AccountState, Line } from "./states.ts";
import type { World } from "./world.ts";

export function accountOf(world: World, id: string): AccountState {
  const account = world.accounts.get(id);
  assert(account !== undefined, `the account ${id} exists`);
  return account;
}

export function openAccount(world: World, { id, broker, cashPaise, heldSymbols }: OpenAccount): void {
  assert(!world.accounts.has(id), `the account ${id} is new`);
  assert(Number.isSafeInteger(cashPaise) && cashPaise >= 0, "cash is a whole amount, not negative");
  const account = createAccountState(id, world.accounts.size, broker, cashPaise);
  if (heldSymbols !== undefined) {
    account.holdings = new Map(
      heldSymbols.map(({ symbol, quantity, averagePrice }) => {
        const index = world.indexOf.get(symbol);
        assert(index !== undefined, `${symbol} is listed`);
        return [index, { quantity, value: quantity * averagePrice }];
      }),
    );
  }
  world.accounts.set(id, account);
}

export function addCash(account: AccountState, amount: Paise): void {
  assert(amount >= 0 || availableCash(account) + amount >= 0, "a pay-out is covered by what is free");
  account.cash += amount;
}

const linesOf = (account: AccountState): Line[] => [...(account.lines?.values() ?? [])];
const lastOf = (world: World, index: number): number => world.market.last[index] as number;

export function fundsOf(world: World, account: AccountState): Funds {
  const unrealised = linesOf(account)
    .filter(({ product }) => product === "intraday")
    .reduce((sum, line) => sum + unrealisedAt(line, lastOf(world, line.symbolIndex)), 0);
  return {
    opening: paise(account.opening),
    cash: paise(account.cash),
    blocked: paise(account.blocked),
    realised: paise(account.realised),
    unrealised: paise(unrealised),
    available: paise(availableCash(account)),
  };
}

export function positionsOf(world: World, account: AccountState): Position[] {
  return linesOf(account)
    .filter(({ buyQuantity, sellQuantity }) => buyQuantity + sellQuantity > 0)
    .map((line) => ({
      symbol: world.instruments[line.symbolIndex]?.symbol ?? "",
      product: line.product,
      netQuantity: line.net,
      openValue: paise(line.openValue),
      averagePrice: paise(averageOf(line.openValue, Math.abs(line.net))),
      dayBuyQuantity: line.buyQuantity,
      dayBuyValue: paise(line.buyValue),
      daySellQuantity: line.sellQuantity,
      daySellValue: paise(line.sellValue),
      realised: paise(line.realised),
      unrealised: paise(unrealisedAt(line, lastOf(world, line.symbolIndex))),
      lastPrice: paise(lastOf(world, line.symbolIndex)),
      previousClose: paise(world.market.previousClose[line.symbolIndex] as number),
    }));
}

export function holdingsOf(world: World, account: AccountState): Holding[] {
  return [...(account.holdings ?? [])].map(([index, { quantity, value }]) => {
    const line = findLine(account, index, "delivery");
    const sold = Math.max(0, -(line?.net ?? 0));
    const offered = (line?.working ?? [])
      .filter(({ isBuy }) => !isBuy)
      .reduce((sum, order) => sum + order.quantity - order.filled, 0);
    return {
      symbol: world.instruments[index]?.symbol ?? "",
      isin: world.instruments[index]?.isin ?? "",
      quantity,
      usedQuantity: Math.min(quantity, sold + offered),
      averagePrice: paise(averageOf(value, quantity)),
      lastPrice: paise(lastOf(world, index)),
      previousClose: paise(world.market.previousClose[index] as number),
    };
  });
}
