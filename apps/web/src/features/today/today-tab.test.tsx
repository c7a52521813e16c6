import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { judgeRoundTrip } from "@vriddhi/core/charges/charges";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { paise } from "@vriddhi/core/shared/money";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { formatSignedPaise } from "../../lib/format.ts";
import { QueryProvider } from "../../lib/query.tsx";
import { noSubscription, type Subscription } from "../../lib/session-store.ts";
import { aSubscription, aUser } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { drawnAgain } from "../../testing/drawn.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { aDay, aDayWithTrade, anAccount, aRun, atIst, someRuns } from "../../testing/trading-day.fixture.ts";
import { hurry } from "../../testing/trading-desk.fixture.ts";
import { todayTexts } from "./today.texts.ts";
import { TodayTab } from "./today-tab.tsx";

preparePageTests();
const server = provideApiServer();

const PREFERENCES = { skipped_day: null, next_day: "2026-11-17", never_trade: [], loss_limit: null };
const STOCKS = [
  {
    symbol: "SBIN",
    isin: "INE062A01020",
    rank: 1,
    score: 2,
    reason: "Gap against the index.",
    last_price_paise: 81_820,
    side: "buy",
  },
  {
    symbol: "BPCL",
    isin: "INE029A01011",
    rank: 2,
    score: 1,
    reason: "Gap down.",
    last_price_paise: 30_000,
    side: null,
  },
];
const READY = {
  broker: "zerodha",
  is_ready: true,
  reason: null,
  detail: null,
  broker_said: null,
  action: null,
  session_expires_at: atIst("23:00:00"),
};

const clockAt = (time: string) => ({
  now: atIst(time),
  speed: 1,
  state: "open",
  day: "2026-11-16",
  opens_at: atIst("09:15:00"),
  closes_at: atIst("15:30:00"),
  next_day: "2026-11-17",
  next_opens_at: null,
});

function answerDay(time: string, day: object, runs = someRuns({ zerodha: aRun({ status: "running" }) })) {
  server.answer("GET /market/clock", { body: clockAt(time) });
  server.answer("GET /algorithm/day", { body: day });
  server.answer("GET /algorithm/all-status", { body: runs });
}

beforeEach(() => {
  server.answer("GET /brokers/readiness", {
    body: { trading_day: "2026-11-16", checked_at: atIst("09:05:00"), brokers: [READY] },
  });
  server.answer("GET /algorithm/stocks", { body: { stocks: STOCKS } });
  server.answer("GET /algorithm/history", { body: { days: [] } });
  server.answer("GET /algorithm/wishes", { body: PREFERENCES });
  server.answer(`GET /api/capital-allocation/user/${aUser().id}`, {
    body: { id: aUser().id, user_id: aUser().id, is_active: true, capital_amount: 50_000, capital: 50_000 },
  });
});

function open(subscription: Subscription | null = aSubscription()) {
  const Page = () => (
    <QueryProvider>
      <TodayTab
        userId={aUser().id}
        subscription={subscription}
        connectionPath={(broker) => `/tab/${broker}`}
        chart={({ symbol }) => <p>Chart of {symbol}</p>}
      />
    </QueryProvider>
  );
  renderSite({ at: "/", pages: { "/": Page } });
}

describe("Today with a trade open", () => {
  beforeEach(() => answerDay("10:42:07", aDayWithTrade()));

  it("says first that there is nothing to do, and where the stop order is", async () => {
    open();
    expect(await screen.findByText("Nothing to do.")).toBeDefined();
    expect(screen.getByText("SBIN is open and its stop rests at Zerodha.")).toBeDefined();
  });

  it("shows the result with its sign, the worst planned case and the chart of the share", async () => {
    open();
    expect(await screen.findByText("+₹174.40")).toBeDefined();
    expect(screen.getByText(/^Today after charges, if left now/)).toBeDefined();
    expect(screen.getByText("gross +₹204.75, +0.72%")).toBeDefined();
    expect(screen.getByText("Chart of SBIN")).toBeDefined();
    expect(screen.getByRole("img", { name: /Stop ₹805.60, entry ₹812.35, now ₹818.20, target ₹826.60/ })).toBeDefined();
  });

  it("includes exit charges in the day's result at the stop, the same beside the stop and in the daily stop", async () => {
    open();
    const { charges, net } = judgeRoundTrip(
      { quantity: 35, buyPrice: paise(81_235), sellPrice: paise(80_560) },
      tariffOf("zerodha"),
    );
    expect(charges.total).toBeGreaterThan(0);
    expect(await screen.findByText(formatSignedPaise(net))).toBeDefined();
    expect(
      screen.getByText(`If SBIN hits its stop, the day ends at about ${formatSignedPaise(net)} after charges.`),
    ).toBeDefined();
    expect(screen.queryByText(/−₹236.25/)).toBeNull();
  });

  it("names no broker beside a paper stop", async () => {
    answerDay("10:42:07", aDayWithTrade({ broker: "paper", brokers: ["paper"] }));
    open();
    expect(await screen.findByText(todayTexts.position.paperStop)).toBeDefined();
    expect(screen.getByText("SBIN is open on paper, and its paper stop is set.")).toBeDefined();
    expect(screen.queryByText(/resting at Paper/)).toBeNull();
  });

  it("dims nothing fresh and shows at once when the price is old", async () => {
    const [position] = aDayWithTrade().positions;
    answerDay(
      "10:42:07",
      aDayWithTrade({
        positions: [{ ...(position as NonNullable<typeof position>), price_age_ms: 14_000, open_result_paise: null }],
      }),
    );
    open();
    expect(await screen.findByText(/Last price 1\d s old. Your stop still rests at Zerodha./)).toBeDefined();
    expect(screen.queryByText(/gross/)).toBeNull();
  });

  it("claims no resting stop beside an old price while none rests", async () => {
    const { positions, orders } = aDayWithTrade();
    const bare = {
      positions: positions.map((position) => ({ ...position, price_age_ms: 14_000, open_result_paise: null })),
      orders: orders.filter(({ leg }) => leg === "entry"),
    };
    answerDay("10:42:07", aDayWithTrade(bare));
    open();
    expect(await screen.findByText(/^Last price 1\d s old\.$/)).toBeDefined();
    expect(screen.queryByText(/still rests/)).toBeNull();
  });

  it("does not say that everything is closed at the daily stop before it is", async () => {
    const hit = { limit_paise: 50_000, rule_paise: 50_000, loss_paise: 50_360, is_hit: true };
    answerDay("11:27:00", aDayWithTrade({ daily_stop: hit }));
    open();
    expect(await screen.findByText(todayTexts.dailyStop.reachedOpen)).toBeDefined();
    expect(screen.queryByText(todayTexts.dailyStop.reachedBody)).toBeNull();
  });

  it("shows the outcome of each share of the shortlist", async () => {
    open();
    const list = await screen.findByRole("list", { name: todayTexts.shortlist.caption });
    await waitFor(() => expect(within(list).getAllByRole("listitem")).toHaveLength(2));
    expect(list.textContent).toContain(todayTexts.shortlist.bought);
    expect(list.textContent).toContain(todayTexts.shortlist.watched);
  });

  it("watches no share any more once the strategy makes no more entries", async () => {
    server.answer("GET /algorithm/stocks", { body: { strategy_state: "signal_made", stocks: STOCKS } });
    open();
    const list = await screen.findByRole("list", { name: todayTexts.shortlist.caption });
    await waitFor(() => expect(list.textContent).toContain(todayTexts.shortlist.noTrade));
    expect(list.textContent).not.toContain(todayTexts.shortlist.watched);
  });

  it.each([
    ["expired", "approval_lapsed", "No answer came within 15 seconds."],
    ["planned", null, todayTexts.shortlist.waits],
    ["accepted", null, todayTexts.shortlist.onItsWay],
    ["cancelled", null, todayTexts.shortlist.noTrade],
  ] as const)("does not call an entry that is %s a purchase", async (status, reason, word) => {
    const { orders } = aDayWithTrade();
    const unfilled = orders
      .slice(0, 1)
      .map((order) => ({ ...order, status, reason, filled: 0, average_price_paise: 0 }));
    answerDay("10:42:07", aDayWithTrade({ positions: [], fills: [], orders: unfilled }));
    open();
    const list = await screen.findByRole("list", { name: todayTexts.shortlist.caption });
    await waitFor(() => expect(list.textContent).toContain(word));
    expect(list.textContent).not.toContain(todayTexts.shortlist.bought);
  });

  it("[B7.15, B9.3] closes the trade after one confirmation, waits 10 s for it and says that it is on its way", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    server.answer("POST /algorithm/stop", { body: { ...aRun({ broker: "zerodha", closing: true }), message: "" } });
    open();
    fireEvent.click(await screen.findByRole("button", { name: todayTexts.position.close }));
    expect(screen.getByText(/Sells 35 SBIN at Zerodha now and ends today's run there/)).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: todayTexts.closeTrade.confirm }));
    await waitFor(() => expect(server.calls("POST /algorithm/stop")).toHaveLength(1));
    expect(server.calls("POST /algorithm/stop")[0]?.body).toEqual({ broker: "zerodha" });
    expect(timeout.mock.calls.filter(([ms]) => ms !== 5_000)).toEqual([[10_000]]);
    timeout.mockRestore();
    expect((await screen.findAllByText(todayTexts.closeTrade.sent)).length).toBeGreaterThan(0);
  });

  it("marks each broker with an open trade, and shows the one that is chosen", async () => {
    const accounts = [anAccount({ is_open: true, positions: 1, has_traded: true }), anAccount({ broker: "angelone" })];
    answerDay("10:42:07", aDayWithTrade({ brokers: ["zerodha", "angelone"], accounts }));
    open();
    expect(await screen.findByRole("button", { name: "Zerodha · open", pressed: true })).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Angel One", pressed: false }));
    await waitFor(() => expect(server.calls("GET /algorithm/day").at(-1)?.address).toContain("broker=angelone"));
  });

  it("exports its orders as a file", async () => {
    const saved: Blob[] = [];
    const make = vi.spyOn(URL, "createObjectURL").mockImplementation((source) => {
      saved.push(source as Blob);
      return "blob:orders";
    });
    const forget = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
    open();
    fireEvent.click(await screen.findByRole("button", { name: todayTexts.orders.export }));
    expect(saved).toHaveLength(1);
    expect(await saved[0]?.text()).toContain("Entry,Buy,SBIN");
    make.mockRestore();
    forget.mockRestore();
  });

  it("draws no row again that did not change", async () => {
    open();
    const list = await screen.findByRole("list", { name: todayTexts.shortlist.caption });
    const row = within(list).getAllByRole("listitem")[0];
    const seen = vi.fn();
    new MutationObserver(seen).observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
    const [position] = aDayWithTrade().positions;
    const ticked = {
      ...(position as NonNullable<typeof position>),
      last_price_paise: 81_900,
      open_result_paise: 23_275,
    };
    answerDay("10:42:09", aDayWithTrade({ positions: [ticked] }));
    await expect.poll(() => screen.queryByText(/gross \+₹232.75/), { timeout: 60_000 }).not.toBeNull();
    expect(seen).not.toHaveBeenCalled();
    expect(within(list).getAllByRole("listitem")[0]).toBe(row);
  });
});

describe("Today before and after the market", () => {
  it("shows the plan before the market opens", async () => {
    answerDay("08:47:00", aDay(), someRuns({ zerodha: aRun({ next_start: "2026-11-16" }) }));
    open();
    expect(await screen.findByText("Everything is set for today.")).toBeDefined();
    expect(screen.getByText("The run starts automatically")).toBeDefined();
    expect(screen.getByText("Market opens")).toBeDefined();
  });

  it("shows the result gross, each charge and net when the day is over", async () => {
    const charges = {
      brokerage_paise: 1_721,
      transaction_tax_paise: 723,
      exchange_paise: 176,
      regulator_paise: 6,
      stamp_duty_paise: 85,
      gst_paise: 342,
    };
    const result = {
      realised_paise: 49_700,
      charges_paise: 3_053,
      net_paise: 46_647,
      charges,
      is_exact: true,
      now_paise: 46_647,
    };
    const notes = [{ at: atIst("15:41:00"), kind: "day_closed" as const, cause: null, position: null }];
    answerDay("15:52:40", aDayWithTrade({ is_open: false, positions: [], result, notes }), someRuns());
    open();
    expect(await screen.findByText("The day is over and you are flat.")).toBeDefined();
    expect(screen.getByText("+₹497.00")).toBeDefined();
    for (const line of ["−₹17.21", "−₹7.23", "−₹1.76", "−₹0.06", "−₹0.85", "−₹3.42", "−₹30.53"])
      expect(screen.getByText(line)).toBeDefined();
    expect(screen.getAllByText("+₹466.47")).toHaveLength(2);
    expect(screen.getByText(todayTexts.result.compared)).toBeDefined();
    expect(screen.getByText("0.025% of the sale, in whole rupees")).toBeDefined();
  });

  it("does not say that the books agree before they were compared", async () => {
    answerDay("15:31:00", aDayWithTrade({ is_open: false, positions: [] }), someRuns());
    open();
    expect(await screen.findByText(todayTexts.result.comparing)).toBeDefined();
  });
});

describe("the steps to the first trade", () => {
  beforeEach(() => answerDay("08:00:00", aDay(), someRuns()));

  it("offers the trial while it is unused", async () => {
    server.answer("GET /brokers/readiness", { body: { trading_day: "2026-11-16", checked_at: null, brokers: [] } });
    open(noSubscription);
    expect(await screen.findByRole("heading", { name: todayTexts.steps.plan })).toBeDefined();
    expect(screen.getByRole("link", { name: /days free/ }).getAttribute("href")).toBe("/free-trial");
  });

  it("links to the brokers, then to the capital, with one action each", async () => {
    server.answer("GET /brokers/readiness", { body: { trading_day: "2026-11-16", checked_at: null, brokers: [] } });
    open();
    expect((await screen.findByRole("link", { name: todayTexts.steps.linkBroker })).getAttribute("href")).toBe(
      "/broker-selection",
    );
    const current = screen.getAllByRole("listitem").find((item) => item.getAttribute("aria-current") === "step");
    expect(current?.textContent).toContain(todayTexts.steps.broker);
    // The forms of two brokers require a PIN.
    expect(todayTexts.steps.brokerBody).not.toMatch(/password|PIN/);
  });

  it("[B4.3, B7.12] asks for the capital on the page that saves it", async () => {
    server.answer(`GET /api/capital-allocation/user/${aUser().id}`, {
      body: { id: null, user_id: aUser().id, is_active: true, capital_amount: 50_000, capital: 500 },
    });
    open();
    const link = await screen.findByRole("link", { name: todayTexts.steps.setCapital });
    expect(link.getAttribute("href")).toBe("/dashboard/trading");
  });
});

describe("the step to a first start", () => {
  it.each([
    ["zerodha", "Zerodha", "ZerodhaTrading"],
    ["angelone", "Angel One", "AngelOneTrading"],
    ["fyers", "Fyers", "TradingAlgorithm"],
  ] as const)("of %s leads to the trading tab of that very broker", async (broker, title, tab) => {
    answerDay("08:00:00", aDay(), someRuns());
    const brokers = [{ ...READY, broker }];
    server.answer("GET /brokers/readiness", { body: { trading_day: "2026-11-16", checked_at: null, brokers } });
    open();
    expect(await screen.findByRole("heading", { name: `Activate ${title}` })).toBeDefined();
    const link = screen.getByRole("link", { name: `Open ${title} Trading` });
    expect(link.getAttribute("href")).toBe(`/algorithm/dashboard/${tab}`);
  });
});

it("Today can be retried when it could not be read", async () => {
  answerDay("10:00:00", aDay());
  server.answer("GET /algorithm/day", { status: 404, body: { detail: "", code: "not_found" } });
  open();
  await screen.findByText(todayTexts.failed);
  answerDay("10:00:00", aDayWithTrade());
  const again = screen.getByRole("button", { name: "Try Again" });
  // Other requests are still pending for a moment, and a press meanwhile does nothing.
  await expect.poll(() => again.getAttribute("aria-busy")).toBeNull();
  fireEvent.click(again);
  expect(await screen.findByText("+₹174.40")).toBeDefined();
});

describe("Today while prices tick", () => {
  const price = (at: number) => 10_000 + at;
  const stocks = (changed: number | null) =>
    Array.from({ length: 50 }, (_, at) => ({
      symbol: `SHARE${at}`,
      isin: `INE${String(at).padStart(9, "0")}`,
      rank: at + 1,
      score: 1,
      reason: "Gap against the index.",
      last_price_paise: at === changed ? 99_900 : price(at),
      side: null,
    }));

  it("renders only the share whose price has changed of fifty, and no order", async () => {
    const time = hurry();
    answerDay("10:42:07", aDayWithTrade());
    server.answer("GET /algorithm/stocks", { body: { stocks: stocks(null) } });
    open();
    fireEvent.click(await screen.findByRole("button", { name: todayTexts.shortlist.all(50) }));
    const list = screen.getByRole("list", { name: todayTexts.shortlist.caption });
    const rows = [...list.querySelectorAll("li"), ...document.querySelectorAll("#orders tbody tr")];
    expect(rows.length).toBeGreaterThan(50);
    const drawn = await drawnAgain(rows, async () => {
      server.answer("GET /algorithm/stocks", { body: { stocks: stocks(11) } });
      const asked = server.calls("GET /algorithm/day").length;
      time.poll(2_000);
      time.poll(10_000);
      await waitFor(() => expect(rows[11]?.textContent).toContain("₹999.00"));
      await waitFor(() => expect(server.calls("GET /algorithm/day").length).toBeGreaterThan(asked));
    });
    expect(drawn).toEqual([rows[11]]);
  });
});
