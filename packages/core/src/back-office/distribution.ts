import type { AccountId } from "../allocation/account-id.ts";
import { type SplitAccount, splitByCapital } from "../allocation/split.ts";

export interface Distribution {
  /** Highest capital first; an account that gets nothing is in it with 0. */
  readonly shares: readonly { readonly id: AccountId; readonly quantity: number }[];
  readonly allocated: number;
  /** What rounding left over; the highest capital has it already (C9.5). */
  readonly remainder: number;
}

/** How an operator's quantity falls to the active accounts. Preview and placement ask the same. */
export function distribute(quantity: number, accounts: readonly SplitAccount[]): Distribution {
  const shares = splitByCapital(quantity, accounts);
  const all = accounts.reduce((sum, { capital }) => sum + BigInt(capital), 0n);
  const whole =
    all === 0n ? 0 : accounts.reduce((sum, { capital }) => sum + Number((BigInt(quantity) * BigInt(capital)) / all), 0);
  const allocated = shares.reduce((sum, share) => sum + share.quantity, 0);
  return { shares, allocated, remainder: allocated - whole };
}

const HUNDREDTHS = 10_000;

/** The part of the whole in percent, to two places. */
export const percentageOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * HUNDREDTHS) / 100;
