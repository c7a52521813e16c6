import type { AccountId } from "../allocation/account-id.ts";
import { type SplitAccount, splitByCapital } from "../allocation/split.ts";

export interface Distribution {
  /** Highest capital first; an account without shares is included with 0. */
  readonly shares: readonly { readonly id: AccountId; readonly quantity: number }[];
  readonly allocated: number;
  /** The rounding remainder, already included in the highest capital (C9.5). */
  readonly remainder: number;
}

export function distribute(quantity: number, accounts: readonly SplitAccount[]): Distribution {
  const shares = splitByCapital(quantity, accounts);
  const all = accounts.reduce((sum, { capital }) => sum + BigInt(capital), 0n);
  const whole =
    all === 0n ? 0 : accounts.reduce((sum, { capital }) => sum + Number((BigInt(quantity) * BigInt(capital)) / all), 0);
  const allocated = shares.reduce((sum, share) => sum + share.quantity, 0);
  return { shares, allocated, remainder: allocated - whole };
}

const HUNDREDTHS = 10_000;

export const percentageOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * HUNDREDTHS) / 100;
