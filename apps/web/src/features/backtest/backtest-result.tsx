import { istDate } from "@vriddhi/core/time/ist";
import { formatDay } from "../../lib/format.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Stat, StatList } from "../../ui/stat.tsx";
import { resultTexts as texts } from "./backtest.texts.ts";
import { decimalOf, moneyOf, percentOf, signedMoneyOf, toneOf } from "./backtest-figures.ts";
import type { BacktestResult } from "./backtest-replies.ts";
import { CurveChart } from "./curve-chart.tsx";

type Year = BacktestResult["years"][number];
type Trade = BacktestResult["trades"][number];
type ResultProps = { readonly result: BacktestResult };

function intervalOf(interval: BacktestResult["sharpe"]): string {
  return interval === null ? texts.unknown : texts.interval(decimalOf(interval.low), decimalOf(interval.high));
}

function Figures({ result }: ResultProps) {
  const { figures } = result;
  return (
    <StatList className="max-md:grid-cols-2">
      <Stat
        label={texts.net}
        value={signedMoneyOf(figures.net)}
        tone={toneOf(figures.net)}
        note={percentOf(figures.total_share)}
      />
      <Stat label={texts.equity} value={moneyOf(figures.final_equity)} />
      <Stat label={texts.drawdown} value={percentOf(figures.drawdown)} />
      <Stat label={texts.trades} value={figures.trades} />
      <Stat label={texts.won} value={percentOf(figures.win_share)} />
      <Stat
        label={texts.factor}
        value={figures.profit_factor === null ? texts.nothingLost : decimalOf(figures.profit_factor)}
      />
      <Stat
        label={texts.meanTrade}
        value={texts.basisPoints(decimalOf(figures.mean_basis_points))}
        note={intervalOf(result.trade_mean)}
      />
      <Stat label={texts.sharpe} value={decimalOf(figures.sharpe)} note={intervalOf(result.sharpe)} />
      <Stat label={texts.chance} value={percentOf(result.deflated_sharpe)} />
      <Stat
        label={texts.withoutBest}
        value={signedMoneyOf(figures.without_best.net)}
        tone={toneOf(figures.without_best.net)}
      />
    </StatList>
  );
}

function PointTable({ result }: ResultProps) {
  const { date, equity, drawdown } = texts.pointColumns;
  return (
    <details>
      <summary className="thumb cursor-pointer py-2 text-sm font-medium">{texts.asTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section aria-label={texts.asTable} tabIndex={0} className="mt-3 max-h-80 overflow-auto border-y border-line">
        <table className="figures w-full text-left text-sm">
          <thead className="text-muted">
            <tr>
              {[date, equity, drawdown].map((head) => (
                <th key={head} scope="col" className="py-2 pr-4 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {result.points.map((point) => (
              <tr key={point.date} className="border-t border-line">
                <th scope="row" className="py-1.5 pr-4 font-normal whitespace-nowrap">
                  {formatDay(istDate(point.date))}
                </th>
                <td className="pr-4">{moneyOf(point.equity)}</td>
                <td>{percentOf(point.drawdown)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function Charts({ result }: ResultProps) {
  const { points, figures } = result;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [from, to] = [formatDay(istDate(first.date)), formatDay(istDate(last.date))];
  return (
    <div className="grid gap-6">
      <CurveChart
        title={texts.equityTitle}
        label={texts.equityLabel(from, to)}
        values={points.map(({ equity }) => equity)}
        nameOf={moneyOf}
        from={from}
        to={to}
      />
      <CurveChart
        title={texts.drawdownTitle}
        label={texts.drawdownLabel(percentOf(figures.drawdown))}
        values={[0, ...points.map(({ drawdown }) => drawdown)]}
        nameOf={percentOf}
        from={from}
        to={to}
        isFall
      />
      <PointTable result={result} />
    </div>
  );
}

const yearColumns: readonly Column<Year>[] = [
  { id: "year", header: texts.yearColumns.year, isTitle: true, cell: ({ period }) => period },
  { id: "trades", header: texts.yearColumns.trades, align: "end", cell: ({ trades }) => trades },
  { id: "net", header: texts.yearColumns.net, align: "end", cell: ({ net }) => signedMoneyOf(net) },
  { id: "share", header: texts.yearColumns.share, align: "end", cell: ({ share }) => percentOf(share) },
];

function Costs({ result: { costs, figures } }: ResultProps) {
  const { entry, exit, stop } = costs.slippage_basis_points;
  return (
    <StatList className="max-md:grid-cols-2">
      <Stat label={texts.gross} value={signedMoneyOf(figures.gross)} tone={toneOf(figures.gross)} />
      <Stat label={texts.charges} value={moneyOf(figures.charges)} />
      <Stat label={texts.perTrade} value={moneyOf(costs.charges_per_trade)} />
      <Stat label={texts.ofTurnover} value={texts.basisPoints(decimalOf(costs.charges_basis_points))} />
      <Stat label={texts.slippage} value={texts.slippageOf(entry, exit, stop)} note={texts.slippageNote} />
    </StatList>
  );
}

/** `2025-06-02T09:35`, or only the day where a bar is one. */
function timeOf(text: string): string {
  const [day = "", clock] = text.split("T");
  return [formatDay(istDate(day)), ...(clock === undefined ? [] : [clock])].join(" ");
}

const { tradeColumns: heads } = texts;
const tradeColumns: readonly Column<Trade>[] = [
  {
    id: "trade",
    header: heads.trade,
    isTitle: true,
    cell: ({ symbol, side, quantity }) => `${symbol}, ${side}, ${quantity}`,
  },
  { id: "entry", header: heads.entry, cell: (trade) => `${timeOf(trade.entry_time)}, ${moneyOf(trade.entry_price)}` },
  { id: "exit", header: heads.exit, cell: (trade) => `${timeOf(trade.exit_time)}, ${moneyOf(trade.exit_price)}` },
  { id: "by", header: heads.by, cell: ({ exit_cause }) => exit_cause },
  { id: "net", header: heads.net, align: "end", cell: ({ net }) => signedMoneyOf(net) },
];

function Trades({ result: { trades, figures } }: ResultProps) {
  const title = texts.lastTrades(trades.length, figures.trades);
  if (trades.length === 0) return <p className="text-muted">{texts.noTrades}</p>;
  return (
    <details>
      <summary className="thumb cursor-pointer py-2 font-semibold">{title}</summary>
      <div className="mt-3">
        <DataTable
          caption={title}
          columns={tradeColumns}
          rows={trades.toReversed()}
          rowKey={(trade) =>
            `${trade.symbol} ${trade.entry_time} ${trade.exit_time} ${trade.side} ${trade.entry_price}`
          }
        />
      </div>
    </details>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h3 className="text-lg font-semibold">{title}</h3>
      {children}
    </section>
  );
}

export function BacktestResultView({ result }: ResultProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10 p-6">
      <Section title={texts.figures}>
        <Figures result={result} />
      </Section>
      <Charts result={result} />
      <Section title={texts.years}>
        <DataTable caption={texts.years} columns={yearColumns} rows={result.years} rowKey={({ period }) => period} />
      </Section>
      <Section title={texts.costs}>
        <Costs result={result} />
      </Section>
      <Trades result={result} />
      <Section title={texts.notes}>
        <ul className="grid list-disc gap-2 pl-5 text-sm text-muted">
          {[texts.bars(result.bars.toLocaleString("en-IN"), result.bar_minutes), ...result.notes].map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
