import type { Broker, Product } from "./model.ts";
import { emptyPosition } from "./position.ts";
import type { AccountState, Line } from "./states.ts";

export const createAccountState = (id: string, number: number, broker: Broker, cash: number): AccountState => ({
  id,
  number,
  broker,
  opening: cash,
  cash,
  blocked: 0,
  realised: 0,
  lines: null,
  holdings: null,
  orders: null,
  shown: null,
  isNextFillPartial: false,
  nextRejection: null,
});

/** Two products per symbol. */
const keyOf = (symbolIndex: number, product: Product): number => symbolIndex * 2 + (product === "intraday" ? 0 : 1);

export const findLine = (account: AccountState, symbolIndex: number, product: Product): Line | null =>
  account.lines?.get(keyOf(symbolIndex, product)) ?? null;

export function lineOf(account: AccountState, symbolIndex: number, product: Product): Line {
  account.lines ??= new Map();
  const key = keyOf(symbolIndex, product);
  let line = account.lines.get(key);
  if (line === undefined) {
    line = { ...emptyPosition(), symbolIndex, product, blocked: 0, working: [] };
    account.lines.set(key, line);
  }
  return line;
}

export const availableCash = (account: AccountState): number => account.cash + account.realised - account.blocked;
