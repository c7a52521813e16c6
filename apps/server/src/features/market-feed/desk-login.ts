import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { isStrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import { type HumanClock, later, type MarketClock, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { StepWork } from "../../platform/due-step/step-closing.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { DeskStore } from "./desk.store.ts";
import type { DeskAccounts } from "./desk-account.ts";

export interface DeskLoginDeps {
  readonly store: DeskStore;
  readonly accounts: DeskAccounts;
  readonly adapters: Readonly<Record<BrokerName, BrokerAdapter>>;
  readonly humanClock: HumanClock;
  readonly marketClock: MarketClock;
  readonly log: Logger;
}

export const createDeskLogin =
  ({ store, accounts, adapters, humanClock, marketClock, log }: DeskLoginDeps): StepWork =>
  async ({ subject: desk, usefulUntil }) => {
    if (!isStrategyFeed(desk)) return { kind: "done", outcome: "unknown" };
    const account = accounts[desk];
    if (account === null) return { kind: "done", outcome: "no account" };
    const stored = await store.sessionOf(desk);
    if (stored !== null && stored.expiresAt > usefulUntil) return { kind: "done", outcome: "connected" };
    const moment = { market: marketClock.now(), human: humanClock.now() };
    const login = await adapters[desk].login.unattended(account.credentials, account.egress, moment);
    if (login.ok)
      return { kind: "done", outcome: "connected", effect: (tx) => store.putSession(tx, desk, login.value) };
    const { kind } = login.error;
    if (kind === "unavailable" || kind === "throttled")
      return { kind: "later", outcome: kind, at: later(moment.market, MINUTE_MS) };
    log.error({ desk, kind }, "market feed: strategy account cannot log in");
    return { kind: "done", outcome: kind };
  };
