import type { EpochMs } from "@vriddhi/core/time/clock";

export interface ExportedUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly isSubscribed: boolean;
  readonly isSuspended: boolean;
  readonly createdAt: EpochMs;
}

export interface ExportedOrder {
  readonly tag: string;
  readonly tradingDay: string;
  readonly plannedAt: EpochMs;
  readonly userId: string;
  readonly username: string | null;
  readonly broker: string;
  readonly symbol: string;
  readonly side: string;
  readonly leg: string;
  readonly cause: string;
  readonly quantity: number;
  readonly filled: number;
  readonly averagePaise: number;
  readonly status: string;
  readonly reason: string | null;
}

export interface DeskExportStore {
  /** The next users after `after`, sorted by id; `null` starts at the first. */
  usersAfter(after: string | null, limit: number, marketNow: EpochMs): Promise<readonly ExportedUser[]>;
  newestDay(): Promise<string | null>;
  /** The day's next orders after `after`, sorted by tag. */
  ordersAfter(day: string, after: string | null, limit: number): Promise<readonly ExportedOrder[]>;
}
