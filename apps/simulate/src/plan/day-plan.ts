import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { rupees } from "@vriddhi/core/shared/money";
import { createSeededRandom, type Random } from "@vriddhi/core/shared/random";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstMinute, istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { brokers, members } from "@vriddhi/sandbox/exchange/members";
import { type DayStyle, styleOf } from "./day-style.ts";
import { drawCallFault, endsProcess } from "./fault-plan.ts";
import { drawFaultScenarios, type FaultScenarioName } from "./fault-scenarios.ts";
import type { DayPlan, InjectedFault, PlannedAccount, PlannedSignal } from "./plan-model.ts";

export const DAY = istDate("2026-11-16");

export const WORKERS = 2;
export const SHARES = 6;
/** Users log in before the first signal. */
export const LOGIN_MS = 20 * SECOND_MS;
const SKEW_MAX_MS = 3 * SECOND_MS;
/** The last books are read after this minute. */
export const DAY_ENDS: IstMinute = istMinute(15, 32);
const LAST_SIGNAL: IstMinute = istMinute(14, 43);

const CASH = [20_000, 50_000, 100_000, 300_000, 1_000_000].map(rupees);

const canListen = (broker: BrokerName): boolean => broker !== "fyers";

function drawAccounts(random: Random, { socketDays, socketAccounts }: DayStyle): readonly PlannedAccount[] {
  const areSocketsUp = random.int(0, 3) < socketDays;
  return Array.from({ length: random.int(12, 14) }, (_, index) => {
    const broker = brokers[index % brokers.length] as BrokerName;
    return {
      client: `${members[broker].clientPrefix.charAt(0)}X${String(1000 + index)}`,
      broker,
      cash: random.pick(CASH),
      hasSocket: areSocketsUp && canListen(broker) && random.int(0, 1) < socketAccounts,
    };
  });
}

function drawSignal(random: Random, n: number, lastMs: number): PlannedSignal {
  return {
    id: `signal-${n}`,
    atMs: random.int(LOGIN_MS + 5 * SECOND_MS, lastMs),
    share: random.int(0, SHARES - 1),
    side: random.int(0, 3) === 0 ? "sell" : "buy",
    stopBasisPoints: random.int(20, 150),
    targetBasisPoints: random.int(0, 2) === 0 ? null : random.int(20, 200),
    validMs: random.pick([10, 20, 30]) * SECOND_MS,
  };
}

type FaultDraw = (random: Random, atMs: number, accounts: number) => InjectedFault;

const faultDraws: readonly FaultDraw[] = [
  (random, atMs) => ({ kind: "kill", atMs, worker: random.int(0, WORKERS - 1) }),
  (random, atMs) => ({
    kind: "pause",
    atMs,
    worker: random.int(0, WORKERS - 1),
    durationMs: random.int(1, 20) * 1_000,
  }),
  (random, atMs) => ({ kind: "store-down", atMs, durationMs: random.int(1, 12) * SECOND_MS }),
  (random, atMs) => ({ kind: "commits-lost", atMs, durationMs: random.int(5, 60) * SECOND_MS }),
  (random, atMs) => ({ kind: "feed-frozen", atMs, durationMs: random.int(4, 30) * SECOND_MS }),
  (random, atMs) => ({ kind: "bad-tick", atMs, share: random.int(0, SHARES - 1) }),
  (random, atMs) => ({
    kind: "gap",
    atMs,
    share: random.int(0, SHARES - 1),
    basisPoints: random.pick([-450, -250, -150, 150, 250, 450]),
  }),
  (random, atMs, accounts) => ({ kind: "person-sells", atMs, account: random.int(0, accounts - 1) }),
  (random, atMs, accounts) => ({
    kind: "person-buys",
    atMs,
    account: random.int(0, accounts - 1),
    share: random.int(0, SHARES - 1),
  }),
  (random, atMs, accounts) => ({ kind: "broker-squares-off", atMs, account: random.int(0, accounts - 1) }),
  (random, atMs, accounts) => ({ kind: "session-ends", atMs, account: random.int(0, accounts - 1) }),
  (random, atMs, accounts) => ({
    kind: "kill-switch",
    atMs,
    account: random.int(0, 3) === 0 ? null : random.int(0, accounts - 1),
    closes: random.int(0, 2) > 0,
  }),
];

/** A seed's day plan: the same on every machine. A mutant may favour scenarios that otherwise occur by chance. */
export function planDay(seed: number, favoured: readonly FaultScenarioName[] = []): DayPlan {
  const random = createSeededRandom(seed);
  const style = styleOf(seed);
  const { speed, from } = random.pick(style.paces);
  const begins = istInstant(DAY, from);
  const humanAt = (minute: IstMinute): number => Math.floor((istInstant(DAY, minute) - begins) / speed);
  const lengthMs = humanAt(DAY_ENDS) + 2 * MINUTE_MS;
  const lastSignalMs = humanAt(LAST_SIGNAL);
  const accounts = drawAccounts(random, style);
  const signals = Array.from({ length: random.int(2, style.signalsMax) }, (_, n) =>
    drawSignal(random, n, lastSignalMs),
  );
  const callFaults = Array.from({ length: random.int(4, 9) }, () => drawCallFault(random, accounts.length));
  const happensAt = () => random.int(LOGIN_MS + 10 * SECOND_MS, humanAt(istMinute(15, 11)));
  const nearSignal = () => (random.pick(signals).atMs + random.int(0, 90 * SECOND_MS)) | 0;
  const injectedFaults = Array.from({ length: random.int(1, 4) }, () =>
    random.pick(faultDraws)(random, random.int(0, 2) > 0 ? nearSignal() : happensAt(), accounts.length),
  );
  const hasCrash =
    injectedFaults.some(({ kind }) => kind === "kill") || callFaults.some(({ kind }) => endsProcess(kind));
  const crash: InjectedFault = { kind: "kill", atMs: nearSignal(), worker: random.int(0, WORKERS - 1) };
  const faultedDay = {
    accounts: accounts.length,
    workers: WORKERS,
    shares: SHARES,
    firstMs: LOGIN_MS + 5 * SECOND_MS,
    lastMs: lastSignalMs,
    humanAt,
  };
  const skewsMs = Array.from({ length: WORKERS }, () => random.int(-SKEW_MAX_MS, SKEW_MAX_MS));
  const scenarios = drawFaultScenarios(seed, faultedDay, favoured, style);
  const hasPushes = scenarios.some((scenario) => scenario.hasPushes === true);
  return {
    seed,
    begins,
    speed,
    lengthMs,
    skewsMs: scenarios.find((scenario) => scenario.skewsMs !== undefined)?.skewsMs ?? skewsMs,
    accounts: hasPushes ? accounts.map((account) => ({ ...account, hasSocket: canListen(account.broker) })) : accounts,
    signals: [...signals, ...scenarios.flatMap((scenario) => scenario.signals)].toSorted((a, b) => a.atMs - b.atMs),
    callFaults: [...scenarios.flatMap((scenario) => scenario.callFaults), ...callFaults],
    narrowBudget: scenarios.find((scenario) => scenario.narrowBudget !== undefined)?.narrowBudget ?? null,
    injectedFaults: [
      ...injectedFaults,
      ...(hasCrash ? [] : [crash]),
      ...scenarios.flatMap((scenario) => scenario.injectedFaults),
    ],
  };
}
