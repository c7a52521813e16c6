import { type EpochMs, later, MINUTE_MS, SECOND_MS } from "../time/clock.ts";
import { type IstDate, type IstMinute, istInstant, istMinute } from "../time/ist.ts";
import { preOpenOn } from "../time/session-hours.ts";
import type { Session } from "../time/year-list.ts";
import { WHOLE_SESSION_MINUTES } from "./opening-range/settings.ts";

/** A desk's day begins: until then it forgets nothing of the one before. */
export const DESK_DAY_BEGINS: IstMinute = istMinute(8, 0);

/** From then on past sessions are asked for: the desks are logged in, and lists of shares are there. */
export const HISTORY_FROM: IstMinute = istMinute(8, 45);

/** When a desk gets ready for the day at the latest, whatever is known of earlier sessions by then. */
export const PREPARED_AT: IstMinute = istMinute(9, 14);

/** Before the auction matches, a feed may still repeat yesterday's prices and volumes. */
export const auctionPricesFrom = (day: IstDate): EpochMs => istInstant(day, preOpenOn(day).closesUntil);

/** After the auction's last confirmation its prices have half a minute to arrive. */
const PRICES_ARRIVE_MS = 30 * SECOND_MS;
export const shortlistAt = (day: IstDate): EpochMs =>
  later(istInstant(day, preOpenOn(day).matchedUntil), PRICES_ARRIVE_MS);

/** So long a desk that has just begun to listen waits for the quotes of all shares. */
export const QUOTES_WITHIN_MS = 20 * SECOND_MS;

/** A bar is closed so long after its minute is over: ticks of its last second are still on their way. */
export const BAR_GRACE_MS = SECOND_MS;

/** Without a tick of any share for longer than this a desk has not heard what happened. */
export const HEARING_GAP_MS = 30 * SECOND_MS;

/** A decision on a bar whose next one is over too comes too late. */
export const DECISION_LATE_MS = MINUTE_MS;

/** So many minutes of the opening range may be heard in part or not at all; with more of them a desk sits the day out. */
export const RANGE_UNSEEN_MAX = 2;

/** The closing auction's print comes within these minutes after the session. */
export const AFTER_CLOSE_MINUTES = 10;

/** Bars of a day are kept so long, and with them what its desk began with. */
export const RECORD_DAYS = 30;

/** Ticks take more room: they are needed at the end of their day, and afterwards by whoever looks into a difference. */
export const TICK_DAYS = 7;

/** A session whose figures can be compared with those of others. */
export const isWholeSession = ({ open, close }: Session): boolean =>
  open !== null && close !== null && close - open >= WHOLE_SESSION_MINUTES;
