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
  /** Left out: the first that runs. */
  readonly broker: TradingBroker | undefined;
  /** The daily restart ends too. */
  readonly isBackgroundToo: boolean;
  /** What else is written with the stop, or not at all. */
  readonly note?: (tx: Tx, broker: TradingBroker) => Promise<void>;
}

export interface RunStops {
  /** Whose run it was; null: nothing ran and nothing was to start by itself. */
  stop(wish: StopRequest): Promise<TradingBroker | null>;
  /** Everything of the person stops, whatever is known of it; where something is still open. */
  kill(userId: string, note?: (tx: Tx) => Promise<void>): Promise<readonly TradingBroker[]>;
  /** Where something is still held or an order could still trade. */
  listOpen(userId: string): Promise<readonly TradingBroker[]>;
  /** With when it can be started again. */
  liftKill(userId: string): Promise<Result<NextStart, "still_closing">>;
  /** The owner may have left the broker or come with another account: then its run cannot go on. */
  linkChanged(
    tx: Tx,
    link: { readonly id: string; readonly userId: string; readonly broker: TradingBroker },
  ): Promise<void>;
}

/** From the commit on no entry of the account can leave; what works is cancelled and what is open is closed. */
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
  return firstBroker((name) => (settingAt(person, name)?.standing ?? null) !== null);
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
        await store.endStandings(tx, userId);
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
    stop: (wish) =>
      store.transaction(async (tx) => {
        const { userId } = wish;
        await store.hold(tx, userId);
        const person = await store.read(userId, today(), tx);
        const broker = targetOf(person, wish);
        if (broker === null) return null;
        const run = runningAt(person, broker);
        if (run !== null) await endRun(deps, tx, run, "person");
        if (wish.isBackgroundToo) {
          await store.putStanding(tx, userId, broker, null);
          await publish(tx, userId, "algorithm", { broker, what: "background_ended" });
        }
        await wish.note?.(tx, broker);
        return broker;
      }),
    ...createKill(deps),
    async linkChanged(tx, link) {
      const { userId, broker } = link;
      const fate = await store.linkFateOf(tx, link);
      if (fate === "kept") return;
      await store.hold(tx, userId);
      const person = await store.read(userId, today(), tx);
      const run = runningAt(person, broker);
      if (run !== null) await endRun(deps, tx, run, "disconnected");
      if (fate === "forgotten") await store.putStanding(tx, userId, broker, null);
    },
  };
}
