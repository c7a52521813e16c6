import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { RunBroker } from "./day-facts.ts";

/** Where something runs; paper is no broker. */
export const runTitles: Readonly<Record<RunBroker, string>> = { ...brokerTitles, paper: "Paper" };
