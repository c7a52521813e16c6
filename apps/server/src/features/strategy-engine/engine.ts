import { type StrategyFeed, strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { AFTER_CLOSE_MINUTES, BAR_GRACE_MS, shortlistAt } from "@vriddhi/core/strategy/strategy-hours";
import { type EpochMs, later } from "@vriddhi/core/time/clock";
import { addDays, type IstMinute, istDateOf, istInstant } from "@vriddhi/core/time/ist";
import { isTradingDay, type TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import { LeadLost } from "./strategy-engine.store.ts";
import { type ReceivedTick, StrategyRunner, type StrategyRunnerDeps } from "./strategy-runner.ts";

export interface EngineDeps extends StrategyRunnerDeps {
  listen(desk: StrategyFeed, listener: (ticks: readonly ReceivedTick[]) => void): () => void;
  closeDays(epoch: number): Promise<void>;
}

export interface SignalEngine {
  lead(epoch: number, signal: AbortSignal): void;
  turn(): Promise<void>;
  isLeading(): boolean;
}

interface Lead {
  readonly epoch: number;
  readonly works: ReadonlyMap<StrategyFeed, StrategyRunner>;
  closedFor: string;
}

/** The instants in (from, to] at which a strategy has work that no tick triggers. */
export function engineStops(calendar: TradingCalendar, from: EpochMs, to: EpochMs): readonly EpochMs[] {
  const stops: EpochMs[] = [];
  for (let day = istDateOf(from); day <= istDateOf(to); day = addDays(day, 1)) {
    const { close } = calendar.sessionOf(day);
    if (!isTradingDay(calendar, day) || close === null) continue;
    const end = istInstant(day, (close + AFTER_CLOSE_MINUTES) as IstMinute);
    stops.push(...[shortlistAt(day), later(end, BAR_GRACE_MS)].filter((at) => at > from && at <= to));
  }
  return stops;
}

export function createSignalEngine(deps: EngineDeps): SignalEngine {
  const { marketClock } = deps;
  let lead: Lead | null = null;
  let turning: Promise<void> = Promise.resolve();

  /** A day that begins ends those before it; the day itself ends with its last minute. */
  async function closeDays(current: Lead): Promise<void> {
    const day = istDateOf(marketClock.now());
    const ended = [...current.works.values()].filter((work) => work.day?.isOver === true && work.isStored).length;
    const key = `${day} ${ended}`;
    if (current.closedFor === key) return;
    await deps.closeDays(current.epoch);
    current.closedFor = key;
  }

  /** Ticks are stored after all strategies' minutes and signals: only the nightly replay needs them. */
  async function workAll({ works }: Lead): Promise<void> {
    for (const work of works.values()) await work.turn();
    for (const work of works.values()) await work.record();
  }

  async function turnOnce(): Promise<void> {
    const current = lead;
    if (current === null) return;
    try {
      await workAll(current);
      await closeDays(current);
    } catch (cause) {
      if (!(cause instanceof LeadLost)) throw cause;
      if (lead === current) lead = null;
      deps.log.warn({ epoch: current.epoch }, "strategy: leader lock lost");
    }
  }

  function turn(): Promise<void> {
    turning = turning.catch(() => undefined).then(turnOnce);
    return turning;
  }

  return {
    lead(epoch, signal) {
      const works = new Map(strategyFeeds.map((desk) => [desk, new StrategyRunner(deps, desk, epoch)]));
      const leading: Lead = { epoch, works, closedFor: "" };
      lead = leading;
      const stops = strategyFeeds.map((desk) => deps.listen(desk, (ticks) => works.get(desk)?.onTicks(ticks)));
      signal.addEventListener(
        "abort",
        () => {
          for (const stop of stops) stop();
          if (lead === leading) lead = null;
        },
        { once: true },
      );
    },
    turn,
    isLeading: () => lead !== null,
  };
}
