import { isLive, isUnsent } from "@vriddhi/core/exit/exit-facts";
import type { CloseReason, ExitAction } from "@vriddhi/core/exit/exit-model";
import { planExit } from "@vriddhi/core/exit/plan-exit";
import type { LedgerFact, PositionId } from "@vriddhi/core/ledger/ledger-event";
import type { OrderTag, Pricing } from "@vriddhi/core/order/order";
import type { OrderEvent } from "@vriddhi/core/order/order-event";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import { type EntryAction, planEntry } from "@vriddhi/core/order/plan-entry";
import { FEED_SILENT_MS } from "@vriddhi/core/risk/price-watch";
import { type EpochMs, epochMs, later } from "@vriddhi/core/time/clock";
import type { AccountBook } from "../account/account-book.ts";
import { isHeldBack } from "../account/account-memory.ts";
import type { Quote } from "../ports/price-port.ts";
import type { StoredOrder } from "../ports/stored-order.ts";
import {
  type AccountView,
  areEntriesStopped,
  exitSettingsOf,
  isBookAwaited,
  isFresh,
  marketOf,
} from "./account-view.ts";
import { factsOfDay, factsOfPosition } from "./facts-to-write.ts";
import { entryViewOf, type PositionView, positionViewOf } from "./position-view.ts";
import { createReplacementRoom, type ReplacementRoom } from "./replace-in-room.ts";

type CommandCause = Extract<LedgerFact, { readonly kind: "command_sent" }>["cause"];
type PlaceAction = Extract<ExitAction, { readonly kind: "place" }>;

/** The next action. Each is committed before anything leaves. */
export type Step =
  | { readonly kind: "write"; readonly fact: LedgerFact }
  | { readonly kind: "move"; readonly tag: OrderTag; readonly event: OrderEvent }
  | { readonly kind: "place"; readonly entry: StoredOrder; readonly action: PlaceAction }
  /** Claim and dispatch. */
  | { readonly kind: "send"; readonly tag: OrderTag }
  /** Already claimed by the commit that inserted it. */
  | { readonly kind: "go"; readonly tag: OrderTag }
  | {
      readonly kind: "modify";
      readonly tag: OrderTag;
      readonly quantity: number;
      readonly pricing: Pricing;
      readonly cause: CommandCause;
    }
  | { readonly kind: "cancel"; readonly tag: OrderTag; readonly cause: CommandCause };

export type CallStep = Exclude<Step, { readonly kind: "write" | "move" }>;

export const isCall = (step: Step): step is CallStep => step.kind !== "write" && step.kind !== "move";

/** True if the first call inserts a row whose commit can carry the events beside the calls. */
export function isPiggybacked(steps: readonly Step[]): boolean {
  const first = steps.find(isCall)?.kind;
  const isInserting = first === "place" || first === "modify" || first === "cancel";
  return isInserting && !steps.some(({ kind }) => kind === "move");
}

const isHandedOver = ({ kind }: Step): boolean => kind === "go" || kind === "modify";

/** Every order was inserted and dispatched: no decision is due before an answer. */
export const isAnswerAwaited = (steps: readonly Step[]): boolean =>
  steps.filter(isCall).every(isHandedOver) && (steps.every(isCall) || isPiggybacked(steps));

export const isDailyStop = (step: Step): boolean => step.kind === "write" && step.fact.kind === "daily_stop_hit";

export interface Decision {
  readonly steps: readonly Step[];
  /** When to decide again without a message. Human clock. */
  readonly wakeAt: readonly EpochMs[];
}

const nothing: Decision = { steps: [], wakeAt: [] };
const doing = (...steps: readonly Step[]): Decision => ({ steps, wakeAt: [] });
const waiting = (...until: readonly (EpochMs | null)[]): Decision => ({
  steps: [],
  wakeAt: until.filter((at) => at !== null),
});

const closeReasons: ReadonlySet<string> = new Set<CloseReason>([
  "target",
  "square_off",
  "daily_stop",
  "kill_switch",
  "run_stopped",
  "late_appearance",
  "feed_silent",
  "stop_passed",
  "naked",
]);

/** Written once per position and reason. */
const closing = (positionId: PositionId, cause: string): readonly Step[] =>
  closeReasons.has(cause)
    ? [{ kind: "write", fact: { kind: "position_closing", positionId, reason: cause as CloseReason } }]
    : [];

function sendWhenDue({ memory, now }: AccountView, tag: OrderTag): Decision {
  const notBefore = memory.notBefore.get(tag) ?? now;
  return notBefore <= now ? doing({ kind: "send", tag }) : waiting(notBefore);
}

/** A command waits as long as the broker, or a missing session, requires. */
function commandWhenDue(
  { memory, now }: AccountView,
  command: Extract<Step, { readonly kind: "modify" | "cancel" }>,
  before: readonly Step[],
): Decision {
  const notBefore = memory.notBefore.get(command.tag) ?? now;
  return notBefore <= now ? doing(...before, command) : waiting(notBefore);
}

function handOver({ book }: AccountView, { entry, open }: PositionView, tag: OrderTag | null): Decision {
  const fact: LedgerFact = { kind: "position_handed_over", positionId: entry.positionId, quantity: open };
  const given: Step = { kind: "write", fact };
  const isMovable = tag !== null && book.order(tag)?.state.status !== "sending";
  return isMovable ? doing({ kind: "move", tag, event: { kind: "handed_over" } }, given) : doing(given);
}

function alertOf({ entry }: PositionView, { tag, reason }: Extract<ExitAction, { readonly kind: "alert" }>): Decision {
  const alert: Step = { kind: "write", fact: { kind: "position_stuck", positionId: entry.positionId, reason } };
  return tag === null ? doing(alert) : doing({ kind: "move", tag, event: { kind: "stuck", reason } }, alert);
}

/** An exit that waits and has not left is sent; everything else waits for messages. */
function waitOrSend(view: AccountView, { exits }: PositionView, until: EpochMs | null): Decision {
  const live = exits.filter(isLive);
  const [only] = live;
  if (live.length !== 1 || only === undefined || !isUnsent(only.state)) return waiting(until);
  return sendWhenDue(view, only.tag);
}

/** Only a surplus or an oversized exit is cancelled without a replacement. */
const isReplaced = ({ cause }: Extract<ExitAction, { readonly kind: "cancel" }>): boolean =>
  cause !== "one_exit" && cause !== "closed_outside";

function cancelExit(
  view: AccountView,
  { entry }: PositionView,
  action: Extract<ExitAction, { readonly kind: "cancel" }>,
  room: ReplacementRoom,
): Decision {
  const until = isReplaced(action) ? room.waitsUntil() : null;
  return until === null ? commandWhenDue(view, action, closing(entry.positionId, action.cause)) : waiting(until);
}

function decidePosition(view: AccountView, position: PositionView, room: ReplacementRoom): Decision {
  const { entry } = position;
  const now = { human: view.now, phase: view.phase };
  const market = marketOf(view, entry);
  const action = planExit(position.position, market, position.exits, now, exitSettingsOf(view));
  if (action === null) return nothing;
  switch (action.kind) {
    case "wait":
      return waitOrSend(view, position, action.until);
    case "place":
      return doing(...closing(entry.positionId, action.cause), { kind: "place", entry, action });
    case "cancel":
      return cancelExit(view, position, action, room);
    case "modify":
      return commandWhenDue(view, action, closing(entry.positionId, action.cause));
    case "withdraw":
      return doing({ kind: "move", tag: action.tag, event: { kind: "withdrawn" } });
    case "alert":
      return alertOf(position, action);
    case "hand_over":
      return handOver(view, position, action.tag);
  }
}

const causeOf = (cause: Extract<EntryAction, { readonly kind: "cancel" }>["cause"]): CommandCause => {
  if (cause === "late") return "late_appearance";
  return cause === "remainder" ? "entry_remainder" : "blocked";
};

/** Until when every fresh quote is beyond the entry's limit; `null` if it could fill or no quote is fresh. */
function beyondLimitUntil({ prices, now }: AccountView, { instrument, side, pricing }: StoredOrder): EpochMs | null {
  const isBeyond = ({ ask, bid }: Quote): boolean =>
    side === "buy" ? ask !== null && ask > pricing.limit : bid !== null && bid < pricing.limit;
  const fresh = prices.quotes(instrument.isin).filter((quote) => isFresh(quote, now));
  if (fresh.length === 0 || !fresh.every(isBeyond)) return null;
  return epochMs(Math.max(...fresh.map(({ receivedAt }) => later(receivedAt, FEED_SILENT_MS))));
}

/** Inserted as `sending` by this process and not dispatched: dispatches it or proves it unsent. */
function decideStoredAsSending(view: AccountView, { tag, entry }: StoredOrder): Decision | null {
  const { memory, now } = view;
  const isTried = memory.tried.has(tag) && !memory.inFlight.has(tag);
  if (isTried) return doing({ kind: "move", tag, event: { kind: "never_sent" } });
  if (!memory.mayGo.has(tag)) return null;
  const isDead =
    areEntriesStopped(view) ||
    isHeldBack(view.memory, view.book.orders(), tag) ||
    (entry !== null && now >= entry.validUntil);
  return isDead ? doing({ kind: "move", tag, event: { kind: "never_sent" } }) : doing({ kind: "go", tag });
}

function endUnsent(tag: OrderTag, event: Extract<EntryAction, { readonly kind: "end_unsent" }>["event"]): Decision {
  if (event !== "approval_lapsed") return doing({ kind: "move", tag, event: { kind: event } });
  const alert: Step = { kind: "write", fact: { kind: "approval_decided", tag, answer: "lapsed" } };
  return doing({ kind: "move", tag, event: { kind: "not_approved", answer: "lapsed" } }, alert);
}

function decideEntry(view: AccountView, order: StoredOrder): Decision {
  const { tag, state } = order;
  const { memory, book } = view;
  if (isOrderFinal(state.status)) return nothing;
  if (state.status === "sending" && !state.isProvedUnsent) {
    const stored = decideStoredAsSending(view, order);
    if (stored !== null) return stored;
  }
  const action = planEntry(entryViewOf(view, order), areEntriesStopped(view), view.now);
  if (action === null) return nothing;
  if (action.kind === "end_unsent") return endUnsent(tag, action.event);
  if (action.kind === "cancel") return commandWhenDue(view, { kind: "cancel", tag, cause: causeOf(action.cause) }, []);
  const maySend = state.status !== "planned" && isUnsent(state) && !isHeldBack(memory, book.orders(), tag);
  const beyondUntil = maySend ? beyondLimitUntil(view, order) : null;
  if (!maySend || beyondUntil !== null) return waiting(action.until, beyondUntil);
  const sent = sendWhenDue(view, tag);
  return { steps: sent.steps, wakeAt: [...sent.wakeAt, ...waiting(action.until).wakeAt] };
}

const isTriedExit = ({ memory }: AccountView, { tag, leg, state }: StoredOrder): boolean =>
  leg === "exit" &&
  state.status === "sending" &&
  !state.isProvedUnsent &&
  memory.tried.has(tag) &&
  !memory.inFlight.has(tag);

/** Exits that this process tried to insert as `sending` and did not dispatch. */
function triedExits(view: AccountView): readonly Step[] {
  if (view.memory.tried.size === 0) return [];
  const tried = view.book.orders().filter((order) => isTriedExit(view, order));
  return tried.map(({ tag }) => ({ kind: "move", tag, event: { kind: "never_sent" } }));
}

/** Recorded as flat, and no fact since then changes that. */
function isOver(book: AccountBook, entry: StoredOrder): boolean {
  const { positionId, state } = entry;
  const isOf = (fact: { readonly positionId: string }): boolean => fact.positionId === positionId;
  if (!book.facts("position_flat").some(isOf)) return false;
  const orders = [entry, ...book.exitsOf(positionId)];
  if (orders.some((order) => !isOrderFinal(order.state.status))) return false;
  const outside = book.facts("closed_outside").filter(isOf);
  const left = outside.reduce((sum, { quantity }) => sum - quantity, state.filled);
  return orders.slice(1).reduce((sum, exit) => sum - exit.state.filled, left) === 0;
}

/** Entries that traded and whose positions may still need action. */
const positionsInHand = (book: AccountBook): readonly StoredOrder[] =>
  book.entries().filter((entry) => entry.state.filled > 0 && !isOver(book, entry));

const viewsOf = (view: AccountView): readonly PositionView[] =>
  view.book.derived(positionsInHand).map((entry) => positionViewOf(view, entry));

/** Decides only whether the day ends; a turn decides the consequences. */
export const decideDay = (view: AccountView): readonly Step[] => factsOfDay(view, viewsOf(view)).steps;

/** Pure, exits before entries. A daily stop and its consequences are decided together to share one commit. */
export function decideAccount(before: AccountView): Decision {
  const entries = before.book.entries();
  const tried = triedExits(before);
  if (tried.length > 0) return { steps: tried, wakeAt: [] };
  const seen = viewsOf(before);
  const ofDay = factsOfDay(before, seen);
  const isStopping = ofDay.steps.some(isDailyStop);
  const view = isStopping ? { ...before, isStopping } : before;
  const positions = isStopping ? viewsOf(view) : seen;
  const room = createReplacementRoom(view, positions);
  const steps: Step[] = [...ofDay.steps];
  const wakeAt = [...ofDay.wakeAt];
  const add = (decision: Decision): void => {
    steps.push(...decision.steps);
    wakeAt.push(...decision.wakeAt);
  };
  for (const position of positions) add(factsOfPosition(view, position));
  if (isBookAwaited(view)) return { steps, wakeAt };
  for (const position of positions) add(decidePosition(view, position, room));
  for (const order of entries) add(decideEntry(view, order));
  return { steps, wakeAt };
}
