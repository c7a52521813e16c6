import { OPENING_RANGE_MODELS } from "@vriddhi/core/strategy/model/opening-range-model";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import type { PreOpenQuote } from "@vriddhi/core/strategy/strategy";
import { type Judged, StrategyDay } from "@vriddhi/core/strategy/strategy-day";
import { shortlistAt } from "@vriddhi/core/strategy/strategy-hours";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { preOpenOn } from "@vriddhi/core/time/session-hours";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Exchange } from "@vriddhi/sandbox/exchange/exchange";
import { deskIndex, deskSymbols, factsBefore } from "@vriddhi/sandbox/exchange/strategy-day-fixture";
import { createDayClock } from "../time/day-clock.ts";
import { VirtualTime } from "../time/virtual-time.ts";

const LAST_CANDIDATE = istMinute(12, 47);
/** Every share trades once per beat. */
const BEAT_MS = SECOND_MS;

function openStrategyDay(day: IstDate): StrategyDay {
  const session = nseCalendar.sessionOf(day);
  if (session.open === null || session.close === null) throw new Error(`${day} has no session`);
  return new StrategyDay({
    day,
    session,
    symbols: deskSymbols,
    index: deskIndex,
    models: OPENING_RANGE_MODELS,
    settings: OPENING_RANGE,
  });
}

function quotesOf(exchange: Exchange): readonly PreOpenQuote[] {
  return deskSymbols.map((symbol, share) => {
    const { lastPrice, previousClose, volume } = exchange.quote(symbol);
    return { share, price: share === deskIndex || volume > 0 ? lastPrice : null, previousClose };
  });
}

/** The product's strategy on the morning of `day` in virtual time: it receives every trade as in a simulated day. */
export async function decideInVirtualTime(exchange: Exchange, day: IstDate, speed: number): Promise<readonly Judged[]> {
  const clock = createDayClock(new VirtualTime(), istInstant(day, preOpenOn(day).matchedUntil), speed);
  const desk = openStrategyDay(day);
  const judged: Judged[] = [];
  let version = 0;
  const beat = (): void => {
    const now = clock.market();
    exchange.advance(now);
    const changed = exchange.changedSince("fyers", version);
    version = changed.version;
    const symbols = new Set(changed.symbols);
    for (const [share, symbol] of deskSymbols.entries()) {
      if (!symbols.has(symbol)) continue;
      const { at, lastPrice: price, volume: dayVolume } = exchange.quote(symbol);
      desk.receive(share, { at, price, dayVolume });
    }
    for (const { decisions } of desk.closeUntil(now)) judged.push(...decisions);
    clock.time.after(BEAT_MS / speed, beat);
  };
  exchange.advance(clock.market());
  desk.begin(factsBefore(exchange, day));
  clock.time.after(clock.untilMarket(shortlistAt(day)), () => desk.list(quotesOf(exchange)));
  beat();
  await clock.time.liveUntil(clock.untilMarket(istInstant(day, LAST_CANDIDATE)), () => false);
  return judged;
}
