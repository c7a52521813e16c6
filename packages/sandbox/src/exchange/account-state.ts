import type { Broker, Product, RejectReason } from "./model.ts";
import type { OrderState } from "./order-state.ts";
import { emptyPosition, type PositionState } from "./position.ts";

/** What an account does today in one symbol and product. */
export interface Line extends PositionState {
  readonly symbolIndex: number;
  readonly product: Product;
  /** Margin held for the open shares and the working orders. */
  blocked: number;
  readonly working: OrderState[];
}

export interface HoldingState {
  quantity: number;
  /** What all of it cost. */
  value: number;
}

export interface AccountState {
  readonly id: string;
  readonly number: number;
  readonly broker: Broker;
  opening: number;
  cash: number;
  blocked: number;
  /** Of intraday positions, today. */
  realised: number;
  /** Made when needed: most of fifty thousand accounts never trade. */
  lines: Map<number, Line> | null;
  holdings: Map<number, HoldingState> | null;
  orders: OrderState[] | null;
  isNextFillPartial: boolean;
  nextRejection: RejectReason | null;
}

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
  isNextFillPartial: false,
  nextRejection: null,
});

/** Two products to a symbol. */
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
