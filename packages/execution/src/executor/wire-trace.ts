import type { OrderStore, WireRecord } from "../ports/order-store.ts";
import type { ExecutionLog, Timers } from "../ports/surroundings.ts";

const FLUSH_MS = 250;
const KEPT_MAX = 5_000;

/** Collects wire records and stores them beside the order path; a lost record delays nothing. */
export class WireTrace {
  readonly #store: OrderStore;
  readonly #timers: Timers;
  readonly #log: ExecutionLog;
  #records: WireRecord[] = [];
  #cancel: (() => void) | null = null;

  constructor(store: OrderStore, timers: Timers, log: ExecutionLog) {
    this.#store = store;
    this.#timers = timers;
    this.#log = log;
  }

  add(record: WireRecord): void {
    if (this.#records.length < KEPT_MAX) this.#records.push(record);
    this.#cancel ??= this.#timers.after(FLUSH_MS, () => void this.flush());
  }

  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    const records = this.#records;
    this.#records = [];
    if (records.length === 0) return;
    try {
      await this.#store.addWireRecords(records);
    } catch (error) {
      this.#log.warn({ lost: records.length, error: String(error) }, "trace: wire records lost");
    }
  }

  stop(): void {
    this.#cancel?.();
  }
}
