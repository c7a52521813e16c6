import type { PeriodResult } from "@vriddhi/core/backtest/statistics";
import type { Trade } from "@vriddhi/core/backtest/trade";
import type { BarSeries } from "@vriddhi/core/market/bar-series";
import { dateOfDay, dayOfMinute } from "@vriddhi/core/market/bar-time";
import { money, percent, summaryRows } from "../run/report-format.ts";
import type { ResearchReport } from "../run/research-report.ts";
import { toRupees, tradeJson } from "../run/trade-json.ts";
import { areaOf, chartOf, curveOf, markOf, type Point, thinned } from "./chart.ts";
import { escapeHtml, pageOf, sectionOf, tableOf } from "./markup.ts";
import { reportTexts as texts } from "./report.texts.ts";

const DRAWN_TRADES_MAX = 80;
const LISTED_TRADES_MAX = 200;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** A month of so much is as dark as it gets. */
const FULL_HEAT = 0.08;
const BASIS_POINTS = 10_000;

const dayName = (day: number): string => dateOfDay(Math.round(day));

function equitySection({ outcome, settings }: ResearchReport): string {
  const points = thinned(outcome.days.map(({ day, equity }) => ({ x: day, y: equity })));
  const axes = { points, nameX: dayName, nameY: money };
  const equity = chartOf(texts.equityLabel, axes, (frame) => curveOf(points, frame));
  let peak: number = settings.capital;
  const falls = outcome.days.map(({ day, equity: now }) => {
    peak = Math.max(peak, now);
    return { x: day, y: now / peak - 1 };
  });
  const drawn = thinned([{ x: falls[0]?.x ?? 0, y: 0 }, ...falls]);
  const drawdown = chartOf(texts.drawdownLabel, { points: drawn, nameX: dayName, nameY: percent }, (frame) =>
    areaOf(drawn, frame),
  );
  return sectionOf(texts.equity, equity) + sectionOf(texts.drawdown, drawdown);
}

/** The colour shows the sign, the darkness the size; the number shows both for readers without colour. */
function heatCell(month: PeriodResult | undefined): string {
  if (month === undefined) return "<td></td>";
  const depth = Math.round(Math.min(1, Math.abs(month.share) / FULL_HEAT) * 60);
  const colour = month.share >= 0 ? "var(--up)" : "var(--down)";
  const text = `${(month.share * 100).toFixed(1)}`;
  return `<td style="background:color-mix(in srgb,${colour} ${depth}%,transparent)">${escapeHtml(text)}</td>`;
}

function monthSection({ statistics }: ResearchReport): string {
  const byName = new Map(statistics.months.map((month) => [month.period, month]));
  const rows = statistics.years.map(({ period: year, share }) => {
    const cells = MONTHS.map((_, place) => heatCell(byName.get(`${year}-${String(place + 1).padStart(2, "0")}`)));
    return `<tr><th scope="row">${year}</th>${cells.join("")}<td>${percent(share)}</td></tr>`;
  });
  const head = ["", ...MONTHS, "year"].map((name) => `<th scope="col">${name}</th>`).join("");
  return sectionOf(
    texts.months,
    `<div class="scroll"><table class="heat"><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`,
  );
}

const yearSection = ({ statistics }: ResearchReport): string =>
  sectionOf(
    texts.years,
    tableOf(
      ["year", "trades", "net", "of the equity"],
      statistics.years.map(({ period, trades, net, share }) => [period, `${trades}`, money(net), percent(share)]),
    ),
  );

function mostTraded({ series, outcome }: ResearchReport): BarSeries | undefined {
  const counts = new Map<string, number>();
  for (const { symbol } of outcome.trades) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return series.toSorted((a, b) => (counts.get(b.symbol) ?? 0) - (counts.get(a.symbol) ?? 0))[0];
}

function pricePoints({ minute, close, length }: BarSeries, from: number): readonly Point[] {
  const points: Point[] = [];
  for (let index = 0; index < length; index += 1)
    if ((minute[index] as number) >= from) points.push({ x: minute[index] as number, y: close[index] as number });
  return thinned(points);
}

function tradeMarks(trades: readonly Trade[]): readonly { point: Point; isUp: boolean; name: string }[] {
  return trades.flatMap((trade) => {
    const { entryMinute, entryPrice, exitMinute, exitPrice, side, exitCause } = trade;
    const isLong = side === "buy";
    return [
      {
        point: { x: entryMinute, y: entryPrice },
        isUp: isLong,
        name: `entry at ${money(entryPrice)}: ${trade.reason}`,
      },
      { point: { x: exitMinute, y: exitPrice }, isUp: !isLong, name: `exit at ${money(exitPrice)}: ${exitCause}` },
    ];
  });
}

function tradeSection(report: ResearchReport): string {
  const series = mostTraded(report);
  const all = report.outcome.trades.filter(({ symbol }) => symbol === series?.symbol);
  const shown = all.slice(-DRAWN_TRADES_MAX);
  if (series === undefined || shown.length === 0) return "";
  const points = pricePoints(series, shown.length < all.length ? (shown[0]?.entryMinute ?? 0) : 0);
  const marks = tradeMarks(shown);
  const spanned = [...points, ...marks.map(({ point }) => point)].sort((a, b) => a.x - b.x);
  const axes = { points: spanned, nameX: (x: number) => dayName(dayOfMinute(x)), nameY: money };
  const chart = chartOf(texts.tradesLabel(series.symbol), axes, (frame) =>
    [curveOf(points, frame), ...marks.map(({ point, isUp, name }) => markOf(point, isUp, name, frame))].join(""),
  );
  return sectionOf(texts.trades(series.symbol), chart, texts.tradesNote(shown.length, all.length));
}

function costSection({ outcome, statistics, settings }: ResearchReport): string {
  const turnover = outcome.trades.reduce(
    (sum, { quantity, entryPrice, exitPrice }) => sum + quantity * (entryPrice + exitPrice),
    0,
  );
  const each = statistics.trades === 0 ? 0 : statistics.charges / statistics.trades;
  const rate = turnover === 0 ? 0 : (statistics.charges / turnover) * BASIS_POINTS;
  return sectionOf(
    texts.costs,
    tableOf(
      [],
      [
        ["gross", money(statistics.gross)],
        ["charges", money(statistics.charges)],
        ["net", money(statistics.net)],
        ["charges of a trade", money(each)],
        ["charges of the turnover", `${rate.toFixed(2)} bps`],
        [
          "slippage that was assumed",
          `${settings.slippage.entry} / ${settings.slippage.exit} / ${settings.slippage.stop} bps`,
        ],
      ],
    ),
  );
}

function listSection({ outcome: { trades } }: ResearchReport): string {
  const shown = trades.slice(-LISTED_TRADES_MAX);
  const rows = shown.map((trade) => {
    const { symbol, side, quantity, entry_time, exit_time, exit_cause } = tradeJson(trade);
    const prices = [toRupees(trade.entryPrice).toFixed(2), toRupees(trade.exitPrice).toFixed(2)];
    return [
      `${symbol} ${side}`,
      `${quantity}`,
      entry_time,
      prices[0] ?? "",
      exit_time,
      prices[1] ?? "",
      exit_cause,
      money(trade.net),
    ];
  });
  const head = ["trade", "shares", "entry", "at", "exit", "at", "by", "net"];
  return `<section><details><summary>${escapeHtml(texts.last(shown.length, trades.length))}</summary>${tableOf(head, rows)}</details><p>${escapeHtml(texts.allInJson)}</p></section>`;
}

/** One page with everything in it: no script, no font, no address. */
export function reportPage(report: ResearchReport): string {
  const notes = [texts.warning, ...report.notes].map((note) => `<p>${escapeHtml(note)}</p>`).join("");
  const figures = tableOf([], summaryRows(report)).replace("<table>", '<table class="plain">');
  return pageOf(
    texts.title(report.outcome.strategy),
    [
      notes,
      sectionOf(texts.figures, figures, texts.figuresNote),
      equitySection(report),
      monthSection(report),
      yearSection(report),
      tradeSection(report),
      costSection(report),
      listSection(report),
    ].join("\n"),
  );
}
