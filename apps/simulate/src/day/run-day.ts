import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istInstant } from "@vriddhi/core/time/ist";
import type { Mutant } from "../mutants/mutant.ts";
import { judgeDayEnd } from "../oracles/day-end.ts";
import type { Violation } from "../oracles/violation.ts";
import { DAY, DAY_ENDS, LOGIN_MS, WORKERS } from "../plan/day-plan.ts";
import type { DayPlan } from "../plan/plan-model.ts";
import { Supervisor } from "../worker/supervisor.ts";
import { DayWorld } from "./day-world.ts";
import { happen } from "./injected-faults.ts";
import { enterSignal, type SignalRow, signalNow } from "./signal-source.ts";

export interface DayOutcome {
  readonly seed: number;
  readonly hash: string;
  readonly violations: readonly Violation[];
  readonly cells: ReadonlyMap<string, number>;
  readonly orders: number;
}

/** More often than a feed may be silent. */
const TICK_MS = 3 * SECOND_MS;
const JUDGE_MS = SECOND_MS;
const PLAN_AGAIN_MS = 2 * SECOND_MS;

function repeat(world: DayWorld, everyMs: number, work: () => void): void {
  world.clock.time.after(everyMs, () => {
    work();
    repeat(world, everyMs, work);
  });
}

/** Every process sees the signal's row: each plans its accounts until every one has an outcome. */
function runDesk(world: DayWorld, supervisors: readonly Supervisor[]): readonly SignalRow[] {
  const rows: SignalRow[] = [];
  const entering = new Set<string>();
  /** Accounts of the worker that have an outcome; outcomes never disappear. */
  const settled = new Set<string>();
  const enter = (worker: number, row: SignalRow): void => {
    const running = supervisors[world.actingFor(worker)]?.current();
    if (running === undefined || !running.workerProcess.isAlive() || running.executor.buckets().length === 0) return;
    if (settled.has(`${worker} ${row.plan.id}`)) return;
    const key = `${running.workerProcess.name} ${row.plan.id}`;
    if (entering.has(key)) return;
    if (!world.isOutcomeMissing(worker, row.plan.id)) {
      settled.add(`${worker} ${row.plan.id}`);
      return;
    }
    entering.add(key);
    void enterSignal(world, worker, running, row)
      .catch((error: unknown) => world.accuse("nothing fails without an injected fault", {}, String(error)))
      .finally(() => entering.delete(key));
  };
  const enterAll = (row: SignalRow): void => {
    for (let worker = 0; worker < WORKERS; worker++) enter(worker, row);
  };
  world.onWorkerReady = (worker) => {
    for (const row of rows) enter(worker, row);
  };
  repeat(world, PLAN_AGAIN_MS, () => rows.forEach(enterAll));
  for (const plan of world.plan.signals)
    world.clock.time.after(plan.atMs - world.clock.time.now(), () => {
      const row = signalNow(world, plan);
      if (row === null) return;
      rows.push(row);
      world.oracle.signalled(plan.id, row.validUntil);
      world.note(`signal ${plan.id} ${plan.side} ${row.instrument.symbol} at ${row.price}`);
      enterAll(row);
    });
  return rows;
}

function closeDay(world: DayWorld, supervisors: readonly Supervisor[]): void {
  supervisors.forEach((_, worker) => {
    const accounts = world.accounts.filter((account) => account.worker === worker);
    const traded = accounts.filter(({ id }) =>
      [...world.tables.orders.values()].some((order) => order.accountId === id),
    );
    void supervisors[world.actingFor(worker)]?.current().executor.closeDay(traded.map(({ id }) => id));
  });
}

/** Simulates one day. The same plan gives the same trace in every process. */
export async function runDay(
  plan: DayPlan,
  mutant: Mutant = {},
  listener: ((line: string) => void) | null = null,
): Promise<DayOutcome> {
  const world = new DayWorld(plan, mutant, listener);
  const { clock } = world;
  const { time } = clock;
  const isOver = (): boolean => world.violations.length > 0;
  for (const account of world.accounts) void world.sessions.begin(account);
  await time.liveUntil(LOGIN_MS, isOver);
  const supervisors: Supervisor[] = [];
  const rows = runDesk(world, supervisors);
  for (let worker = 0; worker < WORKERS; worker++) supervisors.push(new Supervisor(world, worker));
  world.onKill = (worker) => supervisors[worker]?.kill();
  repeat(world, TICK_MS, () => {
    world.outside.beat();
    world.prices.tick();
  });
  repeat(world, JUDGE_MS, () => world.oracle.beat());
  for (const injectedFault of plan.injectedFaults)
    time.after(injectedFault.atMs - time.now(), () => happen(world, supervisors, injectedFault));
  time.after(clock.untilMarket(istInstant(DAY, DAY_ENDS)), () => closeDay(world, supervisors));
  await time.liveUntil(plan.lengthMs, isOver);
  if (!isOver()) judgeDayEnd(world, rows);
  return {
    seed: plan.seed,
    hash: world.trace.digest(),
    violations: world.violations,
    cells: world.cells,
    orders: world.tables.orders.size,
  };
}
