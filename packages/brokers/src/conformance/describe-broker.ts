import { createSeededRandom } from "@vriddhi/core/shared/random";
import { epochMs } from "@vriddhi/core/time/clock";
import { afterEach, beforeEach, describe } from "vitest";
import { realTimers } from "../transport/timers.ts";
import { describeBooks } from "./cases-books.ts";
import { describeChanges } from "./cases-changes.ts";
import { describeExecution } from "./cases-execution.ts";
import { describeFeeds } from "./cases-feeds.ts";
import { describeHistory } from "./cases-history.ts";
import { describeLimits } from "./cases-limits.ts";
import { describeLogin } from "./cases-login.ts";
import { describeOrders } from "./cases-orders.ts";
import { describeOutcomes } from "./cases-outcomes.ts";
import type { Given } from "./given.ts";
import { type BrokerUnderTest, Harness } from "./harness.ts";

const NOWHERE = { httpUrl: "http://127.0.0.1:9", wsUrl: "ws://127.0.0.1:9" };

/** The shared suite of all adapters, run against each simulator. Cases are skipped by capability, never by name. */
export function describeBroker(name: string, underTest: BrokerUnderTest): void {
  const clock = { now: () => epochMs(0) };
  const deps = { random: createSeededRandom(1), timers: realTimers, clock };
  const { capabilities } = underTest.createAdapter(NOWHERE, deps, null);

  describe(`${name}, in the shared suite,`, () => {
    let harness: Harness;
    beforeEach(async () => {
      harness = await Harness.start(underTest);
    });
    afterEach(() => harness.stop());
    const given: Given = { harness: () => harness, capabilities, isWired: underTest.unwired === undefined };
    describeOrders(given);
    describeChanges(given);
    describeExecution(given);
    describeOutcomes(given);
    describeLimits(given);
    describeBooks(given);
    describeHistory(given);
    describeFeeds(given);
    describeLogin(given);
  });
}
