import type { Reply } from "../../lib/api.ts";

type BacktestReply = Reply<"GET", "/api/backtests/{id}">;
export type Backtest = BacktestReply["backtest"];
export type BacktestResult = NonNullable<BacktestReply["result"]>;
export type BacktestState = Backtest["state"];

export const isOver = ({ state }: Pick<Backtest, "state">): boolean => state !== "queued" && state !== "running";
