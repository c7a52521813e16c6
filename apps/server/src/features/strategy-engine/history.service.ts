import type { ReadError } from "@vriddhi/brokers/port/broker-error";
import type { Candle } from "@vriddhi/brokers/port/history";
import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { Result } from "@vriddhi/core/shared/result";
import type { ShareFacts } from "@vriddhi/core/strategy/strategy";
import { factsFrom, SESSIONS_NEEDED, sessionsBefore, summariseBars } from "@vriddhi/core/strategy/strategy-facts";
import { type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import type { TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Logger } from "../../platform/log/logger.ts";
import type { DayBar, HistoryStore } from "./history.store.ts";
import type { ShareNumbers } from "./share-numbers.ts";

/** More than needed: the average true range has to settle, and a missing day must not hurt. */
const SESSIONS_ASKED = 30;
/** Older sessions count while they are stored. */
const SESSIONS_READ = 60;
/** Pause before a broker that did not answer is called again. */
const TRY_AGAIN_MS = 5 * SECOND_MS;

export interface HistorySource {
  readonly desk: StrategyFeed;
  /** Five-minute candles of whole days; `null` when the broker does not list the share today. */
  open(
    day: IstDate,
  ): Promise<
    ((isin: string, from: IstDate, to: IstDate) => Promise<Result<readonly Candle[], ReadError> | null>) | null
  >;
}

export interface HistoryDeps {
  readonly store: HistoryStore;
  readonly sources: readonly HistorySource[];
  readonly numbers: ShareNumbers;
  readonly calendar: TradingCalendar;
  readonly humanClock: HumanClock;
  readonly log: Logger;
}

export interface HistoryService {
  /** Requests the bars missing before `day`, each share once a day; the next call retries failures. */
  fill(day: IstDate, signal: AbortSignal): Promise<void>;
  /** `true` when nothing obtainable is missing. */
  isReady(day: IstDate): boolean;
  factsBefore(day: IstDate): Promise<readonly ShareFacts[]>;
}

function toDayBars(isin: string, candles: readonly Candle[], sessions: ReadonlySet<IstDate>): readonly DayBar[] {
  const byDay = new Map<IstDate, Candle[]>();
  for (const candle of candles) {
    const day = istDateOf(candle.at);
    if (!sessions.has(day)) continue;
    const own = byDay.get(day) ?? [];
    own.push(candle);
    byDay.set(day, own);
  }
  return [...byDay].flatMap(([tradingDay, own]) => {
    const row = summariseBars(own);
    return row === null ? [] : [{ isin, tradingDay, ...row }];
  });
}

interface Task {
  readonly day: IstDate;
  readonly sessions: readonly IstDate[];
  readonly signal: AbortSignal;
}

export function createHistoryService(deps: HistoryDeps): HistoryService {
  const { store, sources, numbers, calendar, humanClock, log } = deps;
  let restUntil = 0;
  /** A new leader checks again: the tables may have been emptied. */
  let ready: { readonly day: IstDate; readonly lead: AbortSignal } | null = null;

  async function missingBefore(day: IstDate, sessions: readonly IstDate[]): Promise<readonly string[]> {
    const [first] = sessions;
    if (first === undefined) return [];
    const asked = await store.askedOn(day);
    const known = new Set((await store.barsBetween(first, day)).map(({ isin, tradingDay }) => `${isin} ${tradingDay}`));
    const needed = sessions.slice(-SESSIONS_NEEDED);
    return numbers.isins.filter((isin) => !asked.has(isin) && needed.some((each) => !known.has(`${isin} ${each}`)));
  }

  type Ask = NonNullable<Awaited<ReturnType<HistorySource["open"]>>>;

  /** `true` continues with the next share. A broker at its rate limit is retried later, like one that is down. */
  async function askOne(ask: Ask, isin: string, day: IstDate, sessions: readonly IstDate[]): Promise<boolean> {
    const [from, to] = [sessions[0] as IstDate, sessions.at(-1) as IstDate];
    const answer = await ask(isin, from, to);
    if (answer === null || (!answer.ok && answer.error.kind === "rejected")) {
      await store.saveAsked(isin, day, []);
      return true;
    }
    if (!answer.ok) return false;
    await store.saveAsked(isin, day, toDayBars(isin, answer.value, new Set(sessions)));
    return true;
  }

  async function work({ desk, open }: HistorySource, row: string[], task: Task) {
    const { day, sessions, signal } = task;
    const ask = await open(day);
    if (ask === null) return;
    for (let isin = row.shift(); isin !== undefined; isin = signal.aborted ? undefined : row.shift()) {
      if (await askOne(ask, isin, day, sessions)) continue;
      row.push(isin);
      restUntil = humanClock.now() + TRY_AGAIN_MS;
      log.warn({ desk, left: row.length }, "strategy: reading past prices failed, retrying");
      return;
    }
  }

  return {
    async fill(day, signal) {
      const isKnown = ready?.day === day && ready.lead === signal;
      if (isKnown || humanClock.now() < restUntil) return;
      const sessions = sessionsBefore(calendar, day, SESSIONS_ASKED);
      const row = [...(await missingBefore(day, sessions))];
      const wanted = row.length;
      await Promise.all(sources.map((source) => work(source, row, { day, sessions, signal })));
      if (row.length > 0 || signal.aborted) return;
      ready = { day, lead: signal };
      if (wanted > 0) log.info({ shares: wanted }, "strategy: past prices complete");
    },
    isReady: (day) => ready?.day === day && !ready.lead.aborted,
    async factsBefore(day) {
      const sessions = sessionsBefore(calendar, day, SESSIONS_READ);
      const [first] = sessions;
      if (first === undefined) return [];
      const byDay = new Map<IstDate, DayBar[]>();
      for (const bar of await store.barsBetween(first, day)) {
        const own = byDay.get(bar.tradingDay) ?? [];
        own.push(bar);
        byDay.set(bar.tradingDay, own);
      }
      return factsFrom(numbers.shares.length, sessions, (each) =>
        (byDay.get(each) ?? []).flatMap(({ isin, open, high, low, close, turnover, rangeTurnover }) => {
          const share = numbers.numberOf(isin);
          return share === null ? [] : [{ share, open, high, low, close, turnover, rangeTurnover }];
        }),
      );
    },
  };
}
