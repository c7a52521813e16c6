import { useMutation } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { SWITCHING } from "../../lib/run-switching.ts";
import { noSubscription, type Subscription } from "../../lib/session-store.ts";
import { aSubscription } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { aDay, anAccount } from "../../testing/trading-day.fixture.ts";
import { hurry } from "../../testing/trading-desk.fixture.ts";
import { type BrokersFact, brokersFact, dayStateOf, linkMarks, mayInterrupt, resultOf, runFact } from "./day-facts.ts";
import { StatusDock } from "./status-dock.tsx";
import { runSummary, StatusStrip } from "./status-strip.tsx";

preparePageTests();
const server = provideApiServer();

const clock = {
  now: "2026-11-16T05:12:07.000Z",
  speed: 0,
  state: "open",
  day: "2026-11-16",
  opens_at: "2026-11-16T03:45:00.000Z",
  closes_at: "2026-11-16T10:00:00.000Z",
  next_day: "2026-11-17",
  next_opens_at: "2026-11-17T03:45:00.000Z",
};
const account = (broker: string, more: object = {}) => ({
  broker,
  is_ready: true,
  reason: null,
  detail: null,
  broker_said: null,
  action: null,
  session_expires_at: null,
  ...more,
});
const aRun = (more: object = {}) => ({
  status: "stopped",
  broker: null,
  capital: 500,
  stocks: [],
  background_mode: false,
  closing: false,
  approval_mode: null,
  day_approval: null,
  started_at: null,
  stopped_at: null,
  stop_cause: null,
  next_start: null,
  kill_switch: false,
  consent_needed: null,
  ...more,
});
const runs = (more: object = {}) => ({ fyers: aRun(), zerodha: aRun(), angelone: aRun(), paper: aRun(), ...more });
const traded = (changes: Parameters<typeof anAccount>[0] = {}) => anAccount({ has_traded: true, ...changes });
const answerReadiness = (brokers: readonly object[]) =>
  server.answer("GET /brokers/readiness", { body: { trading_day: "2026-11-16", checked_at: null, brokers } });

beforeEach(() => {
  server.answer("GET /market/clock", { body: clock });
  answerReadiness([account("zerodha"), account("angelone")]);
  server.answer("GET /algorithm/all-status", { body: runs({ zerodha: aRun({ status: "running" }) }) });
  server.answer("GET /algorithm/day", { body: aDay({ accounts: [traded({ now_paise: 20_475 })] }) });
});

function open(subscription: Subscription | null = aSubscription({ days_remaining: 47 })) {
  const Page = () => (
    <QueryProvider>
      <StatusStrip subscription={subscription} />
      <StatusDock />
    </QueryProvider>
  );
  renderSite({ at: "/strip", pages: { "/strip": Page } });
}
const link = (name: RegExp) => screen.findByRole("link", { name });

describe("the strip", () => {
  it("has a name for each of its links while the facts load", () => {
    open(null);
    for (const each of screen.getAllByRole("link")) expect(each.textContent, each.outerHTML).not.toBe("");
  });

  it("shows market, clock, brokers, run, plan and result, each a link to more of it", async () => {
    open();
    expect((await link(/Market open until 3:30 PM/)).getAttribute("href")).toBe("/algorithm/dashboard/Today");
    expect(await screen.findByText("10:42:07")).toBeDefined();
    expect((await link(/2 brokers ready/)).getAttribute("href")).toBe("/algorithm/dashboard/Today");
    expect((await link(/^Running at Zerodha$/)).getAttribute("href")).toBe("/algorithm/dashboard/ZerodhaTrading");
    expect((await link(/Plan 47 days/)).getAttribute("href")).toBe("/algorithm/dashboard/Subscription");
    await waitFor(() => expect(screen.getAllByText("+₹204.75")).toHaveLength(2));
  });

  it("says in strip and dock that another broker still closes while one runs", async () => {
    const both = { zerodha: aRun({ status: "running" }), angelone: aRun({ closing: true }) };
    server.answer("GET /algorithm/all-status", { body: runs(both) });
    open();
    await waitFor(() => expect(screen.getAllByText("Closing at Angel One, running at Zerodha")).toHaveLength(2));
  });

  it("names the broker that needs the user, and links to the action", async () => {
    const action = { label: "Log in", path: "/algorithm/dashboard/ZerodhaConnection" };
    answerReadiness([account("zerodha", { is_ready: false, reason: "login_needed", action }), account("angelone")]);
    open();
    const needed = await link(/Zerodha needs you/);
    expect(needed.getAttribute("href")).toBe(action.path);
    // The line of a phone would cut the name in two.
    expect([...needed.querySelectorAll("span")].map(({ textContent }) => textContent)).toContain("Needs you");
  });

  it("[B4.2] does not ask for the runs during a start or stop, above any screen", async () => {
    const time = hurry([]);
    const Start = () => {
      const mutationFn = () => new Promise<never>(() => undefined);
      const { mutate, isPending } = useMutation({ mutationKey: SWITCHING, mutationFn });
      return (
        <button type="button" onClick={() => mutate()}>
          {isPending ? "Starting" : "Start"}
        </button>
      );
    };
    const Page = () => (
      <QueryProvider>
        <StatusDock />
        <StatusStrip subscription={null} />
        <Start />
      </QueryProvider>
    );
    renderSite({ at: "/strip", pages: { "/strip": Page } });
    const asked = (path: string) => server.calls(`GET ${path}`).length;
    await screen.findByText("10:42:07");
    const before = asked("/algorithm/all-status");
    time.poll(10_000);
    await expect.poll(() => asked("/algorithm/all-status")).toBe(before + 1);
    const others = asked("/brokers/readiness");
    fireEvent.click(screen.getByRole("button", { name: "Start" }));
    await screen.findByRole("button", { name: "Starting" });
    time.poll(10_000);
    await expect.poll(() => asked("/brokers/readiness")).toBe(others + 1);
    expect(asked("/algorithm/all-status")).toBe(before + 1);
  });

  it("claims no result without a trade, and none without a price", async () => {
    server.answer("GET /algorithm/day", { body: aDay({ accounts: [anAccount()] }) });
    open();
    await waitFor(() => expect(screen.getAllByText("No trades yet")).toHaveLength(2));
    cleanup();
    server.answer("GET /algorithm/day", { body: aDay({ accounts: [traded({ now_paise: null })] }) });
    open();
    await waitFor(() => expect(screen.getAllByText("Price not known")).toHaveLength(2));
  });

  it("claims nothing of a day that it could not read", async () => {
    server.answer("GET /algorithm/day", { isCutOff: true });
    open();
    await link(/Market open until 3:30 PM/);
    await waitFor(() => expect(server.calls("GET /algorithm/day").length).toBeGreaterThan(0));
    expect(screen.queryByText("No trades yet")).toBeNull();
  });

  it("says No plan, and that the market is closed", async () => {
    server.answer("GET /market/clock", { body: { ...clock, now: "2026-11-16T11:00:00.000Z", state: "after_close" } });
    open(noSubscription);
    expect(await link(/No plan/)).toBeDefined();
    expect(await link(/Market closed opens 17 Nov 2026/)).toBeDefined();
  });
});

describe("the day in facts", () => {
  const ready = (more: object = {}) => account("fyers", more) as Parameters<typeof brokersFact>[0][number];

  it("counts ready accounts, and puts what needs the user first", () => {
    expect(brokersFact([])).toEqual({ kind: "none" } satisfies BrokersFact);
    expect(brokersFact([ready()])).toEqual({ kind: "ready", count: 1 });
    expect(brokersFact([ready(), ready({ is_ready: false })])).toMatchObject({ kind: "some", ready: 1, all: 2 });
  });

  it("counts an account as linked that is not connected and needs nothing", () => {
    const action = { label: "Log in", path: "/x" };
    const of = (more: object) => linkMarks([ready({ is_ready: false, ...more })]).fyers;
    expect(of({ reason: "connects_by_itself" })).toBe("linked");
    expect(of({ reason: "login_needed", action })).toBe("needs_you");
    expect(of({ reason: "after_close", session_expires_at: "2026-11-17T00:30:00.000Z" })).toBe("connected");
    expect(linkMarks([])).toEqual({});
  });

  it("is not alarmed at accounts that have no market to trade in", () => {
    const over = ready({ is_ready: false, reason: "after_close" });
    expect(brokersFact([over, over])).toEqual({ kind: "resting", count: 2 });
    expect(brokersFact([over, ready({ is_ready: false, reason: "funds_unread" })])).toMatchObject({ kind: "some" });
  });

  const of = (more: object) => runFact(runs(more) as Parameters<typeof runFact>[0]);
  const running = aRun({ status: "running" });
  const closing = aRun({ closing: true });

  it("shows running and closing before the kill switch, and that before tomorrow", () => {
    expect(of({ zerodha: running })).toEqual({ kind: "active", running: ["zerodha"], closing: [] });
    expect(of({ fyers: closing, zerodha: aRun({ kill_switch: true }) }).kind).toBe("active");
    expect(of({ fyers: aRun({ kill_switch: true, next_start: "2026-11-17" }) }).kind).toBe("killed");
    expect(of({ fyers: aRun({ next_start: "2026-11-17" }) })).toEqual({ kind: "waits", day: "2026-11-17" });
    expect(of({}).kind).toBe("stopped");
  });

  it.each([
    [{ zerodha: running }, "Running at Zerodha", "ZerodhaTrading"],
    [{ zerodha: running, fyers: running }, "Running at 2 brokers", "Today"],
    [{ paper: running }, "Running at Paper", "Today"],
    [{ angelone: running, paper: running }, "Running at Angel One and on paper", "Today"],
    [{ zerodha: running, fyers: running, paper: running }, "Running at 2 brokers and on paper", "Today"],
    [{ angelone: closing }, "Closing at Angel One", "AngelOneTrading"],
    [{ fyers: closing, angelone: closing }, "Closing at 2 brokers", "Today"],
    [{ zerodha: running, fyers: closing }, "Closing at Fyers, running at Zerodha", "Today"],
    [{ zerodha: running, angelone: running, fyers: closing }, "Closing at Fyers, running at 2 brokers", "Today"],
  ])("shows %j as “%s”", (more, words, tab) => {
    expect(runSummary(of(more))).toMatchObject({ words, to: `/algorithm/dashboard/${tab}` });
  });

  it("has no result before anything was traded", () => {
    expect(resultOf(aDay({ accounts: [anAccount({ now_paise: 5 })] }))).toBeNull();
  });

  it("adds up the results of all brokers, and claims none while one of them is not known", () => {
    const two = [traded({ now_paise: 20_475 }), traded({ broker: "angelone", now_paise: -5_000 })];
    expect(resultOf(aDay({ accounts: two }))).toEqual({ now: 15_475 });
    expect(resultOf(aDay({ accounts: [...two, traded({ broker: "fyers", now_paise: null })] }))).toEqual({ now: null });
  });

  it("never adds paper's money to a broker's", () => {
    const paper = traded({ broker: "paper", now_paise: 99_900 });
    expect(resultOf(aDay({ accounts: [traded({ now_paise: 100 }), paper] }))).toEqual({ now: 100 });
    expect(resultOf(aDay({ accounts: [anAccount(), paper] }))).toBeNull();
    expect(resultOf(aDay({ accounts: [paper] }))).toEqual({ now: 99_900 });
  });

  it("sees open, running or closing accounts, not only the day's own", () => {
    const ofRuns = (more: object) => runs(more) as Parameters<typeof runFact>[0];
    const elsewhere = aDay({
      accounts: [anAccount(), traded({ broker: "angelone", is_running: false, is_open: true })],
    });
    expect(dayStateOf(elsewhere, undefined)).toEqual({ hasOpen: true, isTrading: true });
    expect(dayStateOf(undefined, ofRuns({ fyers: closing }))).toEqual({ hasOpen: true, isTrading: true });
    expect(dayStateOf(aDay(), ofRuns({ paper: running }))).toEqual({ hasOpen: false, isTrading: true });
    expect(dayStateOf(undefined, undefined)).toEqual({ hasOpen: false, isTrading: false });
  });

  it("lets a dialog cover the page only when day and runs are known and nothing is open or trades", () => {
    const ofRuns = (more: object) => runs(more) as Parameters<typeof runFact>[0];
    expect(mayInterrupt(aDay(), ofRuns({}))).toBe(true);
    expect(mayInterrupt(undefined, ofRuns({}))).toBe(false);
    expect(mayInterrupt(aDay(), undefined)).toBe(false);
    expect(mayInterrupt(aDay(), ofRuns({ fyers: running }))).toBe(false);
    expect(mayInterrupt(aDay({ accounts: [traded({ is_open: true, is_running: false })] }), ofRuns({}))).toBe(false);
  });
});
