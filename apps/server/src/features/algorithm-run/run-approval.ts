import { brokerNames } from "@vriddhi/core/broker/broker-name";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import type { ApprovalMode } from "@vriddhi/core/risk/approval";
import { dayApprovalOf } from "@vriddhi/core/run/run";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import type { PersonRuns, StoredRun } from "./run.store.ts";
import type { RunDeps } from "./run-ports.ts";
import { runningAt } from "./run-view.ts";

export interface RunApprovals {
  setMode(userId: string, broker: TradingBroker, mode: ApprovalMode): Promise<Result<null, "not_stored">>;
  /** Automatic mode's one approval of the day; returns the run's broker. Idempotent. */
  approveDay(
    userId: string,
    broker: TradingBroker | undefined,
    note?: (tx: Tx, broker: TradingBroker) => Promise<void>,
  ): Promise<Result<TradingBroker, "nothing_running" | "approval_too_late">>;
}

/** Selects the run: the named one, else one that waits, else any active one. */
function toApprove(
  person: PersonRuns,
  named: TradingBroker | undefined,
  isWaiting: (run: StoredRun) => boolean,
): StoredRun | null {
  if (named !== undefined) return runningAt(person, named);
  const running = brokerNames.flatMap((broker) => runningAt(person, broker) ?? []);
  return running.find(isWaiting) ?? running[0] ?? null;
}

export function createRunApprovals(deps: RunDeps): RunApprovals {
  const { store, marketClock, publish, hours } = deps;
  return {
    async setMode(userId, broker, mode) {
      const links = await deps.linksOf(userId);
      if (!links.some((link) => link.broker === broker)) return err("not_stored");
      await store.transaction(async (tx) => {
        await store.hold(tx, userId);
        await store.putApprovalMode(tx, userId, broker, mode);
        await publish(tx, userId, "algorithm", { broker, what: "approval_mode" });
      });
      return ok(null);
    },
    approveDay: (userId, named, note) =>
      store.transaction(async (tx) => {
        await store.hold(tx, userId);
        const now = marketClock.now();
        const person = await store.read(userId, istDateOf(now), tx);
        const run = toApprove(person, named, (one) => dayApprovalOf(one, hours, now) === "waiting");
        if (run === null) return err("nothing_running");
        const approval = dayApprovalOf(run, hours, now);
        if (approval === "too_late") return err("approval_too_late");
        if (approval !== "waiting") return ok(run.broker);
        await store.approveDay(tx, run.id, now);
        await publish(tx, userId, "algorithm", { broker: run.broker, what: "approved" });
        await note?.(tx, run.broker);
        return ok(run.broker);
      }),
  };
}
