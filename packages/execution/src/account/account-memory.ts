import type { PositionId } from "@vriddhi/core/ledger/ledger-event";
import type { PositionLook } from "@vriddhi/core/ledger/reconciliation";
import { type Absence, holdsEntriesBack, type LookUp } from "@vriddhi/core/order/look-up";
import type { OrderTag, Side } from "@vriddhi/core/order/order";
import type { PriceWatch } from "@vriddhi/core/risk/price-watch";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { StoredOrder } from "../ports/stored-order.ts";

/** How an order last stood in the book, and since when it has stood so. */
export interface Standing {
  /** Price and trigger in one comparable text. */
  readonly shape: string;
  readonly isTriggered: boolean;
  readonly since: EpochMs;
}

/** The last whole read of positions. */
interface LastLook {
  /** When it began. */
  readonly at: EpochMs;
  /** The broker's net, by the broker's symbol. */
  readonly nets: ReadonlyMap<string, number>;
  /** How much of our orders was known to have traded by then. */
  readonly traded: number;
}

/**
 * What a life of the process knows beside the store. All of it may be lost: a new life begins with an empty one, looks
 * longer and waits longer, and sends nothing twice.
 */
export interface AccountMemory {
  /** When this life took the account over. */
  readonly since: EpochMs;
  readonly lookUps: Map<OrderTag, LookUp>;
  /** Of abandoned orders, since they were given up or this life began. */
  readonly absences: Map<OrderTag, Absence>;
  readonly standings: Map<OrderTag, Standing>;
  readonly uncoveredSince: Map<PositionId, EpochMs>;
  readonly watches: Map<PositionId, PriceWatch>;
  /** The look before the last that showed less than ours, by share. */
  readonly doubts: Map<string, PositionLook>;
  /** What of a position the broker did not show while no exit of it worked; until it is proved or found again. */
  readonly missing: Map<PositionId, number>;
  lastLook: LastLook | null;
  /** Since when an order of somebody else works in a share, by `othersKey`. */
  readonly othersWorking: Map<string, EpochMs>;
  /** When such an order was last seen to have gone: it may have traded. */
  readonly othersGone: Map<string, EpochMs>;
  /** The last read of the book failed: what the exchange did since is not known. */
  isBlind: boolean;
  /** When the newest book that came was begun. */
  bookBegunAt: EpochMs | null;
  /** Since when the day seems to have lost enough to end. */
  lossSince: EpochMs | null;
  /** Handed to the transport, not answered. */
  readonly inFlight: Set<OrderTag>;
  /** `tag n` of commands that are on their way. */
  readonly commandsInFlight: Set<string>;
  /** Is being stored as `sending` by this life; what became of it will be told. */
  readonly expected: Set<OrderTag>;
  /** Stored as `sending` by this life for certain, and not handed over yet. */
  readonly mayGo: Set<OrderTag>;
  /** This life tried to store it as `sending` and does not know whether it did; it was not handed over. */
  readonly tried: Set<OrderTag>;
  /** The same of commands. */
  readonly commandsTried: Set<string>;
  /** What was proved unsent waits until then. */
  readonly notBefore: Map<OrderTag, EpochMs>;
}

export const createAccountMemory = (since: EpochMs): AccountMemory => ({
  since,
  lookUps: new Map(),
  absences: new Map(),
  standings: new Map(),
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

/** Another order of the account is not found, and is not proved absent for long enough. */
export const isHeldBack = (
  { absences }: AccountMemory,
  orders: readonly Pick<StoredOrder, "tag" | "state">[],
  own: OrderTag | null = null,
): boolean => orders.some(({ tag, state }) => tag !== own && holdsEntriesBack(state, absences.get(tag) ?? null));
