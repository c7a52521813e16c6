import {
  addScan,
  isAbsenceProved,
  isResendable,
  type LookUp,
  type ScanOutcome,
  startLookUp,
} from "../order/look-up.ts";
import { type BrokerOrderStatus, brokerOrderId, type OrderTag } from "../order/order.ts";
import { type CommandAnswer, judgeCommand, type OrderCommand } from "../order/order-command.ts";
import type { OrderEvent } from "../order/order-event.ts";
import { isOrderFinal, newOrder } from "../order/order-state.ts";
import { moveOrder } from "../order/order-transition.ts";
import type { DayPhase } from "../risk/trading-hours.ts";
import { assert } from "../shared/assert.ts";
import { paise } from "../shared/money.ts";
import { type EpochMs, epochMs, later, SECOND_MS } from "../time/clock.ts";
import { openQuantity, trackCover } from "./exit-facts.ts";
import { testTag } from "./exit-fixture.ts";
import type { ExitAction, ExitMarket, ExitNow, ExitOrder, ExitPosition } from "./exit-model.ts";
import { type BrokerExit, SEQUENCE_BAND, SequenceBroker } from "./sequence-broker-fixture.ts";
import type { SequenceOptions, SequenceResult } from "./sequence-model-fixture.ts";

interface Delayed {
  readonly at: number;
  readonly arrive: () => void;
}

/** Possible failures of a command; otherwise it is accepted. A loss without a reset arrives later. */
const BAD_ANSWERS: readonly CommandAnswer[] = ["refused", "lost", "lost_reset"];
const START = epochMs(1_000_000);
const ENTRY_SECONDS = 5;
/** A delayed change may arrive as late as an order. */
const COMMAND_LATE_SECONDS = 110;
const LATE_AFTER = 60;
const HANDS_OFF_AFTER = 70;
const SQUARE_OFF_AFTER = 130;

/** One position's course, second by second, against a broker that loses, refuses and delays. */
export class ExitSequence {
  readonly #options: SequenceOptions;
  readonly #closingFrom: number;
  readonly #wanted: number;
  readonly #broker: SequenceBroker;
  readonly #lookUps = new Map<OrderTag, LookUp>();
  readonly #commands = new Map<OrderTag, OrderCommand>();
  readonly #violations: string[] = [];
  #delayed: Delayed[] = [];
  #orders: ExitOrder[] = [];
  #position: ExitPosition;
  #price = 100_000;
  #second = 0;
  #bought = 0;
  #isAlerted = false;
  #uncoveredSeconds = 0;
  #uncoveredSecondsMax = 0;
  #openAfterClosingSeconds = 0;

  constructor(options: SequenceOptions) {
    this.#options = options;
    this.#broker = new SequenceBroker(options.direction, options.random);
    this.#closingFrom = options.random.int(20, 150);
    this.#wanted = options.random.int(1, 40);
    const isLong = options.direction === "long";
    this.#position = {
      direction: options.direction,
      entryFilled: 0,
      closedOutside: 0,
      isEntryFinal: false,
      stop: paise(isLong ? 99_000 : 101_000),
      target: paise(isLong ? 102_000 : 98_000),
      orderedClose: null,
      begunClose: null,
      uncoveredSince: null,
      isConfirmed: false,
      missing: 0,
      stuck: null,
      isHandedOver: false,
    };
  }

  run(): SequenceResult {
    const last = this.#closingFrom + SQUARE_OFF_AFTER + 5;
    for (this.#second = 0; this.#second < last; this.#second++) this.#liveASecond();
    const isFlat = openQuantity(this.#position, this.#orders) === 0 && this.#bought === this.#broker.exited();
    return {
      violations: this.#violations,
      bought: this.#bought,
      exited: this.#broker.exited(),
      end: this.#position.isHandedOver ? "handed_over" : isFlat ? "flat" : "open",
      isAlerted: this.#isAlerted,
      quantityRisesMax: Math.max(0, ...this.#orders.map(({ quantityRises }) => quantityRises)),
      uncoveredSecondsMax: this.#uncoveredSecondsMax,
      openAfterClosingSeconds: this.#openAfterClosingSeconds,
    };
  }

  #liveASecond(): void {
    this.#movePrice();
    this.#fillEntry();
    const due = this.#delayed.filter(({ at }) => at <= this.#second);
    this.#delayed = this.#delayed.filter(({ at }) => at > this.#second);
    for (const { arrive } of due) arrive();
    this.#broker.match(this.#price);
    this.#check();
    this.#broker.remember();
    this.#readBook();
    this.#position = {
      ...this.#position,
      uncoveredSince: trackCover(this.#position.uncoveredSince, this.#position, this.#orders, this.#now()),
    };
    if (this.#options.isFaulty && this.#chance(2)) this.#restart();
    this.#resendUnsent();
    this.#step();
    this.#check();
    this.#measure();
  }

  #measure(): void {
    const open = this.#bought - this.#broker.exited();
    this.#uncoveredSeconds = this.#broker.workingQuantity() < open ? this.#uncoveredSeconds + 1 : 0;
    this.#uncoveredSecondsMax = Math.max(this.#uncoveredSecondsMax, this.#uncoveredSeconds);
    if (open > 0 && this.#second > this.#closingFrom) this.#openAfterClosingSeconds = this.#second - this.#closingFrom;
  }

  #now(): EpochMs {
    return later(START, this.#second * SECOND_MS);
  }

  #phase(): DayPhase {
    const since = this.#second - this.#closingFrom;
    if (since < 0) return "entries";
    if (since < LATE_AFTER) return "closing";
    if (since < HANDS_OFF_AFTER) return "late";
    return since < SQUARE_OFF_AFTER ? "hands_off" : "handed_over";
  }

  #chance(percent: number): boolean {
    return this.#options.random.int(1, 100) <= percent;
  }

  #movePrice(): void {
    const step = this.#options.isFaulty && this.#chance(3) ? 4_000 : 60;
    const moved = this.#price + this.#options.random.int(-step, step);
    this.#price = Math.min(
      SEQUENCE_BAND.upper,
      Math.max(SEQUENCE_BAND.lower, Math.round(moved / SEQUENCE_BAND.tick) * SEQUENCE_BAND.tick),
    );
  }

  #market(): ExitMarket {
    const isAtLower = this.#price <= SEQUENCE_BAND.lower;
    const isAtUpper = this.#price >= SEQUENCE_BAND.upper;
    return {
      bid: isAtLower ? null : paise(this.#price - SEQUENCE_BAND.tick),
      ask: isAtUpper ? null : paise(this.#price + SEQUENCE_BAND.tick),
      last: paise(this.#price),
      band: SEQUENCE_BAND,
      isStale: this.#options.isFaulty && this.#chance(5),
    };
  }

  #fillEntry(): void {
    if (this.#position.isEntryFinal) return;
    const left = this.#wanted - this.#bought;
    this.#bought += this.#options.random.int(this.#second === 0 ? 1 : 0, left);
    const isEntryFinal = this.#bought === this.#wanted || this.#second >= ENTRY_SECONDS;
    this.#position = { ...this.#position, entryFilled: this.#bought, isEntryFinal };
  }

  #check(): void {
    const open = this.#bought - this.#broker.exited();
    const working = this.#broker.working();
    const workingQuantity = this.#broker.workingQuantity();
    if (open < 0) this.#violations.push(`second ${this.#second}: more was exited than entered`);
    if (workingQuantity > open) this.#violations.push(`second ${this.#second}: ${workingQuantity} work for ${open}`);
    if (working.length > 1) this.#violations.push(`second ${this.#second}: two exits work`);
  }

  #change(tag: OrderTag, change: Partial<ExitOrder>): void {
    this.#orders = this.#orders.map((order) => (order.tag === tag ? { ...order, ...change } : order));
  }

  #move(tag: OrderTag, event: OrderEvent): void {
    const order = this.#orders.find((known) => known.tag === tag);
    assert(order !== undefined, "the order is known");
    const moved = moveOrder(order.state, event);
    assert(moved.ok, `${event.kind} can happen to an order that is ${order.state.status}`);
    const isEnded = isOrderFinal(moved.value.status) && order.endedAt === null;
    this.#change(tag, { state: moved.value, endedAt: isEnded ? this.#now() : order.endedAt });
  }

  #scan(): ScanOutcome {
    if (!this.#options.isFaulty) return "clean";
    const chance = this.#options.random.int(1, 100);
    if (chance <= 80) return "clean";
    return chance <= 95 ? "unreadable" : "failed";
  }

  /** An incomplete book changes nothing. */
  #readBook(): void {
    const outcome = this.#scan();
    const lag = this.#options.isFaulty && this.#chance(10) ? this.#options.random.int(1, 3) : 0;
    for (const order of this.#orders) {
      const exit = this.#broker.get(order.tag, lag);
      if (outcome === "clean" && exit !== undefined) this.#see(order, exit);
      else if (order.state.status === "unknown") this.#search(order, outcome);
    }
    this.#position = { ...this.#position, isConfirmed: outcome === "clean" };
  }

  #see(order: ExitOrder, exit: BrokerExit): void {
    const isFilled = exit.filled === exit.quantity;
    const waiting = exit.pricing.kind === "stop_limit" && !exit.isTriggered ? "trigger_pending" : "open";
    const status = isFilled ? "filled" : (exit.end ?? waiting);
    this.#move(order.tag, {
      kind: "seen",
      at: this.#now(),
      row: {
        orderId: brokerOrderId(exit.id),
        status,
        quantity: exit.quantity,
        filled: exit.filled,
        averagePrice: paise(exit.filled > 0 ? this.#price : 0),
        reason: null,
      },
    });
    const isChanged = order.pricing.limit !== exit.pricing.limit || order.isTriggered !== exit.isTriggered;
    this.#change(order.tag, {
      pricing: exit.pricing,
      isTriggered: exit.isTriggered,
      isCommandPending: this.#isStillPending(order.tag, exit, status),
      workingSince: isChanged ? this.#now() : order.workingSince,
    });
  }

  #isStillPending(tag: OrderTag, exit: BrokerExit, status: BrokerOrderStatus): boolean {
    const command = this.#commands.get(tag);
    if (command === undefined) return false;
    const { quantity, pricing } = exit;
    const trigger = pricing.kind === "stop_limit" ? pricing.trigger : null;
    const row = { status, quantity, limit: pricing.limit, trigger };
    return judgeCommand(command, row, this.#now()) === "open";
  }

  #search(order: ExitOrder, outcome: ScanOutcome): void {
    const begun = this.#lookUps.get(order.tag) ?? startLookUp(this.#now(), order.state.isResetProved);
    const lookUp = addScan(begun, { startedAt: this.#now(), outcome });
    this.#lookUps.set(order.tag, lookUp);
    if (isAbsenceProved(lookUp)) this.#move(order.tag, { kind: "absence_proved" });
  }

  /** Takes steps until it must wait, as a worker does. */
  #step(): void {
    for (let n = 0; n < 4; n++) {
      const now: ExitNow = { human: this.#now(), phase: this.#phase() };
      const market = this.#market();
      const action = this.#options.plan(this.#position, market, this.#orders, now, this.#options.settings);
      if (action === null || action.kind === "wait") return;
      this.#carryOut(action);
      this.#check();
    }
  }

  #carryOut(action: Exclude<ExitAction, { kind: "wait" }>): void {
    if (action.kind === "place") this.#place(action);
    else if (action.kind === "withdraw") this.#move(action.tag, { kind: "withdrawn" });
    else if (action.kind === "alert") this.#alert(action);
    else if (action.kind === "hand_over") this.#handOver();
    else this.#command(action);
  }

  #alert({ tag, reason }: Extract<ExitAction, { kind: "alert" }>): void {
    this.#isAlerted = true;
    if (tag === null) this.#position = { ...this.#position, stuck: reason };
    else this.#move(tag, { kind: "stuck", reason });
  }

  /** The broker cancels our orders before it closes the position itself. */
  #handOver(): void {
    this.#position = { ...this.#position, isHandedOver: true };
    this.#broker.cancelAll();
  }

  #place({ n, quantity, pricing }: Extract<ExitAction, { kind: "place" }>): void {
    const tag = testTag(n);
    assert(
      this.#orders.every((order) => order.tag !== tag),
      "a step counts the exits before it",
    );
    this.#orders.push({
      tag,
      state: newOrder({ leg: "exit", quantity, status: "sending" }),
      pricing,
      isTriggered: false,
      workingSince: this.#now(),
      modifications: 0,
      quantityRises: 0,
      isCommandPending: false,
      changesUndone: 0,
      lastCommandAt: null,
      endedAt: null,
      isEndedByOthers: false,
    });
    this.#send(tag);
  }

  /** A crash: stored values are reloaded, and what was being sent is only looked up. */
  #restart(): void {
    this.#orders = JSON.parse(JSON.stringify(this.#orders));
    this.#position = JSON.parse(JSON.stringify(this.#position));
    for (const { tag } of this.#orders) this.#move(tag, { kind: "restarted", at: this.#now() });
  }

  #resendUnsent(): void {
    for (const { tag, state } of this.#orders) {
      if (!isResendable(state, true)) continue;
      this.#move(tag, { kind: "claimed", at: this.#now() });
      this.#send(tag);
    }
  }

  #arrive(tag: OrderTag, end: "rejected" | null): void {
    const order = this.#orders.find((known) => known.tag === tag);
    assert(order !== undefined, "the order is known");
    this.#broker.arrive(tag, order.state.quantity, order.pricing, end);
  }

  #send(tag: OrderTag): void {
    const answered: OrderEvent = { kind: "sent", at: this.#now(), orderId: brokerOrderId(tag) };
    const lost: OrderEvent = { kind: "outcome_unknown", at: this.#now(), isResetProved: true };
    switch (this.#options.isFaulty ? this.#options.random.int(1, 14) : 0) {
      case 1:
        this.#move(tag, { kind: "never_sent" });
        break;
      case 2:
        this.#move(tag, { kind: "refused", reason: "no" });
        break;
      case 3:
        this.#arrive(tag, "rejected");
        this.#move(tag, answered);
        break;
      case 4:
        this.#arrive(tag, null);
        this.#move(tag, lost);
        break;
      case 5:
        // Arrives after the connection was lost, before clean scans span the required time.
        this.#delay(25, () => this.#arrive(tag, null));
        this.#move(tag, lost);
        break;
      case 6:
        this.#move(tag, lost);
        break;
      case 7:
        // The process dies between the write and the answer.
        this.#delay(25, () => this.#arrive(tag, null));
        this.#restart();
        break;
      default:
        this.#arrive(tag, null);
        this.#move(tag, answered);
    }
  }

  #delay(secondsMax: number, arrive: () => void): void {
    this.#delayed.push({ at: this.#second + this.#options.random.int(1, secondsMax), arrive });
  }

  #command(action: Extract<ExitAction, { kind: "modify" | "cancel" }>): void {
    const order = this.#orders.find((known) => known.tag === action.tag);
    assert(
      order !== undefined && this.#broker.get(action.tag) !== undefined,
      "commands go to orders that the broker has",
    );
    const isModify = action.kind === "modify";
    this.#change(action.tag, {
      modifications: order.modifications + (isModify ? 1 : 0),
      quantityRises: order.quantityRises + (isModify && action.quantity > order.state.quantity ? 1 : 0),
      lastCommandAt: this.#now(),
      isCommandPending: true,
    });
    const draw = this.#options.isFaulty ? this.#options.random.int(0, 9) : BAD_ANSWERS.length;
    const answer = BAD_ANSWERS[draw] ?? "taken";
    const obey = (): void => this.#broker.obey(action);
    if (answer === "taken") obey();
    if (answer === "lost") this.#delay(COMMAND_LATE_SECONDS, obey);
    const sent = { n: order.modifications, sentAt: this.#now(), answer };
    this.#commands.set(action.tag, isModify ? { ...action, ...sent } : { kind: "cancel", ...sent });
  }
}
