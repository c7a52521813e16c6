import { type AccountId, accountId } from "@vriddhi/core/allocation/account-id";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import type { BrokerClient } from "@vriddhi/sandbox/broker/client";
import type { Outside } from "../outside/outside.ts";
import { WORKERS } from "../plan/day-plan.ts";
import type { DayPlan, PlannedAccount } from "../plan/plan-model.ts";

export interface SimAccount {
  readonly id: AccountId;
  readonly plan: PlannedAccount;
  readonly client: BrokerClient;
  readonly worker: number;
}

export const workerOfBucket = (bucket: number): number => bucket % WORKERS;

export const openAccounts = (outside: Outside, plan: DayPlan): readonly SimAccount[] =>
  plan.accounts.map((planned) => {
    const id = accountId(`account-${planned.client}`);
    const client = outside.open(planned.broker, planned.client, planned.cash);
    return { id, plan: planned, client, worker: workerOfBucket(bucketOf(id)) };
  });
