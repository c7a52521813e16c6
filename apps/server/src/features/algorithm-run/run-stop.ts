import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { firstBroker } from "@vriddhi/core/run/pick-broker";
import { startEndOf } from "@vriddhi/core/schedule/day-plan";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { istDateOf } from "@vriddhi/core/time/ist";
import { isTradingDay, nextTradingDay } from "@vriddhi/core/time/trading-calendar";
import type { Tx } from "../../platform/db/database.ts";
import type { PersonRuns, StoredRun } from "./run.store.ts";
import type { NextStart, RunDeps } from "./run-ports.ts";
import { liftKillSwitch } from "./run-start.ts";
import { runningAt, settingAt } from "./run-view.ts";

export interface StopRequest {
  readonly userId: string;
  /** `undefined`: the first active run. */
  readonly broker: TradingBroker | undefined;
  readonly isBackgroundToo: boolean;
  readonly note?: (tx: Tx, broker: TradingBroker) => Promise<void>;
}

export interface RunStops {
  /** Returns the run's broker; `null` when nothing was active or scheduled. */
  stop(request: StopRequest): Promise<TradingBroker | null>;
  /** Stops everything of the user; returns the brokers where something is still open. */
  kill(userId: string, note?: (tx: Tx) => Promise<void>): Promise<readonly TradingBroker[]>;
  listOpen(userId: string): Promise<readonly TradingBroker[]>;
  liftKill(userId: string): Promise<Result<NextStart, "still_closing">>;
  /** Called when the owner may have disconnected the broker or linked another account: then the run cannot continue. */
  linkChanged(
    tx: Tx,
    link: { readonly id: string; readonly userId: string; readonly broker: TradingBroker },
  ): Promise<void>;
}

/** From the commit on no entry of the account can leave; workers cancel its orders and close its positions. */
async function endRun(
  { store, blocks, publish, humanClock }: RunDeps,
  tx: Tx,
  run: StoredRun,
  cause: "person" | "disconnected",
): Promise<void> {
  await store.stop(tx, [run.id], humanClock.now(), cause);
  await publish(tx, run.userId, "algorithm", { broker: run.broker, what: "stopped" });
  await blocks.set(tx, [run.accountId], "run_stopped");
}

function targetOf(person: PersonRuns, { broker, isBackgroundToo }: StopRequest): TradingBroker | null {
  if (broker !== undefined) return broker;
  const running = firstBroker((name) => runningAt(person, name) !== null);
  if (running !== null || !isBackgroundToo) return running;
  return firstBroker((name) => (settingAt(person, name)?.dailyStart ?? null) !== null);
}

function nextStart({ marketClock, calendar }: RunDeps): NextStart {
  const now = marketClock.now();
  const today = istDateOf(now);
  if (isTradingDay(calendar, today) && now <= startEndOf(today)) return { isToday: true };
  return { isToday: false, day: nextTradingDay(calendar, today) };
}

function createKill(deps: RunDeps): Pick<RunStops, "kill" | "liftKill" | "listOpen"> {
  const { store, blocks, publish, humanClock, marketClock } = deps;

  async function listOpen(userId: string): Promise<readonly TradingBroker[]> {
    const open = new Set<TradingBroker>();
    for (const { accountId, broker } of await deps.accountsOf(userId))
      if (await deps.isOpen(accountId)) open.add(broker);
    return [...open];
  }

  return {
    listOpen,
    async kill(userId, note) {
      await store.transaction(async (tx) => {
        await store.hold(tx, userId);
        const today = istDateOf(marketClock.now());
        const at = humanClock.now();
        const { runs } = await store.read(userId, today, tx);
        const running = runs.filter(({ stopCause }) => stopCause === null).map(({ id }) => id);
        await store.stop(tx, running, at, "kill_switch");
        await store.endDailyStarts(tx, userId);
        await store.pressKill(tx, userId, today, at);
        await publish(tx, userId, "algorithm", { what: "killed" });
        const accounts = await deps.accountsIn(tx, userId);
        if (accounts.length > 0) await blocks.set(tx, accounts, "kill_switch");
        await note?.(tx);
      });
      return listOpen(userId);
    },
    async liftKill(userId) {
      if ((await listOpen(userId)).length > 0) return err("still_closing");
      await store.transaction(async (tx) => {
        await store.hold(tx, userId);
        await liftKillSwitch(deps, tx, userId);
        await publish(tx, userId, "algorithm", { what: "kill_lifted" });
      });
      return ok(nextStart(deps));
    },
  };
}

export function createRunStops(deps: RunDeps): RunStops {
  const { store, marketClock, publish } = deps;
  const today = () => istDateOf(marketClock.now());
  return {
    stop: (request) =>
      store.transaction(async (tx) => {
        const { userId } = request;
        await store.hold(tx, userId);
        const person = await store.read(userId, today(), tx);
        const broker = targetOf(person, request);
        if (broker === null) return null;
        const run = runningAt(person, broker);
        if (run !== null) await endRun(deps, tx, run, "person");
        if (request.isBackgroundToo) {
          await store.putDailyStart(tx, userId, broker, null);
          await publish(tx, userId, "algorithm", { broker, what: "background_ended" });
        }
        await request.note?.(tx, broker);
        return broker;
      }),
    ...createKill(deps),
    async linkChanged(tx, link) {
      const { userId, broker } = link;
      const linkOutcome = await store.linkOutcomeOf(tx, link);
      if (linkOutcome === "kept") return;
      await store.hold(tx, userId);
      const person = await store.read(userId, today(), tx);
      const run = runningAt(person, broker);
      if (run !== null) await endRun(deps, tx, run, "disconnected");
      if (linkOutcome === "forgotten") await store.putDailyStart(tx, userId, broker, null);
    },
  };
}
