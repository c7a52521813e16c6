import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag } from "@vriddhi/core/order/order";
import type { OrderStatus } from "@vriddhi/core/order/order-state";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istInstant, istMinute } from "@vriddhi/core/time/ist";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import type { OrderEvent } from "@vriddhi/sandbox/exchange/model";
import { DAY } from "../plan/day-plan.ts";
import {
  ENTRY_REMAINDER_MS,
  HIDDEN_ROW_MAX_MS,
  LATE_FLAT_MS,
  OTHERS_CLOSE_MS,
  PROOF_APART_MS,
  SKEW_MAX_MS,
  UNRESOLVED_MAX_MS,
} from "./bounds.ts";
import { coveredOf, type TruePosition } from "./positions.ts";
import type { Rule, RuleDeps } from "./rule.ts";

const COVER_MS = 2 * SECOND_MS;
/** After two exits in a row without a trade, the next follows no sooner. */
const PACED_MS = 5 * SECOND_MS;
const REFUSALS_UNPACED = 1;
/** After a dozen of them the pause is longer; the product may count one that never reached the exchange. */
const LONG_PACED_MS = 15 * SECOND_MS;
const REFUSALS_LONG = 10;
/** Angel One shows a refused or cancelled exit only in its book, which may be read once a second. */
const SLOW_BOOK_MS = SECOND_MS;
/** Where the user traded uncovered, or holds some and an exit of ours ended, two looks 3 s apart prove our rest. */
const PROVED_MS = PROOF_APART_MS + SECOND_MS;
/** From here on no new exit is placed beside the broker's own square-off. */
const HANDS_OFF = istInstant(DAY, istMinute(15, 11)) - SKEW_MAX_MS;

const isPaced = ({ endedInARow }: TruePosition): boolean => endedInARow > REFUSALS_UNPACED;
const paceOf = (position: TruePosition): number => {
  if (!isPaced(position)) return 0;
  return position.endedInARow >= REFUSALS_LONG ? LONG_PACED_MS : PACED_MS;
};

interface Uncovered {
  /** Since when no hindrance applies. */
  sinceMs: number;
  /** Since when it is uncovered without another hindrance: clean scans restart after a failed one. */
  clearMs: number;
  readonly beganMs: number;
}

/** An open position gets a working exit within two seconds without hindrance. */
export class CoverRule implements Rule {
  readonly #deps: RuleDeps;
  readonly #uncovered = new Map<string, Uncovered>();
  readonly #handedOver = new Set<string>();
  /** When an exit of the position was last cancelled at the exchange. */
  readonly #cancelledAt = new Map<string, number>();

  constructor(deps: RuleDeps) {
    this.#deps = deps;
  }

  observe({ order, change }: OrderEvent): void {
    const ended = change === "cancelled" ? this.#deps.tables.orders.get(order.tag as OrderTag) : undefined;
    if (ended?.leg === "exit") this.#cancelledAt.set(ended.positionId, this.#now);
    for (const position of this.#deps.positions.all()) if (position.client === order.account) this.#oracle(position);
  }

  beat(): void {
    for (const position of this.#deps.positions.all()) this.#oracle(position);
  }

  written({ fact }: LedgerEvent): void {
    if (fact.kind === "position_handed_over") this.#handedOver.add(fact.positionId);
    if (fact.kind !== "order_moved" && fact.kind !== "command_judged") return;
    const order = this.#deps.tables.orders.get(fact.tag);
    const uncovered = order === undefined ? undefined : this.#uncovered.get(order.positionId);
    if (order === undefined || uncovered === undefined) return;
    this.#learnt(order, uncovered, fact.kind === "order_moved" ? fact.from : null);
  }

  /** Until now the outcome of an order or change was unknown. */
  #learnt(order: StoredOrder, uncovered: Uncovered, before: OrderStatus | null): void {
    const wasUnknown = before === "unknown" || before === "abandoned";
    const wasOpen = before === null || before === "sending";
    if (wasUnknown || (wasOpen && this.#isExcuse(order, uncovered))) uncovered.sinceMs = this.#now;
    // The next exit may be lost too, and has its own time to be found.
    if (wasUnknown) uncovered.clearMs = this.#now;
  }

  get #now(): number {
    return this.#deps.clock.time.now();
  }

  #oracle(position: TruePosition): void {
    const { positionId, client } = position;
    const isCovered = this.#deps.positions.leftOf(position) <= coveredOf(position) || this.#isOver(position);
    const known = this.#uncovered.get(positionId);
    if (isCovered && known === undefined) return;
    const uncovered = known ?? { sinceMs: this.#now, clearMs: this.#now, beganMs: this.#now };
    this.#uncovered.set(positionId, uncovered);
    const hinderedMs = this.#deps.hindrances.lastMs(client);
    uncovered.sinceMs = Math.max(uncovered.sinceMs, hinderedMs);
    uncovered.clearMs = Math.max(uncovered.clearMs, hinderedMs);
    if (isPaced(position)) uncovered.sinceMs = Math.max(uncovered.sinceMs, position.endedAtMs);
    const isExcused = this.#isUnresolved(position, uncovered) || this.#isMarketAway(position);
    if (isExcused || this.#areOthersClosing(position)) uncovered.sinceMs = this.#now;
    const uncoveredMs = this.#now - uncovered.sinceMs;
    const mayMs = this.#mayMs(position, uncovered);
    if (isCovered) this.#uncovered.delete(positionId);
    if (uncoveredMs > mayMs && !this.#isOver(position)) this.#accuse(position, uncoveredMs);
  }

  #mayMs(position: TruePosition, { beganMs }: Uncovered): number {
    const { client, symbol, endedInARow, positionId } = position;
    const isSlow = this.#deps.accounts.find(({ plan }) => plan.client === client)?.plan.broker === "angelone";
    const isReplaced = endedInARow > 0 || (this.#cancelledAt.get(positionId) ?? -1) >= beganMs;
    const noticedMs = isSlow && isReplaced ? SLOW_BOOK_MS : 0;
    const foreign = this.#deps.positions.foreignOf(client, symbol);
    const isInQuestion = isReplaced || this.#hasGivenUp(positionId);
    const isTradedBeside = foreign.atMs >= beganMs || (foreign.net !== 0 && isInQuestion);
    return COVER_MS + noticedMs + paceOf(position) + (isTradedBeside ? PROVED_MS : 0);
  }

  /** An exit was given up and may have traded. */
  #hasGivenUp(wanted: string): boolean {
    for (const { positionId, leg, state } of this.#deps.tables.orders.values())
      if (positionId === wanted && leg === "exit" && state.status === "abandoned") return true;
    return false;
  }

  /** The broker has taken the position over, or is about to. */
  #isOver({ positionId }: TruePosition): boolean {
    return this.#handedOver.has(positionId) || this.#deps.clock.market() >= HANDS_OFF;
  }

  #isMarketAway({ symbol }: TruePosition): boolean {
    return this.#deps.exchange.phase(symbol) !== "continuous";
  }

  /** A foreign order would close it: an exit beside it would close it twice, so it is left alone for a while. */
  #areOthersClosing(position: TruePosition): boolean {
    const since = this.#deps.positions.closedByOthersSince(position);
    if (since === null) return false;
    const seenMs = Math.max(since, this.#deps.hindrances.knownSinceMs(position.client));
    return this.#now - seenMs <= OTHERS_CLOSE_MS + SLOW_BOOK_MS;
  }

  /** While an exit's outcome is open, another one could sell twice. */
  #isUnresolved(position: TruePosition, uncovered: Uncovered): boolean {
    const { positionId } = position;
    for (const order of this.#deps.tables.orders.values()) {
      if (order.positionId !== positionId) continue;
      const isExcused =
        order.leg === "entry"
          ? this.#isLate(order, uncovered) || this.#isGrowing(order, position, uncovered)
          : this.#isOpenEnded(order, uncovered);
      if (isExcused) return true;
    }
    return false;
  }

  /** A late entry is looked up once a minute and has a rule of its own for that time. */
  #isLate({ state }: StoredOrder, { clearMs }: Uncovered): boolean {
    const isGivenUp = state.status === "abandoned" || state.status === "unknown";
    return isGivenUp && this.#now - clearMs <= LATE_FLAT_MS;
  }

  /** A stop takes its quantity from the first fill and once more from the entry's end, whose rest has some seconds. */
  #isGrowing({ state }: StoredOrder, position: TruePosition, { clearMs }: Uncovered): boolean {
    const isWorking = state.status === "partly_filled" && coveredOf(position) > 0;
    return isWorking && this.#now - clearMs <= ENTRY_REMAINDER_MS + COVER_MS;
  }

  #isOpenEnded(order: StoredOrder, uncovered: Uncovered): boolean {
    const { status } = order.state;
    const isOpen = status === "unknown" || status === "sending" || this.#isAsked(order.tag);
    return isOpen && this.#isExcuse(order, uncovered);
  }

  #isAsked(wanted: OrderTag): boolean {
    for (const { tag, verdict } of this.#deps.tables.commands.values())
      if (tag === wanted && verdict === "open") return true;
    return false;
  }

  /** An order in flight is no excuse alone: only after a fault, and not for ever. */
  #isExcuse({ tag, state, accountId }: StoredOrder, { clearMs }: Uncovered): boolean {
    const { hindrances, accounts } = this.#deps;
    const client = accounts.find(({ id }) => id === accountId)?.plan.client ?? "";
    const isUnknown = state.status === "unknown";
    const openMs = this.#now - clearMs;
    if (openMs > UNRESOLVED_MAX_MS)
      return isUnknown && hindrances.isRowHidden(client) && openMs <= UNRESOLVED_MAX_MS + HIDDEN_ROW_MAX_MS;
    return isUnknown || hindrances.isSpoiled(tag);
  }

  #accuse(position: TruePosition, uncoveredMs: number): void {
    const { client, positionId } = position;
    const account = this.#deps.accounts.find(({ plan }) => plan.client === client)?.id ?? null;
    const detail = `${this.#deps.positions.leftOf(position)} open, ${coveredOf(position)} covered for ${uncoveredMs} ms`;
    this.#deps.accuse("what is open is covered within two seconds", { account, tag: positionId }, detail);
  }
}
