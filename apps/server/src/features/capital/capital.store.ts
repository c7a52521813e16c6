import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** Fyers has its own value; all other brokers share the account's. */
export type CapitalScope = "account" | "fyers";

export interface CapitalChoice {
  readonly id: string;
  readonly userId: string;
  readonly capital: Paise;
  readonly isActive: boolean;
}

export interface CapitalStore {
  find(userId: string, scope: CapitalScope): Promise<CapitalChoice | null>;
  findById(userId: string, id: string): Promise<CapitalChoice | null>;
  /** Creates or updates it; without `isActive` that field stays. */
  put(
    userId: string,
    scope: CapitalScope,
    choice: { readonly capital: Paise; readonly isActive?: boolean | undefined; readonly at: EpochMs },
  ): Promise<CapitalChoice>;
}
