import type { EpochMs } from "@vriddhi/core/time/clock";

export interface ListedUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isSubscribed: boolean;
}

export interface UserQuery {
  readonly filter: "all" | "subscribed" | "non_subscribed";
  readonly search: string | null;
  readonly page: { readonly limit: number; readonly offset: number } | null;
}

export interface AdminUsersStore {
  list(query: UserQuery, marketNow: EpochMs): Promise<readonly ListedUser[]>;
  exists(userId: string): Promise<boolean>;
}
