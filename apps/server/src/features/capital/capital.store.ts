import type { Paise } from "@vriddhi/core/shared/money";
import type { EpochMs } from "@vriddhi/core/time/clock";

/** Fyers has a value of its own; everything else is the account's. */
export type CapitalScope = "account" | "fyers";

export interface CapitalChoice {
  readonly id: string;
  readonly userId: string;
  readonly capital: Paise;
  readonly isActive: boolean;
}

export interface CapitalStore {
  find(userId: string, scope: CapitalScope): Promise<CapitalChoice | null>;
  /** Null: there is no such choice of this person. */
  findById(userId: string, id: string): Promise<CapitalChoice | null>;
  /** Makes it or changes it; `isActive` left out stays as it is. */
  put(
    userId: string,
    scope: CapitalScope,
    choice: { readonly capital: Paise; readonly isActive?: boolean | undefined; readonly at: EpochMs },
  ): Promise<CapitalChoice>;
}
