import { type BrokerName, brokerNames } from "../broker/broker-name.ts";
import type { StepKind } from "./day-plan.ts";

/** Bulkheads: each broker has a pool for the steps that call it, so a silent broker delays only its own accounts. */
export type ConcurrencyPool =
  | "roll"
  | "desk"
  | "instruments"
  | "sessions"
  | "questions"
  | "starts"
  | `logins:${BrokerName}`
  | `readiness:${BrokerName}`;

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

/** The pool of an account's step at its broker; steps of strategies and instrument lists have no account. */
export function poolOf(kind: StepKind, broker: BrokerName | null): ConcurrencyPool {
  const group = groups[kind];
  if (group !== "logins" && group !== "readiness") return group;
  if (broker === null) throw new Error(`a ${kind} step needs the account's broker`);
  return `${group}:${broker}`;
}

/** Concurrent steps of a pool per process. Logins and readiness checks wait for brokers, a start for our database. */
const widths: Readonly<Record<PoolGroup, number>> = {
  desk: 2,
  instruments: 3,
  sessions: 3,
  questions: 3,
  starts: 4,
  logins: 12,
  readiness: 10,
};

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
