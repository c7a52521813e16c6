import {
  type AutoscaleInfo,
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef } from "react";
import { useIsMobile } from "../../lib/breakpoint.ts";
import { type Candle, dayWindow, type OpeningRange } from "./candles.ts";
import { chartTexts } from "./price-chart.texts.ts";

export interface ChartMark {
  readonly minute: number;
  readonly side: "buy" | "sell";
  readonly quantity: number;
  readonly price: number;
}

export interface ChartLevels {
  readonly entry: number | null;
  readonly stop: number | null;
  readonly target: number | null;
}

interface PriceChartProps {
  symbol: string;
  candles: readonly Candle[];
  range: OpeningRange | null;
  levels: ChartLevels;
  marks: readonly ChartMark[];
}

/** What is drawn over the candles. A narrow chart omits labels that would overlap; the page has them as text. */
type Overlays = Pick<PriceChartProps, "levels" | "range" | "marks"> & { readonly isNarrow: boolean };

const SECONDS_PER_MINUTE = 60;
const PAISE = 100;

/** The chart shows Indian time without conversion: it treats minutes after Indian midnight as UTC on 1970-01-01. */
const timeOf = (minute: number): UTCTimestamp => (minute * SECONDS_PER_MINUTE) as UTCTimestamp;

type Token =
  | "text"
  | "muted"
  | "line"
  | "line-strong"
  | "profit"
  | "loss"
  | "accent"
  | "accent-text"
  | "info"
  | "surface";

function colourOf(element: HTMLElement, token: Token): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

type AutoscaleInfoProvider = (original: () => AutoscaleInfo | null) => AutoscaleInfo | null;

interface Drawing {
  readonly chart: IChartApi;
  readonly series: ISeriesApi<"Candlestick">;
  readonly markers: ISeriesMarkersPluginApi<Time>;
  readonly colour: (token: Token) => string;
}

function draw(element: HTMLElement): Drawing {
  const colour = (token: Token) => colourOf(element, token);
  const chart = createChart(element, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: "transparent" },
      textColor: colour("muted"),
      fontFamily: "Inter Variable, sans-serif",
      fontSize: 12,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colour("line") } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderVisible: false, timeVisible: true, secondsVisible: false },
    // Dragging scrolls the page; the chart does not catch it.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
  // Green and red are reserved for profit and loss: candles are grey, hollow when the price rose.
  const series = chart.addSeries(CandlestickSeries, {
    upColor: "transparent",
    downColor: colour("muted"),
    borderUpColor: colour("muted"),
    borderDownColor: colour("muted"),
    wickUpColor: colour("muted"),
    wickDownColor: colour("muted"),
  });
  return { chart, series, markers: createSeriesMarkers(series, []), colour };
}

function linesOf({ levels, range, isNarrow }: Overlays, colour: Drawing["colour"]) {
  const line = (price: number | null | undefined, title: string, token: Token, lineStyle: LineStyle) =>
    price === null || price === undefined
      ? []
      : [
          {
            price: price / PAISE,
            title,
            color: colour(token),
            lineStyle,
            lineWidth: 1 as const,
            axisLabelVisible: true,
          },
        ];
  return [
    ...line(range?.high, isNarrow ? "" : chartTexts.rangeHigh, "info", LineStyle.Dotted),
    ...line(range?.low, isNarrow ? "" : chartTexts.rangeLow, "info", LineStyle.Dotted),
    ...line(levels.target, chartTexts.target, "profit", LineStyle.Dashed),
    ...line(levels.entry, chartTexts.entry, "accent", LineStyle.Solid),
    ...line(levels.stop, chartTexts.stop, "loss", LineStyle.Dashed),
  ];
}

/** Stop and target stay visible, however far from the price they are. */
const includingLevels =
  (levels: readonly number[]): AutoscaleInfoProvider =>
  (original) => {
    const found = original();
    if (found === null || found.priceRange === null) return found;
    const { minValue, maxValue } = found.priceRange;
    return {
      ...found,
      priceRange: { minValue: Math.min(minValue, ...levels), maxValue: Math.max(maxValue, ...levels) },
    };
  };

type FittedView = Pick<PriceChartProps, "candles" | "marks"> & { readonly isNarrow: boolean };

function fitDay({ chart }: Drawing, { candles, marks, isNarrow }: FittedView): void {
  const width = chart.timeScale().width();
  if (width === 0 || candles.length === 0) return;
  const minutes = isNarrow ? [] : marks.map(({ minute }) => minute);
  chart.timeScale().setVisibleLogicalRange(dayWindow(candles, minutes, width));
}

const markersOf = ({ marks, isNarrow }: Overlays, colour: Drawing["colour"]) =>
  marks.map(({ minute, side, quantity, price }) => ({
    time: timeOf(minute),
    // Labels of sales are above and those of purchases below, so that they do not overlap.
    position: side === "sell" ? ("atPriceTop" as const) : ("atPriceMiddle" as const),
    price: price / PAISE,
    shape: "circle" as const,
    color: colour("accent-text"),
    text: isNarrow ? "" : chartTexts.mark(side, quantity, (price / PAISE).toFixed(2)),
  }));

export function PriceChart(props: PriceChartProps) {
  const { symbol, candles, range, levels, marks } = props;
  const place = useRef<HTMLElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const isNarrow = useIsMobile();
  const fitted = useRef<FittedView>({ candles, marks, isNarrow });
  useEffect(() => {
    fitted.current = { candles, marks, isNarrow };
  });

  useEffect(() => {
    if (place.current === null) return;
    const made = draw(place.current);
    drawing.current = made;
    // The library keeps the width of a candle, so a chart that grew would show the day in one corner.
    made.chart.timeScale().subscribeSizeChange(() => fitDay(made, fitted.current));
    return () => {
      drawing.current = null;
      made.chart.remove();
    };
  }, []);

  useEffect(() => {
    const made = drawing.current;
    if (made === null) return;
    made.series.setData(
      candles.map(({ minute, open, high, low, close }) => ({
        time: timeOf(minute),
        open: open / PAISE,
        high: high / PAISE,
        low: low / PAISE,
        close: close / PAISE,
      })),
    );
    fitDay(made, fitted.current);
  }, [candles]);

  useEffect(() => {
    const made = drawing.current;
    if (made === null) return;
    const planned = [levels.entry, levels.stop, levels.target].flatMap((level) =>
      level === null ? [] : [level / PAISE],
    );
    made.series.applyOptions({ autoscaleInfoProvider: includingLevels(planned) });
    const overlays = { range, levels, marks, isNarrow };
    const lines = linesOf(overlays, made.colour).map((line) => made.series.createPriceLine(line));
    made.markers.setMarkers(markersOf(overlays, made.colour));
    fitDay(made, fitted.current);
    return () => {
      if (drawing.current === null) return;
      for (const line of lines) made.series.removePriceLine(line);
    };
  }, [range, levels, marks, isNarrow]);

  return <figure ref={place} aria-label={chartTexts.label(symbol)} className="h-64 w-full md:h-80" />;
}
