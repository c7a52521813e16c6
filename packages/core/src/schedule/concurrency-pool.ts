import { type BrokerName, brokerNames } from "../broker/broker-name.ts";
import type { StepKind } from "./day-plan.ts";

/**
 * Steps of one lane wait for each other, steps of two lanes never do. Whatever talks to a broker has a lane for each
 * broker, so that one that does not answer holds up its own accounts and nobody else's.
 */
export type ConcurrencyPool =
  | "roll"
  | "desk"
  | "instruments"
  | "sessions"
  | "questions"
  | "starts"
  | `logins:${BrokerName}`
  | `readiness:${BrokerName}`;

/** Of the steps that call everybody up. */
export const ACTIVE_ACCOUNTS_POOL = "roll" satisfies ConcurrencyPool;

type PoolGroup = "desk" | "instruments" | "sessions" | "questions" | "starts" | "logins" | "readiness";

const groups: Readonly<Record<StepKind, PoolGroup>> = {
  disconnect: "sessions",
  ask_early: "questions",
  reconnect: "logins",
  desk_login: "desk",
  ask_again: "questions",
  instruments: "instruments",
  instruments_by_symbol: "instruments",
  readiness_early: "readiness",
  ask_last: "questions",
  start: "starts",
  readiness: "readiness",
  tell_failed: "questions",
  warm: "logins",
  warm_again: "logins",
};

/** The lane of an account's step at its broker; desks and lists of instruments have no account. */
export function poolOf(kind: StepKind, broker: BrokerName | null): ConcurrencyPool {
  const group = groups[kind];
  if (group !== "logins" && group !== "readiness") return group;
  if (broker === null) throw new Error(`a ${kind} step needs the account's broker`);
  return `${group}:${broker}`;
}

/**
 * Steps of a lane that run at once in one process. Logins and looks at readiness wait for brokers, and every login is
 * followed by a look; a start waits for our own database.
 */
const widths: Readonly<Record<PoolGroup, number>> = {
  desk: 2,
  instruments: 3,
  sessions: 3,
  questions: 3,
  starts: 4,
  logins: 12,
  readiness: 10,
};

/** How many steps of each lane one process runs at once. */
export const poolWidths: Readonly<Record<ConcurrencyPool, number>> = {
  roll: 1,
  desk: widths.desk,
  instruments: widths.instruments,
  sessions: widths.sessions,
  questions: widths.questions,
  starts: widths.starts,
  ...perBroker("logins"),
  ...perBroker("readiness"),
};

function perBroker<Group extends "logins" | "readiness">(group: Group): Record<`${Group}:${BrokerName}`, number> {
  const named = brokerNames.map((broker) => [`${group}:${broker}`, widths[group]]);
  return Object.fromEntries(named) as Record<`${Group}:${BrokerName}`, number>;
}
