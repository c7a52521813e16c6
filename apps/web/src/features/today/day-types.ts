import type { Reply } from "../../lib/api.ts";

export type Day = Reply<"GET", "/algorithm/day">;
export type DayOrder = Day["orders"][number];
export type DayFill = Day["fills"][number];
export type DayNote = Day["notes"][number];
export type DaySignal = Day["signals"][number];
export type DayPosition = Day["positions"][number];
export type AllRuns = Reply<"GET", "/algorithm/all-status">;
export type Run = AllRuns["fyers"];
export type Readiness = Reply<"GET", "/brokers/readiness">;
export type BrokerReadiness = Readiness["brokers"][number];
export type StrategyState = Reply<"GET", "/algorithm/stocks">["strategy_state"];
export type Stock = Reply<"GET", "/algorithm/stocks">["stocks"][number];
export type PastDay = Reply<"GET", "/algorithm/history">["days"][number];
export type Preferences = Reply<"GET", "/algorithm/wishes">;
