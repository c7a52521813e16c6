import type { OrderTag } from "@vriddhi/core/order/order";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { OrderEvent } from "@vriddhi/sandbox/exchange/model";
import { MARKETABLE_BASIS_POINTS, STOP_LIMIT_BASIS_POINTS } from "./bounds.ts";
import { coveredOf, openOf, type TruePosition } from "./positions.ts";
import type { Rule, RuleDeps } from "./rule.ts";

/** The price move in this time after the stop counts as the gap. */
const GAP_MS = 3 * SECOND_MS;
const BASIS_POINTS = 10_000;
/** A marketable limit gives way this far, and a big order walks down the book. */
const SLACK_BASIS_POINTS = 2 * MARKETABLE_BASIS_POINTS;

interface Watched {
  isCovered: boolean;
  /** `null` while the price has not passed the stop, or nothing covered the position then. */
  passedAtMs: number | null;
  /** How far the price jumped beyond the stop, in hundredths of a percent. */
  gap: number;
  isOver: boolean;
  leftQuantity: number;
  leftValue: number;
}

/** A position with a resting stop loses at most the distance to the stop and the gap. */
export class LossBoundRule implements Rule {
  readonly #deps: RuleDeps;
  readonly #watched = new Map<string, Watched>();

  constructor(deps: RuleDeps) {
    this.#deps = deps;
  }

  observe({ order, trade }: OrderEvent): void {
    const stored = order.tag === null ? undefined : this.#deps.tables.orders.get(order.tag as OrderTag);
    if (trade === null || stored?.leg !== "exit") return;
    const watched = this.#of(stored.positionId);
    watched.leftQuantity += trade.quantity;
    watched.leftValue += trade.quantity * trade.price;
  }

  beat(): void {
    for (const position of this.#deps.positions.all()) {
      const watched = this.#of(position.positionId);
      if (watched.isOver) continue;
      if (openOf(position) > 0) this.#watch(position, watched);
      else if (position.entryFilled > 0) this.#oracle(position, watched);
    }
  }

  #of(positionId: string): Watched {
    const known = this.#watched.get(positionId);
    if (known !== undefined) return known;
    const fresh = { isCovered: false, passedAtMs: null, gap: 0, isOver: false, leftQuantity: 0, leftValue: 0 };
    this.#watched.set(positionId, fresh);
    return fresh;
  }

  /** How far a price is beyond the stop, in hundredths of a percent; negative before it. */
  #beyond({ positionId, direction }: TruePosition, price: number): number | null {
    const stop = this.#deps.tables.orders.get(positionId as OrderTag)?.entry?.stop ?? null;
    return stop === null ? null : (direction * (stop - price) * BASIS_POINTS) / stop;
  }

  #watch(position: TruePosition, watched: Watched): void {
    const { exchange, clock } = this.#deps;
    const { bid, ask, lastPrice } = exchange.top(position.symbol);
    const beyond = this.#beyond(position, (position.direction === 1 ? bid : ask) ?? lastPrice);
    const now = clock.time.now();
    if (beyond === null || exchange.phase(position.symbol) !== "continuous") watched.isOver = true;
    else if (watched.passedAtMs !== null && now - watched.passedAtMs <= GAP_MS)
      watched.gap = Math.max(watched.gap, beyond);
    else if (watched.passedAtMs === null && beyond > 0) {
      // Without a resting stop the cover rule applies.
      watched.isOver = !watched.isCovered;
      watched.passedAtMs = now;
      watched.gap = beyond;
    }
    watched.isCovered = coveredOf(position) >= openOf(position);
  }

  #oracle(position: TruePosition, watched: Watched): void {
    watched.isOver = true;
    const { passedAtMs, gap, leftQuantity, leftValue } = watched;
    const isMine = leftQuantity === position.entryFilled;
    // No stop survives a gap beyond its own limit.
    if (passedAtMs === null || !isMine || gap > STOP_LIMIT_BASIS_POINTS) return;
    const beyond = this.#beyond(position, leftValue / leftQuantity) ?? 0;
    if (beyond <= gap + SLACK_BASIS_POINTS) return;
    const account = this.#deps.accounts.find(({ plan }) => plan.client === position.client)?.id ?? null;
    const detail = `left ${Math.round(beyond)} basis points beyond its stop after a gap of ${Math.round(gap)}`;
    this.#deps.accuse("a loss stays within stop and gap", { account, tag: position.positionId }, detail);
  }
}
