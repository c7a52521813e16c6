import { paise } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { OrderWorld } from "../scripted/order-world.ts";

describe("a loss that would end the day", () => {
  it("ends the day only when a book requested afterwards still shows the open quantity: a stop may have traded first", async () => {
    const world = new OrderWorld();
    world.broker.isPushing = false;
    await world.start();
    await world.enter("signal-1", { quantity: 800, stop: paise(99_900) });
    await world.time.advance(10 * SECOND_MS);
    // The stop trades at the first price without a push; still open at the second, the loss would end the day.
    world.setPrice(99_890);
    world.setPrice(99_250);
    await world.time.advance(20 * SECOND_MS);
    expect(world.facts("position_flat")).toHaveLength(1);
    expect(world.facts("daily_stop_hit")).toEqual([]);
  });

  it("ends the day within two seconds when the loss is real", async () => {
    const world = new OrderWorld();
    world.broker.isPushing = false;
    await world.start();
    await world.enter("signal-1", { quantity: 800, stop: paise(90_000) });
    await world.time.advance(10 * SECOND_MS);
    world.setPrice(99_890);
    world.setPrice(99_250);
    await world.time.advance(2 * SECOND_MS);
    expect(world.facts("daily_stop_hit")).toHaveLength(1);
  });
});

describe("a false print", () => {
  it("does not trigger a target, although another source has ticked after it", async () => {
    const world = new OrderWorld();
    await world.start();
    await world.enter();
    world.tick("second");
    await world.time.advance(10 * SECOND_MS);
    world.tick("second");
    world.tick("desk", 103_500);
    await world.time.advance(SECOND_MS - 1);
    world.tick("second");
    await world.time.advance(3 * SECOND_MS);
    expect(world.facts("position_closing")).toEqual([]);
    expect(world.broker.commands).toEqual([]);
  });
});

describe("an exit that must be cancelled to be replaced", () => {
  it("rests unchanged until the broker's rate limits allow both calls", async () => {
    const world = new OrderWorld({ stopBecomesLimit: false });
    world.broker.rates = [{ classes: ["order"], span: "minute", max: 3 }];
    await world.restart();
    await world.enter();
    await world.time.advance(10 * SECOND_MS);
    world.setPrice(102_100);
    await world.time.advance(40 * SECOND_MS);
    expect(world.broker.exchange.working("sell")).toMatchObject([{ quantity: 10 }]);
    expect(world.broker.commands).toEqual([]);
    await world.time.advance(15 * SECOND_MS);
    expect(world.broker.commands.map(({ kind }) => kind)).toEqual(["cancel"]);
    expect(world.broker.exchange.ours()).toBe(0);
  });

  it("leaves rate limit for a position without any exit", async () => {
    const world = new OrderWorld({ stopBecomesLimit: false });
    world.broker.rates = [{ classes: ["order"], span: "minute", max: 6 }];
    await world.restart();
    await world.enter();
    await world.time.advance(10 * SECOND_MS);
    world.broker.next({ kind: "taken" }, { kind: "refused", reason: "trigger passed" });
    await world.until(world.executor.enter(world.planFor("signal-2", [world.account], {}, "INFY")));
    world.setPrice(102_100);
    await world.time.advance(5 * SECOND_MS);
    // After five calls the sixth covers the uncovered position, so the other share's stop still rests.
    expect(world.broker.placed).toHaveLength(5);
    expect(world.broker.commands).toEqual([]);
    expect(world.broker.exchangeOf("INFY").ours()).toBe(0);
  });
});
