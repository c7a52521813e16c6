import { type HeatMapMonth, readHeatMap, summariseHeatMap } from "@vriddhi/core/site/heat-map";
import { useState } from "react";
import { Link } from "react-router";
import { formatSignedPaise } from "../../lib/format.ts";
import { areClaimsSamples, resultsNotice } from "../../lib/site-claims.ts";
import { Button } from "../../ui/button.tsx";
import { SampleBadge } from "../../ui/sample-badge.tsx";
import { Stat, StatList } from "../../ui/stat.tsx";
import { heatMapTexts } from "./heat-map.texts.ts";
import { HeatMapGrid } from "./heat-map-grid.tsx";

function MonthStat({ label, month }: { label: string; month: HeatMapMonth | null }) {
  if (month === null) return null;
  const tone = month.result < 0 ? "loss" : "profit";
  return <Stat label={label} value={formatSignedPaise(month.result, "none")} tone={tone} note={month.label} />;
}

function SampleNotice() {
  return (
    <p className="flex max-w-3xl items-start gap-3 rounded-md max-sm:flex-col border border-line-strong px-4 py-3.5 text-sm text-muted">
      <SampleBadge />
      <span>
        <strong className="font-semibold text-text">{heatMapTexts.noticeTitle}</strong> {heatMapTexts.notice}{" "}
        {resultsNotice}
      </span>
    </p>
  );
}

function Scale() {
  return (
    <div className="grid max-w-md gap-2 text-xs text-muted">
      <div className="heat-map-scale" aria-hidden="true" />
      <div className="flex justify-between gap-6">
        <span>▼ {heatMapTexts.scaleLoss}</span>
        <span className="text-right">▲ {heatMapTexts.scaleProfit}</span>
      </div>
    </div>
  );
}

export function HeatMapPage() {
  const [years] = useState(readHeatMap);
  const summary = summariseHeatMap(years);
  return (
    <div className="page-width grid full-page content-start gap-10 py-12 md:gap-12 md:py-20">
      <header className="grid gap-5">
        <h1 className="text-3xl font-semibold">{heatMapTexts.title}</h1>
        <p className="max-w-[64ch] text-lg text-muted">{heatMapTexts.lead}</p>
        {areClaimsSamples && <SampleNotice />}
      </header>
      <StatList className="max-md:grid-cols-2">
        <Stat
          label={heatMapTexts.profitable}
          value={heatMapTexts.ofMonths(summary.profitableCount, summary.monthCount)}
        />
        <MonthStat label={heatMapTexts.best} month={summary.best} />
        <MonthStat label={heatMapTexts.worst} month={summary.worst} />
        <Stat label={heatMapTexts.total} value={formatSignedPaise(summary.total, "none")} tone="profit" />
      </StatList>
      <HeatMapGrid years={years} />
      <div className="flex flex-wrap items-end justify-between gap-8">
        <Scale />
        <Button asChild>
          <Link to="/algorithm" prefetch="intent">
            {heatMapTexts.how}
          </Link>
        </Button>
      </div>
    </div>
  );
}
