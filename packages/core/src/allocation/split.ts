import { assert } from "../shared/assert.ts";
import type { Paise } from "../shared/money.ts";
import type { AccountId } from "./account-id.ts";

export interface SplitAccount {
  readonly id: AccountId;
  readonly capital: Paise;
}

export interface SplitShare {
  readonly id: AccountId;
  readonly quantity: number;
}

/** The highest capital; ties go to the first id, so the choice is stable. */
const firstInLine = (a: SplitAccount, b: SplitAccount): number => b.capital - a.capital || (a.id < b.id ? -1 : 1);

/** In proportion to chosen capital, in whole shares; the remainder goes to the highest. Empty without capital. */
export function splitByCapital(quantity: number, accounts: readonly SplitAccount[]): readonly SplitShare[] {
  assert(Number.isSafeInteger(quantity) && quantity >= 0, "whole shares are split");
  const line = [...accounts].sort(firstInLine);
  const all = line.reduce((sum, { capital }) => sum + BigInt(capital), 0n);
  if (all === 0n) return line.map(({ id }) => ({ id, quantity: 0 }));
  const shares = line.map(({ id, capital }) => ({ id, quantity: Number((BigInt(quantity) * BigInt(capital)) / all) }));
  const left = quantity - shares.reduce((sum, share) => sum + share.quantity, 0);
  return shares.map((share, n) => (n === 0 ? { id: share.id, quantity: share.quantity + left } : share));
}
