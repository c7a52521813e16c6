import { foldLedger } from "@vriddhi/core/ledger/ledger-fold";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { createSeededRandom, type Random } from "@vriddhi/core/shared/random";
import { epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import { OrderWorld } from "./order-world.ts";
import type { Fate, ReadFate } from "./scripted-broker.ts";

/** Entries are still possible for some minutes, and the day is short. */
const START = epochMs(Date.parse("2026-11-16T14:42:00+05:30"));
const SECONDS = 31 * 60;

export interface DayResult {
  readonly violations: readonly string[];
  readonly end: "flat" | "handed_over" | "open" | "never_entered";
  readonly restarts: number;
}

const percent = (random: Random, chance: number): boolean => random.int(1, 100) <= chance;

function faultyFate(random: Random, call: "place" | "command"): Fate {
  if (!percent(random, 25)) return { kind: "taken" };
  const isCommand = call === "command";
  const isReset = percent(random, 50);
  const fates: readonly Fate[] = [
    { kind: "refused", reason: "no" },
    { kind: "throttled", retryAfterMs: random.int(100, 3_000) },
    { kind: "never_sent" },
    { kind: "lost", isTaken: true, mayStillArrive: !isReset },
    { kind: "lost", isTaken: false, mayStillArrive: !isReset },
    { kind: "late", afterMs: random.int(1, isCommand ? 2_000 : 25_000), mayStillArrive: false },
    { kind: "late", afterMs: random.int(1, isCommand ? 2_000 : 100_000), mayStillArrive: true },
    { kind: "hanging", forMs: random.int(1, 4_000) },
  ];
  return random.pick(fates);
}

function faultyRead(random: Random, world: OrderWorld): ReadFate {
  if (world.token === null) return "session_expired";
  return percent(random, 85) ? "whole" : random.pick(["failed", "unreadable", "stale"]);
}

/** Sessions end and come back, feeds fall silent, and people sell with their own hands. */
function disturb(random: Random, world: OrderWorld): void {
  const chance = random.int(1, 2_000);
  if (chance === 1) world.token = null;
  if (chance <= 40 && world.token === null) world.token = `token-${random.int(2, 1_000_000)}`;
  if (chance === 41) world.isTicking = false;
  if (chance > 41 && chance <= 300) world.isTicking = true;
  const open = world.broker.exchange.ours();
  if (chance === 301 && open > 0 && world.broker.exchange.foreign === 0)
    world.broker.exchange.foreign = -random.int(1, open);
}

class CommitFault extends Error {}

/** A transaction that fails before it happens, or happens and does not say so. */
function faultyCommit(random: Random, world: OrderWorld): void {
  world.commit = async (transaction) => {
    if (percent(random, 1)) throw new CommitFault("the database did not answer");
    const value = transaction();
    if (percent(random, 1)) throw new CommitFault("the answer of the commit was lost");
    return value;
  };
}

function endOf(world: OrderWorld): DayResult["end"] {
  if (world.broker.exchange.bought() === 0) return "never_entered";
  const outside = world.facts("closed_outside").reduce((sum, { quantity }) => sum + quantity, 0);
  if (world.broker.exchange.ours() - outside === 0) return "flat";
  return world.facts("position_handed_over").length > 0 ? "handed_over" : "open";
}

/** What must be true when the day is over. */
function judge(world: OrderWorld): readonly string[] {
  const { exchange } = world.broker;
  const violations = [...exchange.violations];
  const { positions } = foldLedger(world.tables.ledger);
  const ours = [...positions.values()].reduce((sum, { bought, sold }) => sum + bought - sold, 0);
  const outside = [...positions.values()].reduce((sum, position) => sum + position.outside, 0);
  if (ours + outside !== exchange.ours()) violations.push(`the ledger says ${ours}, the exchange ${exchange.ours()}`);
  if (outside > -exchange.foreign) violations.push(`${outside} count as closed outside, ${-exchange.foreign} were`);
  if (![...positions.values()].every((position) => position.isExact || position.outside > 0))
    violations.push("a fill is not exact");
  const open = world.orders().filter(({ state }) => !isOrderFinal(state.status));
  if (open.length > 0) violations.push(`${open.length} orders have not ended`);
  if (endOf(world) === "open") violations.push("something is open and was not handed over");
  if (world.facts("order_contradicted").length > 0)
    violations.push(`contradiction: ${JSON.stringify(world.facts("order_contradicted"))}`);
  return violations;
}

/** One account's day with everything going wrong now and then. The same seed gives the same day. */
export async function liveRandomDay(seed: number): Promise<DayResult> {
  const random = createSeededRandom(seed);
  const world = new OrderWorld({ stopBecomesLimit: percent(random, 50), start: START, seed });
  const { broker, time } = world;
  let restarts = 0;
  await world.start();
  broker.chance = (call) => faultyFate(random, call);
  broker.readChance = () => faultyRead(random, world);
  broker.isPushing = percent(random, 70);
  broker.exchange.depth = percent(random, 50) ? random.int(1, 4) : Number.POSITIVE_INFINITY;
  faultyCommit(random, world);
  void world.executor.enter(world.plan("signal-1")).catch(() => undefined);
  let price = broker.exchange.price;
  for (let second = 0; second < SECONDS; second++) {
    await time.advance(random.int(500, 1_500));
    if (percent(random, 30)) price += random.int(-60, 60) * 5;
    price = Math.min(108_000, Math.max(92_000, price));
    world.setPrice(price);
    disturb(random, world);
    if (second === 70) void world.executor.enter(world.plan("signal-2")).catch(() => undefined);
    if (percent(random, 1) && restarts < 5) {
      restarts += 1;
      await world.restart();
    }
  }
  broker.chance = null;
  broker.readChance = null;
  world.token = "token-last";
  world.commit = async (transaction) => transaction();
  await time.advance(200 * SECOND_MS);
  await world.until(world.executor.closeDay([world.account]));
  return { violations: judge(world), end: endOf(world), restarts };
}
