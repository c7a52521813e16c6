import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { type FundsFact, isWorthTelling, mayPass } from "@vriddhi/core/readiness/readiness";
import type { ReadinessReason } from "@vriddhi/core/readiness/readiness-reason";
import { planStep, startEndOf } from "@vriddhi/core/schedule/day-plan";
import { type EpochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { Tx } from "../../platform/db/database.ts";
import type { ClaimedStep } from "../../platform/due-step/due-step.store.ts";
import type { StepWork } from "../../platform/due-step/step-closing.ts";
import { explain } from "./readiness.messages.ts";
import type { ReadinessRecord, ReadinessStore } from "./readiness.store.ts";
import type { AskableAccount, ReadinessAccount, ReadinessAccounts } from "./readiness-accounts.ts";
import type { Moment, ReadinessEvaluator } from "./readiness-evaluator.ts";

export interface ReadinessNotice {
  readonly userId: string;
  readonly kind: "readiness";
  readonly key: string;
  readonly data: { readonly broker: BrokerName; readonly isReady: boolean; readonly reasons: readonly string[] };
}

export interface CheckDeps {
  readonly store: ReadinessStore;
  readonly accounts: ReadinessAccounts;
  readonly evaluator: ReadinessEvaluator;
  notifyPages(tx: Tx, account: ReadinessAccount): Promise<void>;
  notify(tx: Tx, notice: ReadinessNotice): Promise<void>;
}

const UNREAD: FundsFact = { kind: "unread" };
const SELDOM_MS = 10 * MINUTE_MS;
/** The result of the last minute before 9:10 is final. */
const LAST_LOOK_MS = MINUTE_MS;
/** How long after that minute the result is still news. */
const NEWS_MS = 5 * MINUTE_MS;

const isLastLook = (day: IstDate, now: EpochMs): boolean => now >= startEndOf(day) - LAST_LOOK_MS;
const isFinalHour = (day: IstDate, now: EpochMs): boolean => now >= planStep("readiness", day).dueAt;

/** A broker that is down is retried; from 9:05 to 9:09 every reason that may pass without the user is checked again. */
function againAt({ reason, funds, day, checkedAt: now }: ReadinessRecord): EpochMs | null {
  const isAway = funds.kind === "unavailable";
  if (isLastLook(day, now)) return isAway ? later(now, SELDOM_MS) : null;
  const isPassing = isFinalHour(day, now) && reason !== null && mayPass(reason);
  return isAway || isPassing ? later(now, MINUTE_MS) : null;
}

/** Ready, or a reason that no other notice covers and that waiting does not fix before 9:10. */
function isNews({ reason, day, checkedAt: now }: ReadinessRecord, isConnected: boolean): boolean {
  if (!isFinalHour(day, now) || now > later(startEndOf(day), NEWS_MS)) return false;
  if (!isWorthTelling(reason, isConnected)) return false;
  return reason === null || !mayPass(reason) || isLastLook(day, now);
}

/** Runs before 9:10 and after each connect; only here readiness calls the broker. */
export function createReadinessCheck({ store, accounts, evaluator, notifyPages, notify }: CheckDeps): StepWork {
  const reasonsOf = (reason: ReadinessReason | null, account: ReadinessAccount, at: Moment): readonly string[] =>
    reason === null ? [] : [explain(reason, evaluator.contextOf(account, at)).detail];

  /** At most one notice of each: ready, not ready. */
  async function keep(tx: Tx, account: ReadinessAccount, record: ReadinessRecord, at: Moment): Promise<void> {
    await store.save(tx, record);
    await notifyPages(tx, account);
    const { userId, broker, linkId, isConnected } = account;
    if (!isNews(record, isConnected)) return;
    const isReady = record.reason === null;
    const key = `readiness:${linkId}:${record.day}:${isReady ? "ready" : "not_ready"}`;
    const reasons = reasonsOf(record.reason, account, at);
    await notify(tx, { userId, kind: "readiness", key, data: { broker, isReady, reasons } });
  }

  /** A broker answer that is newer than the step is reused. */
  async function fundsOf(account: AskableAccount, { day, dueAt }: ClaimedStep): Promise<FundsFact> {
    if (!account.isConnected) return UNREAD;
    const [known] = await store.listOf([account.linkId], day);
    if (known?.funds.kind === "read" && known.checkedAt >= dueAt) return known.funds;
    return account.readFunds();
  }

  return async (step) => {
    const { subject: linkId, day } = step;
    const before = await accounts.find(linkId);
    if (before === null) return { kind: "done", outcome: "gone" };
    const funds = await fundsOf(before, step);
    const account = (await accounts.find(linkId)) ?? before;
    const at = evaluator.moment();
    const reason = await evaluator.evaluate(account, funds, at);
    const record: ReadinessRecord = { linkId, day, funds, reason, checkedAt: at.now };
    const again = againAt(record);
    const outcome = reason ?? "ready";
    if (again === null) return { kind: "done", outcome, effect: (tx) => keep(tx, account, record, at) };
    await store.transaction((tx) => keep(tx, account, record, at));
    return { kind: "later", outcome, at: again };
  };
}
