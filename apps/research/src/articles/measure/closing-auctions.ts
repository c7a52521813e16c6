import { istDate, istMinute } from "@vriddhi/core/time/ist";
import { continuousUntil, SESSION_CLOSE } from "@vriddhi/core/time/session-hours";
import { kept, mean, placeAt, type ShareDay } from "./share-day.ts";

const BASIS_POINTS = 10_000;
/** No order is taken before it, so that nothing can trade in the auction. */
const ORDERS_FROM = istMinute(15, 20);

export interface AuctionPrint {
  readonly share: string;
  readonly date: string;
  readonly minute: number;
  readonly shares: number;
  readonly lastContinuous: number;
  readonly price: number;
  /** From the last continuous close to the auction's price. */
  readonly basisPoints: number;
}

export interface AuctionFindings {
  readonly prints: readonly AuctionPrint[];
  readonly sessions: number;
  readonly meanAway: number;
  readonly farthest: AuctionPrint;
  readonly farPrints: number;
}

function printOf(day: ShareDay): AuctionPrint | null {
  const { series } = day;
  const until = continuousUntil(istDate(day.date));
  if (until === SESSION_CLOSE) return null;
  const last = series.close[placeAt(day, until - 1)] as number;
  for (let place = placeAt(day, ORDERS_FROM); place < day.until; place += 1) {
    const shares = series.volume[place] as number;
    if (shares === 0) continue;
    const price = series.close[place] as number;
    const minute = ORDERS_FROM + place - placeAt(day, ORDERS_FROM);
    const basisPoints = kept(((price - last) * BASIS_POINTS) / last);
    return { share: series.symbol, date: day.date, minute, shares, lastContinuous: last, price, basisPoints };
  }
  return null;
}

export const NOTABLE_BASIS_POINTS = 10;

/** Every auction of the sample, and how far its price lay from the last one that could be traded at before it. */
export function measureClosingAuctions(days: readonly ShareDay[]): AuctionFindings {
  const prints = days.map(printOf).filter((print) => print !== null);
  const away = prints.map(({ basisPoints }) => Math.abs(basisPoints));
  const [farthest] = prints.toSorted((one, other) => Math.abs(other.basisPoints) - Math.abs(one.basisPoints));
  if (farthest === undefined) throw new Error("The bars hold no closing auction.");
  return {
    prints,
    sessions: new Set(prints.map(({ date }) => date)).size,
    meanAway: kept(mean(away)),
    farthest,
    farPrints: away.filter((each) => each > NOTABLE_BASIS_POINTS).length,
  };
}
