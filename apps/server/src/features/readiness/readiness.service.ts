import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { type FundsFact, judgeReadiness, type ReadinessReason } from "@vriddhi/core/readiness/readiness";
import { type EpochMs, later, type MarketClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istDateOf } from "@vriddhi/core/time/ist";
import { type TradingCalendar, tradingDayFrom } from "@vriddhi/core/time/trading-calendar";
import type { StepWork } from "../../platform/due-step/step-runner.ts";
import type { ReadinessStore } from "./readiness.store.ts";

/** A linked account, as far as readiness asks. */
export interface ReadinessAccount {
  readonly linkId: string;
  readonly userId: string;
  readonly broker: BrokerName;
  readonly isConnected: boolean;
  readonly sessionUntil: EpochMs | null;
  readonly hasEgress: boolean;
  readonly hasAlgoId: boolean;
}

export interface ReadinessDeps {
  readonly store: ReadinessStore;
  readonly marketClock: MarketClock;
  readonly calendar: TradingCalendar;
  listAccounts(userId: string): Promise<readonly ReadinessAccount[]>;
  findAccount(linkId: string): Promise<ReadinessAccount | null>;
  /** Asks the broker. A session that turns out to be over is ended. */
  readFunds(account: ReadinessAccount): Promise<FundsFact>;
  isSubscribed(userId: string): Promise<boolean>;
  hasInstruments(broker: BrokerName, day: IstDate): Promise<boolean>;
  /** That the desk which trades for this broker has heard the market today. */
  hasTick(broker: BrokerName, day: IstDate): Promise<boolean>;
}

export interface BrokerReadiness {
  readonly broker: BrokerName;
  readonly reason: ReadinessReason | null;
  readonly sessionUntil: EpochMs | null;
}

export interface DayReadiness {
  readonly day: IstDate;
  readonly checkedAt: EpochMs | null;
  readonly brokers: readonly BrokerReadiness[];
}

export interface ReadinessService {
  /** The step before 9:10, and whenever somebody connects: the only time a broker is asked. */
  readonly check: StepWork;
  of(userId: string): Promise<DayReadiness>;
}

const TRIES_MAX = 5;
const UNREAD: FundsFact = { kind: "unread" };

export function createReadinessService(deps: ReadinessDeps): ReadinessService {
  const { store, marketClock, calendar } = deps;

  async function judge(account: ReadinessAccount, funds: FundsFact, day: IstDate): Promise<ReadinessReason | null> {
    const { broker, userId, isConnected, hasEgress, hasAlgoId } = account;
    return judgeReadiness({
      ...{ isLinked: true, isConnected, hasEgress, hasAlgoId, funds },
      isSubscribed: await deps.isSubscribed(userId),
      hasInstruments: await deps.hasInstruments(broker, day),
      hasTick: await deps.hasTick(broker, day),
    });
  }

  return {
    async check({ subject: linkId, day, attempts }) {
      const before = await deps.findAccount(linkId);
      if (before === null) return { kind: "done", outcome: "gone" };
      const funds = before.isConnected ? await deps.readFunds(before) : UNREAD;
      if (funds.kind === "unavailable" && attempts < TRIES_MAX)
        return { kind: "later", outcome: "unavailable", at: later(marketClock.now(), MINUTE_MS) };
      const account = (await deps.findAccount(linkId)) ?? before;
      const reason = await judge(account, funds, day);
      const record = { linkId, day, funds, reason, checkedAt: marketClock.now() };
      return { kind: "done", outcome: reason ?? "ready", effect: (tx) => store.save(tx, record) };
    },
    /** What is stored here is looked at anew, what the broker said is remembered. */
    async of(userId) {
      const day = tradingDayFrom(calendar, istDateOf(marketClock.now()));
      const accounts = await deps.listAccounts(userId);
      const records = await store.listOf(
        accounts.map(({ linkId }) => linkId),
        day,
      );
      const brokers: BrokerReadiness[] = [];
      for (const account of accounts) {
        const funds = records.find(({ linkId }) => linkId === account.linkId)?.funds ?? UNREAD;
        const reason = await judge(account, funds, day);
        brokers.push({
          broker: account.broker,
          reason,
          sessionUntil: account.isConnected ? account.sessionUntil : null,
        });
      }
      const [oldest] = records.map(({ checkedAt }) => checkedAt).sort((a, b) => a - b);
      return { day, brokers, checkedAt: oldest ?? null };
    },
  };
}
