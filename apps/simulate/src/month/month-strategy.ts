import { OPENING_RANGE_MODELS } from "@vriddhi/core/strategy/model/opening-range-model";
import { OPENING_RANGE } from "@vriddhi/core/strategy/opening-range/settings";
import type { Enter, PreOpenQuote, ShareFacts } from "@vriddhi/core/strategy/strategy";
import { type Judged, type RecordedMinute, StrategyDay } from "@vriddhi/core/strategy/strategy-day";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Exchange } from "@vriddhi/sandbox/exchange/exchange";
import { deskIndex, deskSymbols, factsBefore } from "@vriddhi/sandbox/exchange/strategy-day-fixture";

function openStrategyDay(day: IstDate): StrategyDay {
  const session = nseCalendar.sessionOf(day);
  if (session.open === null) throw new Error(`${day} has no session`);
  return new StrategyDay({
    day,
    session,
    symbols: deskSymbols,
    index: deskIndex,
    models: OPENING_RANGE_MODELS,
    settings: OPENING_RANGE,
  });
}

const isEntry = (judged: Judged): judged is Enter => judged.kind === "enter";

export class MonthStrategy {
  readonly #exchange: Exchange;
  readonly #desk: StrategyDay;
  readonly #day: IstDate;
  readonly #facts: readonly ShareFacts[];
  readonly #minutes: RecordedMinute[] = [];
  #quotes: readonly PreOpenQuote[] = [];
  #version = 0;
  passedOver = 0;

  constructor(exchange: Exchange, day: IstDate) {
    this.#exchange = exchange;
    this.#day = day;
    this.#desk = openStrategyDay(day);
    this.#facts = factsBefore(exchange, day);
    this.#desk.begin(this.#facts);
  }

  list(): void {
    this.#quotes = deskSymbols.map((symbol, share) => {
      const { lastPrice, previousClose, volume } = this.#exchange.quote(symbol);
      return { share, price: share === deskIndex || volume > 0 ? lastPrice : null, previousClose };
    });
    this.#desk.list(this.#quotes);
  }

  /** Takes the trades since the last call; returns decisions on completed minutes. */
  takeSignals(now: EpochMs): readonly Enter[] {
    const changed = this.#exchange.changedSince("angelone", this.#version);
    this.#version = changed.version;
    const symbols = new Set(changed.symbols);
    for (const [share, symbol] of deskSymbols.entries()) {
      if (!symbols.has(symbol)) continue;
      const { at, lastPrice: price, volume: dayVolume } = this.#exchange.quote(symbol);
      this.#desk.receive(share, { at, price, dayVolume });
    }
    const closed = this.#desk.closeUntil(now);
    for (const { record } of closed) if (record !== null) this.#minutes.push(record);
    const judged = closed.flatMap(({ decisions }) => decisions);
    const entries = judged.filter(isEntry);
    this.passedOver += judged.length - entries.length;
    return entries;
  }

  decideAgain(): readonly Enter[] {
    const again = openStrategyDay(this.#day);
    again.begin(this.#facts);
    again.list(this.#quotes);
    return again.replay(this.#minutes).filter(isEntry);
  }

  minutesReceived(): number {
    return this.#minutes.filter(({ isWhole }) => isWhole).length;
  }
}
