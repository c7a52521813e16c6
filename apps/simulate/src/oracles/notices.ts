import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istInstant, istMinute } from "@vriddhi/core/time/ist";
import { DAY } from "../plan/day-plan.ts";
import { REFUSALS_NOTIFIED, SKEW_MAX_MS } from "./bounds.ts";
import { openOf, type TruePosition } from "./positions.ts";
import type { Rule, RuleDeps } from "./rule.ts";

type Reason = Extract<LedgerEvent["fact"], { readonly kind: "position_stuck" }>["reason"] | "handed_over";

const FLAT_BY = istInstant(DAY, istMinute(15, 10));
const HANDS_OFF = istInstant(DAY, istMinute(15, 11));
/** The price may have left the day's limit while the alert was written. */
const LOCKED_SEEN_MS = 15 * SECOND_MS;

/** Only with a cause does an alert excuse what is still open. Each cause raises one alert per position. */
export class NoticesRule implements Rule {
  readonly #deps: Omit<RuleDeps, "notices">;
  readonly #written = new Set<string>();
  readonly #notices = new Set<string>();
  readonly #lockedMs = new Map<string, number>();

  constructor(deps: Omit<RuleDeps, "notices">) {
    this.#deps = deps;
  }

  hasAlert(positionId: string): boolean {
    return this.#notices.has(positionId);
  }

  beat(): void {
    const { exchange, positions, clock } = this.#deps;
    for (const { symbol } of positions.all()) {
      const { lastPrice, lowerCircuit, upperCircuit } = exchange.top(symbol);
      if (lastPrice <= lowerCircuit || lastPrice >= upperCircuit) this.#lockedMs.set(symbol, clock.time.now());
    }
  }

  written({ accountId, fact }: LedgerEvent): void {
    if (fact.kind !== "position_stuck" && fact.kind !== "position_handed_over") return;
    const { positionId } = fact;
    const reason = fact.kind === "position_stuck" ? fact.reason : "handed_over";
    const key = `${positionId} ${reason}`;
    const isFirst = !this.#written.has(key);
    this.#written.add(key);
    if (isFirst && this.#hasCause(positionId, reason)) return void this.#notices.add(positionId);
    const detail = isFirst ? `${reason} without a cause` : `${reason} once more`;
    this.#deps.accuse(
      "each position alert is raised once and with a cause",
      { account: accountId, tag: positionId },
      detail,
    );
  }

  #hasCause(positionId: string, reason: Reason): boolean {
    switch (reason) {
      case "handed_over":
        return this.#isFrom(HANDS_OFF);
      case "not_flat_in_time":
        return this.#isFrom(FLAT_BY);
      case "refused_repeatedly":
        return this.#untradedExits(positionId) >= REFUSALS_NOTIFIED;
      case "circuit":
        return this.#isLocked(positionId);
      case "oversold":
        return this.#isOversold(this.#find(positionId));
    }
  }

  #isFrom(instant: number): boolean {
    const { clock } = this.#deps;
    return clock.market() + SKEW_MAX_MS * Math.max(1, clock.speed) >= instant;
  }

  #untradedExits(wanted: string): number {
    let count = 0;
    for (const { positionId, leg, state } of this.#deps.tables.orders.values())
      if (positionId === wanted && leg === "exit" && state.filled === 0) count += 1;
    return count;
  }

  #isLocked(positionId: string): boolean {
    this.beat();
    const symbol = this.#deps.tables.orders.get(positionId as OrderTag)?.instrument.symbol ?? "";
    const { time, speed } = this.#deps.clock;
    const lockedMs = this.#lockedMs.get(symbol) ?? Number.NEGATIVE_INFINITY;
    return time.now() - lockedMs <= LOCKED_SEEN_MS / Math.min(1, speed);
  }

  #find(wanted: string): TruePosition | undefined {
    return [...this.#deps.positions.all()].find(({ positionId }) => positionId === wanted);
  }

  /** More left than came, or a foreign trade happened in the share. */
  #isOversold(position: TruePosition | undefined): boolean {
    if (position === undefined) return false;
    const { client, symbol } = position;
    return openOf(position) < 0 || this.#deps.positions.foreignOf(client, symbol).atMs >= 0;
  }
}
