import type { FanOutOutcome } from "@vriddhi/core/allocation/fan-out";
import { clampToBand } from "@vriddhi/core/order/price-band";
import type { SkipReason } from "@vriddhi/core/risk/pre-trade";
import { phaseOfDay, TRADING_HOURS } from "@vriddhi/core/risk/trading-hours";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import type { EntryEligibility } from "@vriddhi/execution/executor-model";
import type { Instrument } from "@vriddhi/sandbox/exchange/model";
import { instrumentAt } from "../outside/outside.ts";
import { DAY } from "../plan/day-plan.ts";
import type { PlannedSignal } from "../plan/plan-model.ts";
import type { WorkerSession } from "../worker/worker.ts";
import type { DayWorld } from "./day-world.ts";
import type { SimAccount } from "./sim-account.ts";

/** A signal as every process reads it: the row is the only hand-over. */
export interface SignalRow {
  readonly plan: PlannedSignal;
  readonly instrument: Instrument;
  readonly price: Paise;
  readonly validUntil: EpochMs;
}

const BASIS_POINTS = 10_000;
/** Intraday margin is a fifth of the value; uses a part of the cash, so that several signals fit. */
const CASH_SHARE = 0.5;
const QUANTITY_MAX = 400;
const moved = (price: Paise, basisPoints: number): number => (price * (BASIS_POINTS + basisPoints)) / BASIS_POINTS;

export function signalNow(world: DayWorld, plan: PlannedSignal): SignalRow | null {
  const { exchange } = world.outside;
  const instrument = exchange.instruments[plan.share];
  if (instrument === undefined || exchange.phase(instrument.symbol) !== "continuous") return null;
  const price = exchange.quote(instrument.symbol).lastPrice;
  return { plan, instrument, price, validUntil: later(world.clock.human(), plan.validMs) };
}

function skipOf(
  world: DayWorld,
  { workerProcess }: WorkerSession,
  row: SignalRow,
  eligibility: EntryEligibility,
): SkipReason | null {
  if (workerProcess.human.now() >= row.validUntil) return "valid_until_passed";
  if (phaseOfDay(TRADING_HOURS, DAY, workerProcess.market.now()) !== "entries") return "outside_hours";
  if (eligibility.isBlocked) return "blocked";
  if (eligibility.isDailyStopHit) return "daily_stop_hit";
  if (eligibility.isSymbolWorked) return "symbol_worked";
  if (eligibility.hasUnresolvedOrder) return "order_unresolved";
  return world.sessions === null ? "not_connected" : null;
}

function intentOf(world: DayWorld, row: SignalRow, { id, plan: account }: SimAccount): FanOutOutcome {
  const { plan, instrument, price, validUntil } = row;
  const { lowerCircuit, upperCircuit } = world.outside.exchange.quote(instrument.symbol);
  const band = { lower: lowerCircuit, upper: upperCircuit, tick: instrument.tickSize };
  const away = plan.side === "buy" ? 1 : -1;
  const opposite = plan.side === "buy" ? "sell" : "buy";
  const quantity = Math.floor((account.cash * CASH_SHARE) / price);
  if (quantity < 1) return { kind: "skip", accountId: id, signalId: plan.id, reason: "no_capital" };
  return {
    kind: "intent",
    accountId: id,
    signalId: plan.id,
    side: plan.side,
    quantity: Math.min(QUANTITY_MAX, quantity),
    limit: clampToBand(moved(price, away * 10), plan.side, band),
    stop: clampToBand(moved(price, -away * plan.stopBasisPoints), opposite, band),
    target:
      plan.targetBasisPoints === null ? null : clampToBand(moved(price, away * plan.targetBasisPoints), opposite, band),
    validUntil,
    needsApproval: false,
    isSmallAccount: false,
  };
}

/** A worker plans its own accounts from the row; idempotent. */
export async function enterSignal(
  world: DayWorld,
  worker: number,
  running: WorkerSession,
  row: SignalRow,
): Promise<void> {
  const { plan, instrument, price, validUntil } = row;
  const own = world.accounts.filter((account) => account.worker === worker && !world.hasOutcome(account.id, plan.id));
  const outcomes: FanOutOutcome[] = [];
  for (const account of own) {
    const eligibility = await running.executor.eligibility(account.id, instrument.isin);
    const reason = skipOf(world, running, row, eligibility);
    const skip = { kind: "skip", accountId: account.id, signalId: plan.id } as const;
    const outcome = reason === null ? intentOf(world, row, account) : { ...skip, reason };
    outcomes.push(outcome.kind === "intent" ? (world.mutant.intent?.(outcome) ?? outcome) : outcome);
  }
  const byId = new Map(own.map((account) => [account.id, account]));
  const first = outcomes.find((outcome) => outcome.kind === "intent");
  await running.executor.enter({
    signal: {
      id: plan.id,
      authority: "run",
      isin: instrument.isin,
      side: plan.side,
      price,
      stop: first?.kind === "intent" ? first.stop : price,
      target: null,
      validUntil,
      medianTurnover: paise(0),
      allCapital: paise(0),
      rotation: paise(0),
    },
    outcomes,
    instrumentOf: (id) => {
      const account = byId.get(id);
      return account === undefined ? null : instrumentAt(account.plan.broker, instrument);
    },
  });
}
