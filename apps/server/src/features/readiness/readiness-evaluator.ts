import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { type DayPhase, type FundsFact, judgeReadiness, type MorningLogin } from "@vriddhi/core/readiness/readiness";
import type { ReadinessReason } from "@vriddhi/core/readiness/readiness-reason";
import { phaseOf } from "@vriddhi/core/schedule/day-plan";
import type { EpochMs, MarketClock } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import { nextTradingDay, type TradingCalendar } from "@vriddhi/core/time/trading-calendar";
import type { ReasonContext } from "./readiness.messages.ts";
import type { ReadinessAccount } from "./readiness-accounts.ts";

export interface EvaluatorDeps {
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  isSubscribed(userId: string): Promise<boolean>;
  hasInstruments(broker: BrokerName, day: IstDate): Promise<boolean>;
  lastTickAt(): Promise<EpochMs | null>;
  loginOf(linkId: string, day: IstDate): Promise<MorningLogin>;
  isStarted(linkId: string, day: IstDate): Promise<boolean>;
}

export interface Moment {
  readonly now: EpochMs;
  readonly today: IstDate;
  readonly phase: DayPhase;
}

export interface ReadinessEvaluator {
  moment(): Moment;
  evaluate(account: ReadinessAccount, funds: FundsFact, at: Moment): Promise<ReadinessReason | null>;
  contextOf(account: ReadinessAccount, at: Moment): ReasonContext;
}

/** A refusal holds until a login works; where the user logs in daily, yesterday's is ignored. */
function refusalOf({ refusal, canLogInAlone }: ReadinessAccount, today: IstDate): string | null {
  if (refusal === null) return null;
  return canLogInAlone || istDateOf(refusal.at) === today ? refusal.detail : null;
}

export function createReadinessEvaluator(deps: EvaluatorDeps): ReadinessEvaluator {
  const { marketClock, calendar } = deps;

  async function tickOn(day: IstDate): Promise<EpochMs | null> {
    const at = await deps.lastTickAt();
    return at !== null && istDateOf(at) === day ? at : null;
  }

  return {
    moment() {
      const now = marketClock.now();
      return { now, today: istDateOf(now), phase: phaseOf(calendar, now) };
    },
    async evaluate(account, funds, { now, today, phase }) {
      const { linkId, userId, broker, isDisconnected, egress, hasAlgoId, isConnected, canLogInAlone } = account;
      return judgeReadiness({
        now,
        phase,
        isDisconnected,
        egress,
        hasAlgoId,
        isConnected,
        canLogInAlone,
        funds,
        isRefused: refusalOf(account, today) !== null,
        isSubscribed: await deps.isSubscribed(userId),
        isStarted: await deps.isStarted(linkId, today),
        login: await deps.loginOf(linkId, today),
        hasInstruments: await deps.hasInstruments(broker, today),
        lastTickAt: await tickOn(today),
      });
    },
    contextOf: (account, { phase, today }) => ({
      broker: account.broker,
      phase,
      nextDay: phase === "unknown" ? null : nextTradingDay(calendar, today),
      address: account.address,
      refusal: refusalOf(account, today),
    }),
  };
}
