import { paise } from "@vriddhi/core/shared/money";
import { later, SECOND_MS } from "@vriddhi/core/time/clock";
import { istInstant } from "@vriddhi/core/time/ist";
import { brokers } from "@vriddhi/sandbox/exchange/members";
import type { Instrument } from "@vriddhi/sandbox/exchange/model";
import type { Fault } from "@vriddhi/sandbox/faults/faults";
import { DAY } from "../plan/day-plan.ts";
import type { InjectedFault } from "../plan/plan-model.ts";
import type { DayWorld } from "./day-world.ts";

type Of<K extends InjectedFault["kind"]> = Extract<InjectedFault, { readonly kind: K }>;

const SHUFFLED_EVERY_MS = 300;
const SLIDE_BASIS_POINTS = [220, 520] as const;
const SLIDE_STEP_MS = 6 * SECOND_MS;
const SLIDE_ENDS_MS = 90 * SECOND_MS;
const BASIS_POINTS = 10_000;

const shareOf = ({ outside }: DayWorld, share: number): Instrument | undefined => outside.exchange.instruments[share];

export function haltShare(world: DayWorld, { share, until }: Of<"halt">): void {
  const { outside, clock } = world;
  const instrument = shareOf(world, share);
  if (instrument === undefined) return;
  const end = istInstant(DAY, until);
  outside.exchange.advance(clock.market());
  outside.exchange.haltTrading(instrument.symbol, end);
}

/** Repeatedly delays a push behind the next one, or duplicates it. Harmless: pushes are hints. */
export function shufflePushes(world: DayWorld, durationMs: number): void {
  const { outside, clock } = world;
  const kind = Math.floor(durationMs / SHUFFLED_EVERY_MS) % 4 === 0 ? "duplicate-push" : "reorder-push";
  for (const broker of brokers) outside.faults.set(broker, kind, 1);
  if (durationMs > SHUFFLED_EVERY_MS)
    clock.time.after(SHUFFLED_EVERY_MS, () => shufflePushes(world, durationMs - SHUFFLED_EVERY_MS));
}

/** The other rows are there, so it is harmless unless an order is being looked up. */
export function showOddRows({ outside, clock, accounts, oracle }: DayWorld, account: number, durationMs: number): void {
  const { faults } = outside;
  const plan = accounts[account]?.plan;
  if (plan === undefined) return;
  const isMeant = (fault: Fault): boolean => fault.kind === "odd-row" && fault.account === plan.client;
  oracle.hindrances.hideRow(plan.client, durationMs);
  faults.set(plan.broker, "odd-row", Number.MAX_SAFE_INTEGER, { account: plan.client });
  clock.time.after(durationMs, () => faults.restore(faults.list().filter((fault) => !isMeant(fault))));
}

export function slide(world: DayWorld, { share, side }: Of<"slide">): void {
  const { outside, clock } = world;
  const { exchange } = outside;
  const instrument = shareOf(world, share);
  if (instrument === undefined || exchange.phase(instrument.symbol) !== "continuous") return;
  const { symbol, tickSize } = instrument;
  exchange.advance(clock.market());
  const { lastPrice, lowerCircuit, upperCircuit } = exchange.top(symbol);
  const away = side === "down" ? -1 : 1;
  const [first, second] = SLIDE_BASIS_POINTS.map((points) => {
    const wanted = (lastPrice * (BASIS_POINTS + away * points)) / BASIS_POINTS;
    return paise(Math.round(Math.min(upperCircuit, Math.max(lowerCircuit, wanted)) / tickSize) * tickSize);
  });
  if (first === undefined || second === undefined) return;
  const begins = later(clock.market(), 1);
  const breaks = later(begins, SLIDE_STEP_MS * clock.speed);
  exchange.scriptPrices(symbol, [
    { at: begins, price: first },
    { at: breaks, price: first },
    { at: later(breaks, 1), price: second },
  ]);
  clock.time.after(SLIDE_ENDS_MS, () => exchange.removeScript(symbol));
}
