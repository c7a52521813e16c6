import type { OrderTag } from "@vriddhi/core/order/order";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { SimAccount } from "../day/sim-account.ts";
import type { CallFault } from "../plan/fault-plan.ts";

/** A read without an answer ends after this, and the next one begins a second later. */
const READ_TIMEOUT_MS = 5 * SECOND_MS;
const NEXT_READ_MS = 1_500;
/** An unknown order is looked up every two seconds. */
const NEXT_SCAN_MS = 3 * SECOND_MS;

/** A lasting hindrance of an account. */
export type LastingHindrance = "session" | "process";

/** How long a failed read keeps an account from seeing its book. */
function blindMs({ kind, seconds }: CallFault): number {
  if (kind === "timeout") return READ_TIMEOUT_MS + NEXT_READ_MS;
  if (kind === "pause") return Math.min(seconds * SECOND_MS, READ_TIMEOUT_MS) + NEXT_READ_MS;
  // Answered at once, by a refusal, a broken line or an old book: the next read is independent.
  return NEXT_READ_MS;
}

/** The only excuses for slowness. Each ends with its cause, and deadlines restart then. */
export class Hindrances {
  readonly #nowMs: () => number;
  readonly #until = new Map<string, number>();
  readonly #standing = new Map<string, Set<LastingHindrance>>();
  readonly #spoiled = new Set<OrderTag>();
  readonly #pacedUntil = new Map<string, number>();
  readonly #unreadableUntil = new Map<string, number>();
  readonly #readyMs = new Map<string, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  hinder(client: string, durationMs: number): void {
    this.#until.set(client, Math.max(this.#until.get(client) ?? 0, this.#nowMs() + durationMs));
  }

  hinderAll(accounts: readonly SimAccount[], durationMs: number): void {
    for (const { plan } of accounts) this.hinder(plan.client, durationMs);
  }

  begin(client: string, what: LastingHindrance): void {
    const standing = this.#standing.get(client) ?? new Set();
    this.#standing.set(client, standing.add(what));
  }

  /** `graceMs`: the product notices the end this much later. */
  end(client: string, what: LastingHindrance, graceMs: number): void {
    if (this.#standing.get(client)?.delete(what) !== true) return;
    this.hinder(client, graceMs);
    if (what === "process") this.#readyMs.set(client, this.#nowMs() + graceMs);
  }

  /** Since when the owning process has read its books: memory does not pass on to the next process. */
  knownSinceMs(client: string): number {
    return this.#readyMs.get(client) ?? Number.NEGATIVE_INFINITY;
  }

  /** Its entries may wait for the broker's limits; exits have reserved room. */
  pace(client: string, durationMs: number): void {
    this.#pacedUntil.set(client, Math.max(this.#pacedUntil.get(client) ?? 0, this.#nowMs() + durationMs));
  }

  isPaced(client: string): boolean {
    return (this.#pacedUntil.get(client) ?? -1) >= this.#nowMs();
  }

  /** Each of its books has an unreadable row, which may be the searched order. */
  hideRow(client: string, durationMs: number): void {
    const until = this.#nowMs() + durationMs + NEXT_SCAN_MS;
    this.#unreadableUntil.set(client, Math.max(this.#unreadableUntil.get(client) ?? 0, until));
  }

  isRowHidden(client: string): boolean {
    return (this.#unreadableUntil.get(client) ?? -1) >= this.#nowMs();
  }

  readFailed(client: string, fault: CallFault): void {
    this.hinder(client, blindMs(fault));
  }

  /** A call about this order failed, so its outcome may need a look-up first. */
  spoil(tag: OrderTag): void {
    this.#spoiled.add(tag);
  }

  isSpoiled(tag: OrderTag): boolean {
    return this.#spoiled.has(tag);
  }

  /** End of the last hindrance; now, while it lasts. */
  lastMs(client: string): number {
    const until = this.#until.get(client) ?? Number.NEGATIVE_INFINITY;
    const now = this.#nowMs();
    return (this.#standing.get(client)?.size ?? 0) > 0 ? now : Math.min(now, until);
  }
}
