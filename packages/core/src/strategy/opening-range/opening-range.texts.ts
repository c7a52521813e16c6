import { tickSizeAt } from "../../market/tick-size.ts";
import type { Side } from "../../order/order.ts";
import { oppositeSide, willingTick } from "../../order/price-band.ts";
import { PAISE_PER_RUPEE } from "../../shared/money.ts";
import type { FeatureName } from "./features.ts";

/** Lakhs and crores have two digits per group, the last group three. */
function grouped(whole: number): string {
  const digits = String(whole);
  let text = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 2) text = `${digits.slice(Math.max(0, end - 2), end)},${text}`;
  return text;
}

function rupeesText(amount: number): string {
  const rest = amount % PAISE_PER_RUPEE;
  return `₹${grouped((amount - rest) / PAISE_PER_RUPEE)}.${rest < 10 ? "0" : ""}${rest}`;
}

const percentText = (share: number): string => `${Math.abs(share * 100).toFixed(1)}%`;
const timesText = (ratio: number): string => `${ratio.toFixed(1)} times`;

export interface ShortlistWords {
  readonly gap: number | null;
  /** `null` if the index is unknown. */
  readonly relativeGap: number | null;
  readonly gapInRanges: number;
  readonly turnoverRatio: number;
  /** An index is configured, but its data did not arrive in time. */
  readonly isIndexMissing: boolean;
}

export function shortlistReason(words: ShortlistWords): string {
  const { gap, relativeGap, gapInRanges, turnoverRatio, isIndexMissing } = words;
  const turnover = `Yesterday's turnover was ${timesText(turnoverRatio)} its usual.`;
  if (gap === null) return `${turnover} Its opening price is not known yet.`;
  const way = gap < 0 ? "below" : "above";
  const opening = `Opens ${percentText(gap)} ${way} yesterday's close`;
  const against =
    relativeGap === null ? "" : `, ${percentText(relativeGap)} ${relativeGap < 0 ? "less" : "more"} than the index`;
  const missing = isIndexMissing ? " The index is not known yet, so its own part in this is not taken off." : "";
  return `${opening}${against}: ${timesText(gapInRanges)} its usual daily range. ${turnover}${missing}`;
}

const featureWords: Readonly<Record<FeatureName, string>> = {
  side: "its direction",
  gap_with_break: "the way it opened",
  gap_size: "the size of its opening gap",
  index_gap_with_break: "the way the market opened",
  opening_turnover: "its turnover since the open",
  range_width: "the width of its first 15 minutes",
  break_distance: "how far it went beyond them",
  time_of_day: "the time of day",
  vwap_distance: "its distance from the day's average price",
  index_move_with_break: "the market's move today",
  relative_strength: "its strength against the market",
  last_return_with_break: "yesterday's move",
  week_return_with_break: "its last five days",
  month_return_with_break: "its last twenty days",
  room_to_extreme: "its distance from the 20-day extreme",
  last_turnover: "yesterday's turnover",
  volatility: "how much it usually moves",
  last_close_place: "where it closed yesterday",
  breadth_with_break: "how many other shares move the same way",
  break_turnover: "turnover at the moment of the break",
};

export interface SignalWords {
  readonly symbol: string;
  readonly side: Side;
  readonly price: number;
  readonly edge: number;
  readonly openingTimes: number;
  readonly stop: number;
  readonly target: number;
  /** The strongest reasons for and against, if a model has scored it. */
  readonly best: FeatureName | null;
  readonly worst: FeatureName | null;
}

export type PassReason = "below_threshold" | "index_unknown";

const passTexts: Readonly<Record<PassReason, string>> = {
  below_threshold: "Not traded: its score is below the threshold.",
  index_unknown: "Not traded: the market's index is not known, and without it the score means nothing.",
};

/** Why a signal was made (`null`), or why a share was passed over. */
export function signalSentence(words: SignalWords, passed: PassReason | null): string {
  const { side, best, worst } = words;
  const way = side === "buy" ? "above the high" : "below the low";
  const breakText = `${words.symbol} closed at ${rupeesText(words.price)}, ${way} of its first 15 minutes (${rupeesText(words.edge)})`;
  const volume = `with ${timesText(words.openingTimes)} its usual turnover at the open.`;
  const forIt = best === null ? "" : ` Strongest reason for: ${featureWords[best]}.`;
  const againstIt = worst === null ? "" : ` Strongest reason against: ${featureWords[worst]}.`;
  // In whole ticks, as sent.
  const tick = tickSizeAt(words.price);
  const stop = rupeesText(willingTick(words.stop, oppositeSide(side), tick));
  const target = rupeesText(willingTick(words.target, side, tick));
  const plan = `${side === "buy" ? "Buy" : "Sell"} with the stop at ${stop} and the target at ${target}.`;
  const end = passed === null ? plan : passTexts[passed];
  return `${breakText}, ${volume}${forIt}${againstIt} ${end}`;
}
