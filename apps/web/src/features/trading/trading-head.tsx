import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { formatLongDay } from "@vriddhi/core/schedule/day-format";
import { istDateOf, yearOf } from "@vriddhi/core/time/ist";
import { formatIstSeconds } from "../../lib/format.ts";
import { useMarketNow } from "../../lib/market-clock.ts";
import { headTexts } from "./trading.texts.ts";
import type { TradingScript } from "./trading-script.ts";

function MarketTime() {
  const now = useMarketNow();
  if (now === null) return null;
  const day = istDateOf(now);
  return (
    <time className="figures text-sm whitespace-nowrap text-muted max-md:hidden" dateTime={new Date(now).toISOString()}>
      {formatLongDay(day)} {yearOf(day)}, {formatIstSeconds(now)} IST
    </time>
  );
}

interface TradingHeadProps {
  script: TradingScript;
  broker: BrokerName | null;
  isRunning: boolean;
}

/** B7.14: where it would start; a run may have been started at another broker. */
const restOf = (script: TradingScript, isRunning: boolean): string => {
  if (script.broker === null) return isRunning ? "" : headTexts.firstConnected;
  return script.broker === "zerodha" ? headTexts.zerodhaFollows : "";
};

export function TradingHead({ script, broker, isRunning }: TradingHeadProps) {
  return (
    <div className="-mt-3.5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      {broker !== null && (
        <p className="text-muted">
          {isRunning ? headTexts.runsAt : headTexts.willRunAt}{" "}
          <b className="font-semibold text-text">{brokerTitles[broker]}</b>
          <span className="max-sm:hidden">{restOf(script, isRunning)}.</span>
        </p>
      )}
      <MarketTime />
    </div>
  );
}
