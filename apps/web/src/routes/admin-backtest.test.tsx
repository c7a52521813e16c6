import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { backtestTexts, formTexts, resultTexts, runTexts, stateNames } from "../features/backtest/backtest.texts.ts";
import type { Backtest, BacktestResult } from "../features/backtest/backtest-replies.ts";
import { driftTexts } from "../features/drift/drift.texts.ts";
import { aUser } from "../testing/account.fixture.ts";
import { provideApiServer } from "../testing/api-server.ts";
import { answerQuietDesk, enterDesk } from "../testing/desk.fixture.ts";
import { markSignedIn, preparePageTests, renderSite } from "../testing/render-site.tsx";
import AdminBacktest from "./admin-backtest.tsx";

preparePageTests();
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
});
const server = provideApiServer();

const ID = "0b8f4c1e-52a7-4d3c-9a5e-6f1d2c3b4a59";

const aBacktest = (changes: Partial<Backtest> = {}): Backtest => ({
  id: ID,
  strategy: "orb",
  symbols: ["SBIN", "INFY"],
  from: "2025-01-01",
  to: "2025-12-31",
  capital: 100_000,
  fill: "next-open",
  source: "files",
  folder: "bars5m",
  state: "running",
  progress: 0.42,
  reason: null,
  created_at: "2026-11-16T04:00:00.000Z",
  ...changes,
});

const aResult: BacktestResult = {
  strategy: "opening-range",
  parameters: { range: 15 },
  symbols: ["SBIN", "INFY"],
  bars: 117_450,
  bar_minutes: 5,
  figures: {
    trades: 1,
    final_equity: 98_765.5,
    gross: -1_200,
    charges: 34.5,
    net: -1_234.5,
    total_share: -0.012345,
    drawdown: -0.02,
    sharpe: -0.4,
    t_value: -0.41,
    win_share: 0,
    profit_factor: 0,
    mean_basis_points: -120,
    without_best: { net: 0, mean_basis_points: 0 },
  },
  trade_mean: null,
  sharpe: { low: -2.1, high: 1.3 },
  probabilistic_sharpe: 0.34,
  deflated_sharpe: 0.34,
  costs: {
    turnover: 200_000,
    charges_per_trade: 34.5,
    charges_basis_points: 1.73,
    slippage_basis_points: { entry: 3, exit: 3, stop: 5 },
  },
  years: [{ period: "2025", trades: 1, net: -1_234.5, share: -0.012345 }],
  points: [
    { date: "2025-01-01", equity: 100_000, drawdown: 0 },
    { date: "2025-06-02", equity: 98_000, drawdown: -0.02 },
    { date: "2025-12-31", equity: 98_765.5, drawdown: -0.0123 },
  ],
  trades: [
    {
      symbol: "SBIN",
      side: "long",
      quantity: 100,
      entry_time: "2025-06-02T09:35",
      entry_price: 1_000,
      exit_time: "2025-06-02T10:05",
      exit_price: 988,
      exit_cause: "stop",
      gross: -1_200,
      charges: 34.5,
      net: -1_234.5,
      reason: "It broke out.",
    },
  ],
  notes: ["The shares are today's."],
};

const FOLDERS = [
  { name: "bars5m", symbols: ["INFY", "SBIN"] },
  { name: "bars1m", symbols: ["SBIN"] },
];

const answerList = (changes: object = {}) =>
  server.answer("GET /api/backtests", {
    body: { source: "files", symbols: ["INFY", "SBIN"], folders: FOLDERS, backtests: [], ...changes },
  });
const answerRun = (backtest: Backtest, result: BacktestResult | null = null) =>
  server.answer(`GET /api/backtests/${ID}`, { body: { backtest, result } });

function open(at = "/admin/backtest", role: "admin" | "user" = "admin") {
  if (role === "admin") enterDesk(server);
  else {
    markSignedIn();
    server.answer("GET /auth/profile", { body: aUser({ role }) });
  }
  answerQuietDesk(server);
  server.answer("GET /api/drift", { body: { days: [aDriftDay] } });
  renderSite({ at, pages: { "/admin/backtest": AdminBacktest } });
}

const aDriftDay = {
  trading_day: "2026-11-13",
  desk: "angelone",
  same: 0,
  missed: 1,
  extra: 0,
  fills: 2,
  slippage_basis_points: 1.84,
  minutes_heard: 373,
  minutes_missed: 2,
  minutes_unrecorded: 0,
  bars_differing: 0,
  ticks: 180_000,
  sentence: "The day would have brought a trade that was not made.",
  made_at: "2026-11-13T10:10:01.000Z",
};

describe("the operator's back-test page", () => {
  it("says that no edge is proven, before anything is tested", async () => {
    answerList();
    open();
    expect(await screen.findByText(backtestTexts.noEdgeTitle)).toBeDefined();
    expect(await screen.findByText(runTexts.none)).toBeDefined();
    expect(screen.queryByText(backtestTexts.synthetic)).toBeNull();
  });

  it("says when the bars are invented", async () => {
    answerList({ source: "synthetic" });
    open();
    expect(await screen.findByText(backtestTexts.synthetic)).toBeDefined();
  });

  it("[A6.3] is closed to all but admins", async () => {
    answerList();
    open("/admin/backtest", "user");
    expect(await screen.findByText("Access Denied, only Admins can access this page")).toBeDefined();
    expect(screen.getByRole("heading", { level: 1, name: backtestTexts.title })).toBeDefined();
    expect(server.calls("GET /api/backtests")).toHaveLength(0);
  });

  it("offers the folders of bars and invented bars, and shows a run's bars", async () => {
    answerList({ backtests: [aBacktest({ state: "cancelled" })] });
    server.answer("POST /api/backtests", { body: { id: ID } });
    answerRun(aBacktest({ state: "cancelled" }));
    open();
    fireEvent.keyDown(await screen.findByRole("combobox", { name: new RegExp(`^${formTexts.data}`) }), {
      key: "Enter",
    });
    const options = await screen.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      formTexts.anyFolder,
      "bars5m, 2 files",
      "bars1m, 1 file",
      formTexts.invented,
    ]);
    fireEvent.keyDown(options[2] as HTMLElement, { key: "Enter" });
    expect(await screen.findByText(formTexts.symbolsHint(["SBIN"]))).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: formTexts.start }));
    expect(await screen.findByText(/bars of bars5m/)).toBeDefined();
    expect(server.calls("POST /api/backtests")[0]?.body).toMatchObject({ data: "bars1m" });
  });

  it("shows beneath them how the desks' days went when they were decided again", async () => {
    answerList();
    open();
    const table = within(await screen.findByRole("table", { name: driftTexts.title }));
    expect(await table.findByText("13 Nov 2026")).toBeDefined();
    expect(table.getByText("0 / 1 / 0")).toBeDefined();
    expect(table.getByText("1.8 bps")).toBeDefined();
    expect(table.getByText(aDriftDay.sentence)).toBeDefined();
  });

  it("starts the typed back-test and shows its progress", async () => {
    answerList();
    server.answer("POST /api/backtests", { body: { id: ID } });
    answerRun(aBacktest());
    open();
    fireEvent.change(await screen.findByLabelText(formTexts.symbols), { target: { value: "sbin, infy" } });
    fireEvent.change(screen.getByLabelText(formTexts.from), { target: { value: "2025-02-03" } });
    fireEvent.click(screen.getByRole("button", { name: formTexts.start }));
    const bar = await screen.findByRole("progressbar", { name: runTexts.progress });
    expect(bar.getAttribute("aria-valuenow")).toBe("42");
    expect(server.calls("POST /api/backtests")[0]?.body).toMatchObject({
      strategy: "ours",
      fill: "next-open",
      symbols: ["SBIN", "INFY"],
      from: "2025-02-03",
      capital: 100_000,
    });
    expect(screen.getByTestId("address").textContent).toBe(`/admin/backtest?run=${ID}`);
  });

  it("reports missing fields without a request, and shows the server's refusal", async () => {
    answerList();
    server.answer("POST /api/backtests", {
      status: 400,
      body: { detail: "A share is named twice.", code: "invalid_input" },
    });
    open();
    const symbols = await screen.findByLabelText(formTexts.symbols);
    fireEvent.change(symbols, { target: { value: " , " } });
    fireEvent.click(screen.getByRole("button", { name: formTexts.start }));
    expect(await screen.findByText(formTexts.noSymbols)).toBeDefined();
    expect(server.calls("POST /api/backtests")).toHaveLength(0);
    fireEvent.change(symbols, { target: { value: "SBIN SBIN" } });
    fireEvent.click(screen.getByRole("button", { name: formTexts.start }));
    expect(await screen.findByText("A share is named twice.")).toBeDefined();
  });

  it("cancels a running back-test", async () => {
    answerList({ backtests: [aBacktest()] });
    answerRun(aBacktest());
    server.answer(`POST /api/backtests/${ID}/cancel`, { body: { backtest: aBacktest({ state: "cancelled" }) } });
    open(`/admin/backtest?run=${ID}`);
    fireEvent.click(await screen.findByRole("button", { name: runTexts.cancel }));
    await waitFor(() => expect(server.calls(`POST /api/backtests/${ID}/cancel`)).toHaveLength(1));
    answerRun(aBacktest({ state: "cancelled" }));
    expect(await screen.findByText(runTexts.cancelled)).toBeDefined();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("shows figures, both curves with a table beside them, years, costs and trades of a finished one", async () => {
    answerList({ backtests: [aBacktest({ state: "done" })] });
    answerRun(aBacktest({ state: "done", progress: 1 }), aResult);
    open();
    fireEvent.click(await screen.findByRole("button", { name: /^Show/ }));
    expect((await screen.findAllByText("−₹1,234.50")).length).toBeGreaterThan(0);
    expect(screen.getByRole("img", { name: /^Equity at the end of each day/ })).toBeDefined();
    expect(screen.getByRole("img", { name: /the deepest is −2\.00%/ })).toBeDefined();
    const table = within(screen.getByRole("region", { name: resultTexts.asTable, hidden: true }));
    expect(table.getAllByRole("row", { hidden: true })).toHaveLength(4);
    expect(within(screen.getByRole("table", { name: resultTexts.years })).getByText("2025")).toBeDefined();
    expect(screen.getByText(resultTexts.lastTrades(1, 1), { selector: "summary" })).toBeDefined();
    expect(screen.getByText("The shares are today's.")).toBeDefined();
  });

  it("shows why there is no result, and that a restart ends a running one", async () => {
    answerList({ backtests: [aBacktest({ state: "failed" })] });
    answerRun(aBacktest({ state: "failed", reason: "There are no bars in this period." }));
    open(`/admin/backtest?run=${ID}`);
    expect(await screen.findByText("There are no bars in this period.")).toBeDefined();
    expect(screen.getAllByText(stateNames.failed).length).toBeGreaterThan(0);
  });

  it("says when the server does not know a back-test", async () => {
    answerList();
    const detail = "This back-test is not known here: the server was restarted since.";
    server.answer(`GET /api/backtests/${ID}`, { status: 404, body: { detail, code: "backtest_unknown" } });
    open(`/admin/backtest?run=${ID}`);
    expect(await screen.findByText(detail)).toBeDefined();
    expect(screen.getByText(runTexts.lost)).toBeDefined();
  });
});
