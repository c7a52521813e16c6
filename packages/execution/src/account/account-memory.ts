import type { PositionId } from "@vriddhi/core/ledger/ledger-event";
import type { PositionLook } from "@vriddhi/core/ledger/reconciliation";
import { type Absence, holdsEntriesBack, type LookUp } from "@vriddhi/core/order/look-up";
import type { OrderTag, Side } from "@vriddhi/core/order/order";
import type { PriceWatch } from "@vriddhi/core/risk/price-watch";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { StoredOrder } from "../ports/stored-order.ts";

export interface RestingShape {
  /** Price and trigger as one comparable string. */
  readonly shape: string;
  readonly isTriggered: boolean;
  readonly since: EpochMs;
}

interface LastLook {
  readonly at: EpochMs;
  /** The broker's net quantity by the broker's symbol. */
  readonly nets: ReadonlyMap<string, number>;
  /** Total quantity of our orders that had traded by then. */
  readonly traded: number;
}

/** Beside the store, and expendable: a new process starts empty, reads more, waits longer and sends nothing twice. */
export interface AccountMemory {
  /** When this process took the account over. */
  readonly since: EpochMs;
  readonly lookUps: Map<OrderTag, LookUp>;
  /** Absence scans of abandoned orders, since they were given up or this process started. */
  readonly absences: Map<OrderTag, Absence>;
  readonly restingShapes: Map<OrderTag, RestingShape>;
  readonly uncoveredSince: Map<PositionId, EpochMs>;
  readonly watches: Map<PositionId, PriceWatch>;
  /** The previous look that showed less than our quantity, by share. */
  readonly doubts: Map<string, PositionLook>;
  /** Quantity of a position that the broker did not show while no exit worked, until it is proved or found again. */
  readonly missing: Map<PositionId, number>;
  lastLook: LastLook | null;
  /** Since when a foreign order works in a share, by `othersKey`. */
  readonly othersWorking: Map<string, EpochMs>;
  /** When such an order was last seen to disappear: it may have traded. */
  readonly othersGone: Map<string, EpochMs>;
  /** The last book read failed: what the exchange did since is unknown. */
  isBlind: boolean;
  bookBegunAt: EpochMs | null;
  /** Since when the day's loss seems large enough to end the day. */
  lossSince: EpochMs | null;
  /** Dispatched to the transport, not answered. */
  readonly inFlight: Set<OrderTag>;
  /** `tag n` of commands in flight. */
  readonly commandsInFlight: Set<string>;
  /** INSERT as `sending` in flight in this process; the outcome arrives via `adopt` or `doubt`. */
  readonly expected: Set<OrderTag>;
  /** Inserted as `sending` by this process for certain, and not dispatched yet. */
  readonly mayGo: Set<OrderTag>;
  /** This process tried to insert it as `sending` with an unknown outcome; it was not dispatched. */
  readonly tried: Set<OrderTag>;
  readonly commandsTried: Set<string>;
  /** Earliest resend of an order that was proved unsent. */
  readonly notBefore: Map<OrderTag, EpochMs>;
}

export const createAccountMemory = (since: EpochMs): AccountMemory => ({
  since,
  lookUps: new Map(),
  absences: new Map(),
  restingShapes: new Map(),
  uncoveredSince: new Map(),
  watches: new Map(),
  doubts: new Map(),
  missing: new Map(),
  lastLook: null,
  othersWorking: new Map(),
  othersGone: new Map(),
  isBlind: false,
  bookBegunAt: null,
  lossSince: null,
  inFlight: new Set(),
  commandsInFlight: new Set(),
  expected: new Set(),
  mayGo: new Set(),
  tried: new Set(),
  commandsTried: new Set(),
  notBefore: new Map(),
});

export const othersKey = (brokerSymbol: string, side: Side): string => `${brokerSymbol} ${side}`;

export const commandKey = (tag: OrderTag, n: number): string => `${tag} ${n}`;

/** Another order of the account is missing at the broker and not yet proved absent. */
export const isHeldBack = (
  { absences }: AccountMemory,
  orders: readonly Pick<StoredOrder, "tag" | "state">[],
  own: OrderTag | null = null,
): boolean => orders.some(({ tag, state }) => tag !== own && holdsEntriesBack(state, absences.get(tag) ?? null));
