import { createHash } from "node:crypto";
import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { type EpochMs, type HumanClock, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { Counter, type Registry } from "prom-client";
import type { OtlpCollector } from "../../gateways/otlp/otlp-collector.ts";
import type { Timers } from "../../platform/clock/timers.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { entrySpans } from "./entry-spans.ts";
import type { OrderObserver } from "./observe-orders.ts";
import type { TracedEntryStore } from "./traced-entry.store.pg.ts";

const EXPORT_EVERY_MS = 5 * SECOND_MS;
/** An entry that is not final by then is exported as it is. */
const WAIT_MAX_MS = 10 * MINUTE_MS;
const WAITING_MAX = 5_000;
const AT_ONCE = 200;

export interface TraceExportDeps {
  readonly store: TracedEntryStore;
  readonly collector: OtlpCollector;
  readonly registry: Registry;
  readonly ratio: number;
  readonly humanClock: HumanClock;
  readonly timers: Timers;
  readonly log: Logger;
}

const HASH_MAX = 2 ** 32;

/** The same accounts in every process and on every day. */
const isSampled = (account: AccountId, ratio: number): boolean =>
  createHash("sha256").update(account).digest().readUInt32BE(0) < ratio * HASH_MAX;

/** Exports sampled entries once they are final, beside the order path. A timer runs only while one waits. */
export function createTraceExport(deps: TraceExportDeps): OrderObserver & { stop(): Promise<void> } {
  const { store, collector, registry, ratio, humanClock, timers, log } = deps;
  const exported = new Counter({
    name: "vriddhi_traces_total",
    help: "Traces of orders by the outcome of their export",
    labelNames: ["outcome"],
    registers: [registry],
  });
  for (const outcome of ["exported", "lost"]) exported.inc({ outcome }, 0);
  const waiting = new Map<string, { readonly day: string; readonly since: EpochMs }>();
  let cancel: (() => void) | null = null;
  let turn: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function exportFinal(): Promise<void> {
    const asked = [...waiting].slice(0, AT_ONCE);
    const entries = await store.list(
      asked.map(([tag]) => tag),
      asked.map(([, { day }]) => day),
    );
    const isOld = (tag: string): boolean => (waiting.get(tag)?.since ?? 0) < humanClock.now() - WAIT_MAX_MS;
    const ended = entries.filter(({ tag, is_final }) => is_final || isOld(tag));
    const found = new Set(entries.map(({ tag }) => tag));
    for (const [tag, { day, since }] of asked) {
      waiting.delete(tag);
      // Behind the others, so that entries that stay open do not hold back the rest.
      if (found.has(tag) && !ended.some((entry) => entry.tag === tag)) waiting.set(tag, { day, since });
    }
    if (ended.length === 0) return;
    const isTaken = await collector.send(ended.flatMap(entrySpans));
    exported.inc({ outcome: isTaken ? "exported" : "lost" }, ended.length);
  }

  function plan(): void {
    if (isStopped || waiting.size === 0) return;
    cancel ??= timers.after(EXPORT_EVERY_MS, () => {
      turn = exportFinal()
        .catch((error: unknown) => log.warn({ err: error }, "traces: entries not read, retrying"))
        .finally(() => {
          cancel = null;
          plan();
        });
    });
  }

  return {
    events(events) {
      for (const { accountId, day, at, fact } of events) {
        const isEntry = fact.kind === "order_planned" && fact.leg === "entry";
        if (isEntry && waiting.size < WAITING_MAX && isSampled(accountId, ratio))
          waiting.set(fact.tag, { day, since: at });
      }
      plan();
    },
    async stop() {
      isStopped = true;
      cancel?.();
      await turn;
      await collector.close();
    },
  };
}
