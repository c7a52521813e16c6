import { useQuery } from "@tanstack/react-query";
import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { paise } from "@vriddhi/core/shared/money";
import { lazy, memo, Suspense, useMemo, useState } from "react";
import { formatPaise } from "../../lib/format.ts";
import { POLL } from "../../lib/polling.ts";
import { read } from "../../lib/query.tsx";
import { Button } from "../../ui/button.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { type DayBars, openingRangeOf, toCandles } from "./candles.ts";
import { chartTexts } from "./price-chart.texts.ts";
import type { ChartLevels, ChartMark } from "./price-chart.tsx";
import { PriceTable } from "./price-table.tsx";

const PriceChart = lazy(async () => ({ default: (await import("./price-chart.tsx")).PriceChart }));

const price = (amount: number): string => formatPaise(paise(amount), "always");

interface PricePanelProps {
  isin: string;
  symbol: string;
  broker: TradingBroker;
  levels: ChartLevels;
  marks: readonly ChartMark[];
  isLive: boolean;
}

function Waiting() {
  return (
    <LoadingRegion label={chartTexts.loading}>
      <Skeleton className="h-64 w-full md:h-80" />
    </LoadingRegion>
  );
}

interface ShownProps extends Pick<PricePanelProps, "symbol" | "levels" | "marks"> {
  data: DayBars;
}

const Shown = memo(function Shown({ symbol, levels, marks, data }: ShownProps) {
  const [isTable, setTable] = useState(false);
  const candles = useMemo(() => toCandles(data.bars), [data]);
  const range = useMemo(() => openingRangeOf(data), [data]);
  if (candles.length === 0) return <p className="text-sm text-muted">{chartTexts.empty}</p>;
  return (
    // A canvas does not shrink by itself: only a track of minimum 0 lets a drawn chart become narrower again.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-muted">
        <span>{chartTexts.unit}</span>
        <button
          type="button"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
          className="thumb font-semibold text-text underline underline-offset-4"
        >
          {isTable ? chartTexts.showChart : chartTexts.showTable}
        </button>
      </div>
      {isTable ? (
        <PriceTable symbol={symbol} candles={candles} marks={marks} />
      ) : (
        <Suspense fallback={<Waiting />}>
          <PriceChart symbol={symbol} candles={candles} range={range} levels={levels} marks={marks} />
        </Suspense>
      )}
      {range !== null && (
        <p className="figures text-xs text-info">{chartTexts.range(price(range.low), price(range.high))}</p>
      )}
    </div>
  );
});

export const PricePanel = memo(function PricePanel({ isin, symbol, broker, levels, marks, isLive }: PricePanelProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    ...read("/algorithm/bars", { query: { isin, broker } }),
    refetchInterval: isLive ? POLL.chartMs : false,
  });
  if (data === undefined && isError)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">{chartTexts.failed}</p>
        <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
          {chartTexts.retry}
        </Button>
      </div>
    );
  return data === undefined ? <Waiting /> : <Shown symbol={symbol} levels={levels} marks={marks} data={data} />;
});
