import { paise } from "@vriddhi/core/shared/money";
import { entryOf, plannedEvent } from "@vriddhi/execution/store-suite/store-fixture";
import { describe, expect, it } from "vitest";
import { NeighbourRule } from "./neighbours.ts";
import { RuleWorld } from "./rule-fixture.ts";

const aWorld = () => new RuleWorld((deps) => new NeighbourRule(deps));
const WAITS = "no account waits for another's fault";

describe("the rule that one account does not delay another", () => {
  it("reports an outcome later than three seconds, but only for an account without hindrance", async () => {
    const world = aWorld();
    world.deps.hindrances.begin("ZX2", "session");
    world.rule.signalled?.("signal");
    await world.live(3);
    expect(world.accused).toEqual([]);
    await world.live(1);
    expect(world.accused).toEqual([{ invariant: WAITS, account: "ZX1" }]);
  });

  it("reports a stored entry that is not sent after one second", async () => {
    const world = aWorld();
    const [account] = world.deps.accounts;
    if (account === undefined) throw new Error("the fixture has an account");
    const entry = world.store(entryOf("ENTRY", account.id, "signal"), "sending");
    world.rule.written?.(plannedEvent(entry));
    await world.live(2);
    expect(world.accused).toEqual([{ invariant: WAITS, account: "ZX1" }]);
  });

  it("allows an entry proved unsent to wait while its limit cannot be met at the feed's price, and two seconds more", async () => {
    const world = aWorld();
    const [account] = world.deps.accounts;
    if (account === undefined) throw new Error("the fixture has an account");
    const { ask } = world.deps.exchange.top("SBIN");
    const entry = world.store(entryOf("ENTRY", account.id, "signal"), "sending");
    const unsent = { ...entry, state: { ...entry.state, isProvedUnsent: true } };
    // The market has come back since the last tick.
    world.deps.tables.orders.set(entry.tag, { ...unsent, pricing: { kind: "limit", limit: ask ?? paise(1) } });
    world.lastQuote = { ask: paise((ask ?? 0) + 100), bid: ask, atMs: 0 };
    world.rule.written?.(plannedEvent(entry));
    await world.live(7);
    expect(world.accused).toEqual([]);
    await world.live(1);
    expect(world.accused).toEqual([{ invariant: WAITS, account: "ZX1" }]);
  });

  it("allows an entry to wait for a lost order of its own account, and not for one of another account", async () => {
    const world = aWorld();
    for (const account of world.deps.accounts) {
      const entry = world.store(entryOf(account.plan.client, account.id, "signal"), "sending");
      world.rule.written?.(plannedEvent(entry));
      if (account.plan.client === "ZX2") world.store(entryOf("LOST", account.id, "signal-0"), "unknown");
    }
    await world.live(10);
    expect(world.accused).toEqual([{ invariant: WAITS, account: "ZX1" }]);
  });

  it("accepts a day on which everything is immediate", async () => {
    const world = aWorld();
    world.rule.signalled?.("signal");
    for (const account of world.deps.accounts) {
      const entry = world.store(entryOf(account.plan.client, account.id, "signal"), "sending");
      world.rule.written?.(plannedEvent(entry));
      world.rule.left?.({ account, name: "entry", order: entry });
    }
    await world.live(10);
    expect(world.accused).toEqual([]);
  });
});
