import { useQuery } from "@tanstack/react-query";
import type { RunReply } from "@vriddhi/contract/algorithm-run";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import type { TradingScript } from "./trading-script.ts";
import type { RunStatus } from "./use-run-status.ts";

interface DetailDeps {
  readonly script: TradingScript;
  readonly userId: string;
  readonly broker: BrokerName | null;
  readonly status: RunStatus;
}

type Details = Pick<RunReply, "status" | "capital" | "stocks">;

function runningOf(polled: Details | null, loaded: Details | undefined): Details | null {
  if (polled?.status === "running") return polled;
  return loaded?.status === "running" ? loaded : null;
}

interface Loading {
  readonly isRunning: boolean;
  readonly isActive: boolean;
  readonly broker: BrokerName | null;
}

function useAnswers({ script, userId }: DetailDeps, { isRunning, isActive, broker }: Loading) {
  const isForAll = script.broker === null;
  const named = script.broker === null ? {} : { broker: script.broker };
  const details = useQuery({ ...read("/algorithm/details", { query: named, userId }), enabled: isRunning });
  const stocks = useQuery({ ...read("/algorithm/stocks", { userId }), enabled: isRunning && isForAll });
  const day = useQuery({
    ...read("/algorithm/day", { query: broker === null ? {} : { broker } }),
    enabled: broker !== null && isActive,
    refetchInterval: POLL.multiBrokerMs,
  });
  return {
    // Until this run's answer arrives, the cached one belongs to the last run.
    details: details.isFetching ? undefined : details.data,
    stocks: stocks.data?.stocks ?? [],
    day: isActive ? day.data : undefined,
  };
}

/** B4.3: with a start capital and shortlisted stocks are loaded, with a stop both are cleared. */
export function useRunDetails(deps: DetailDeps) {
  const { run, isRunning, isClosing } = deps.status;
  const isActive = isRunning || isClosing;
  const { details, stocks, day } = useAnswers(deps, { isRunning, isActive, broker: deps.broker });
  const known = isRunning ? runningOf(run, details) : null;
  const listed = known?.stocks.length ? known.stocks : stocks;
  return {
    /** `null` before the first answer after a start. */
    inUse: known?.capital ?? null,
    symbols: isRunning ? listed.map(({ symbol }) => symbol) : [],
    held: day?.positions.filter(({ quantity }) => quantity !== 0) ?? [],
    /** In paise, after charges, as Today shows it; `null` where nothing was traded or a price is not known. */
    result: day === undefined || day.fills.length === 0 ? null : day.result.now_paise,
    startedAt: isRunning ? (day?.run?.started_at ?? null) : null,
  };
}
export type RunDetails = ReturnType<typeof useRunDetails>;
