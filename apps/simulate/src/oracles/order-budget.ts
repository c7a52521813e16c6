import { MINUTE_MS } from "@vriddhi/core/time/clock";
import type { KnownCall } from "../worker/fault-director.ts";
import type { Rule, RuleDeps } from "./rule.ts";

/** The product notices free capacity this much later. */
const NOTICED_MS = 500;

/** Calls that a process claimed and never made: its successor must count them. */
const CLAIMED_MAX = 2;

/** An account's calls per minute stay within its broker's limits that day, however often its process restarts. */
export class OrderBudgetRule implements Rule {
  readonly #deps: RuleDeps;
  readonly #sent = new Map<string, readonly number[]>();

  constructor(deps: RuleDeps) {
    this.#deps = deps;
  }

  left({ account, name, order }: KnownCall): void {
    const { plan, clock, hindrances, accuse } = this.#deps;
    const budget = plan.narrowBudget;
    if (budget === null || budget.broker !== account.plan.broker || order === null) return;
    const now = clock.time.now();
    const sent = [...(this.#sent.get(account.id) ?? []).filter((at) => now - at < MINUTE_MS), now];
    this.#sent.set(account.id, sent);
    // Everything else of the account waits until the minute has room again.
    const first = sent.at(CLAIMED_MAX - budget.ordersPerMinute);
    if (first !== undefined) hindrances.hinder(account.plan.client, first + MINUTE_MS + NOTICED_MS - now);
    if (sent.length <= budget.ordersPerMinute) return;
    const detail = `the ${name} is number ${sent.length} in a minute that has room for ${budget.ordersPerMinute}`;
    accuse("the broker's limits are kept", { account: account.id, tag: order.tag }, detail);
  }
}
