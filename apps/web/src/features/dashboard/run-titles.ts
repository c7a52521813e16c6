import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { RunBroker } from "./day-facts.ts";

/** The brokers with a run; paper is not one. */
export const runTitles: Readonly<Record<RunBroker, string>> = { ...brokerTitles, paper: "Paper" };
