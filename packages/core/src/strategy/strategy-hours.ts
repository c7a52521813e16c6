import { type EpochMs, later, MINUTE_MS, SECOND_MS } from "../time/clock.ts";
import { type IstDate, type IstMinute, istInstant, istMinute } from "../time/ist.ts";
import { preOpenOn } from "../time/session-hours.ts";
import type { Session } from "../time/year-list.ts";
import { WHOLE_SESSION_MINUTES } from "./opening-range/settings.ts";

/** Start of a strategy's day: until then it keeps the previous one. */
export const DESK_DAY_BEGINS: IstMinute = istMinute(8, 0);

/** Past sessions are requested from then on: the strategies are logged in, and instrument lists are loaded. */
export const HISTORY_FROM: IstMinute = istMinute(8, 45);

/** Latest preparation of the day, with the history that is known at that time. */
export const PREPARED_AT: IstMinute = istMinute(9, 14);

/** Before the auction matches, a feed may repeat yesterday's prices and volumes. */
export const auctionPricesFrom = (day: IstDate): EpochMs => istInstant(day, preOpenOn(day).closesUntil);

/** The auction's prices have half a minute to arrive after its last confirmation. */
const PRICES_ARRIVE_MS = 30 * SECOND_MS;
export const shortlistAt = (day: IstDate): EpochMs =>
  later(istInstant(day, preOpenOn(day).matchedUntil), PRICES_ARRIVE_MS);

/** How long a newly connected strategy waits for quotes of all shares. */
export const QUOTES_WITHIN_MS = 20 * SECOND_MS;

/** A bar closes this long after its minute: ticks of its last second are still in transit. */
export const BAR_GRACE_MS = SECOND_MS;

/** Without a tick of any share for longer, a strategy's data has a gap. */
export const FEED_GAP_MS = 30 * SECOND_MS;

/** A decision on a bar is too late once the next one is over too. */
export const DECISION_LATE_MS = MINUTE_MS;

/** Incomplete minutes of the opening range that are tolerated; with more the strategy does not trade today. */
export const RANGE_UNSEEN_MAX = 2;

/** The closing auction's trade comes within these minutes after the session. */
export const AFTER_CLOSE_MINUTES = 10;

export const RECORD_DAYS = 30;

/** Ticks need more space: used at the end of their day, and afterwards for investigating a difference. */
export const TICK_DAYS = 7;

export const isWholeSession = ({ open, close }: Session): boolean =>
  open !== null && close !== null && close - open >= WHOLE_SESSION_MINUTES;
