import type { OrderTag } from "@vriddhi/core/order/order";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { SimAccount } from "../day/sim-account.ts";
import type { CallFault } from "../plan/fault-plan.ts";

/** A read without an answer is given up after this, and the next one begins a second later. */
const READ_TIMEOUT_MS = 5 * SECOND_MS;
const NEXT_READ_MS = 1_500;
/** An order that nobody knows of is looked for every two seconds. */
const NEXT_SCAN_MS = 3 * SECOND_MS;

/** What stands in the way of an account until it is taken away. */
export type Standing = "session" | "process";

/** For how long a fault of a read keeps an account from seeing its book. */
function blindMs({ kind, seconds }: CallFault): number {
  if (kind === "timeout") return READ_TIMEOUT_MS + NEXT_READ_MS;
  if (kind === "pause") return Math.min(seconds * SECOND_MS, READ_TIMEOUT_MS) + NEXT_READ_MS;
  // Answered at once, by a refusal, a broken line or a book of some seconds ago: the next read is another one.
  return NEXT_READ_MS;
}

/**
 * What truly keeps the product from acting for an account, and for how long: nothing else excuses slowness. Each ends
 * with its cause, and the time in which something must be done begins again then.
 */
export class Hindrances {
  readonly #nowMs: () => number;
  readonly #until = new Map<string, number>();
  readonly #standing = new Map<string, Set<Standing>>();
  readonly #spoiled = new Set<OrderTag>();
  readonly #pacedUntil = new Map<string, number>();
  readonly #unreadableUntil = new Map<string, number>();
  readonly #readyMs = new Map<string, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** For a while. */
  hinder(client: string, durationMs: number): void {
    this.#until.set(client, Math.max(this.#until.get(client) ?? 0, this.#nowMs() + durationMs));
  }

  hinderAll(accounts: readonly SimAccount[], durationMs: number): void {
    for (const { plan } of accounts) this.hinder(plan.client, durationMs);
  }

  begin(client: string, what: Standing): void {
    const standing = this.#standing.get(client) ?? new Set();
    this.#standing.set(client, standing.add(what));
  }

  /** `graceMs`: the product notices so much later that it is over. */
  end(client: string, what: Standing, graceMs: number): void {
    if (this.#standing.get(client)?.delete(what) !== true) return;
    this.hinder(client, graceMs);
    if (what === "process") this.#readyMs.set(client, this.#nowMs() + graceMs);
  }

  /** Since when the process that acts for it now has known its books: nothing that was only seen passes on to the next one. */
  knownSinceMs(client: string): number {
    return this.#readyMs.get(client) ?? Number.NEGATIVE_INFINITY;
  }

  /** Its entries may have to wait for room in the broker's budgets; exits have room of their own. */
  pace(client: string, durationMs: number): void {
    this.#pacedUntil.set(client, Math.max(this.#pacedUntil.get(client) ?? 0, this.#nowMs() + durationMs));
  }

  isPaced(client: string): boolean {
    return (this.#pacedUntil.get(client) ?? -1) >= this.#nowMs();
  }

  /** Each of its books has a row that cannot be read, which may be an order that is looked for. */
  hideRow(client: string, durationMs: number): void {
    const until = this.#nowMs() + durationMs + NEXT_SCAN_MS;
    this.#unreadableUntil.set(client, Math.max(this.#unreadableUntil.get(client) ?? 0, until));
  }

  /** No book can prove that an order is absent. */
  isRowHidden(client: string): boolean {
    return (this.#unreadableUntil.get(client) ?? -1) >= this.#nowMs();
  }

  readFailed(client: string, fault: CallFault): void {
    this.hinder(client, blindMs(fault));
  }

  /** Something went wrong with a call about this order, so that what became of it may have to be found out first. */
  spoil(tag: OrderTag): void {
    this.#spoiled.add(tag);
  }

  isSpoiled(tag: OrderTag): boolean {
    return this.#spoiled.has(tag);
  }

  /** When something last stood in the way; now, while it does. */
  lastMs(client: string): number {
    const until = this.#until.get(client) ?? Number.NEGATIVE_INFINITY;
    const now = this.#nowMs();
    return (this.#standing.get(client)?.size ?? 0) > 0 ? now : Math.min(now, until);
  }
}
