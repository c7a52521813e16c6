import { cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { QueryProvider } from "../../lib/query.tsx";
import { noSubscription, type Subscription } from "../../lib/session-store.ts";
import { aSubscription } from "../../testing/account.fixture.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { preparePageTests, renderSite } from "../../testing/render-site.tsx";
import { type BrokersFact, brokersFact, resultOf, runFact } from "./day-facts.ts";
import { StatusDock } from "./status-dock.tsx";
import { StatusStrip } from "./status-strip.tsx";

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
const aDay = (result: object, fills = [{ tag: "t", at: clock.now, quantity: 35, price_paise: 81_235 }]) => ({
  run: { started_at: clock.now, stopped_at: null, capital_paise: 5_000_000, approval_mode: "auto" },
  positions: [],
  fills,
  result,
});
const answerReadiness = (brokers: readonly object[]) =>
  server.answer("GET /brokers/readiness", { body: { trading_day: "2026-11-16", checked_at: null, brokers } });

beforeEach(() => {
  server.answer("GET /market/clock", { body: clock });
  answerReadiness([account("zerodha"), account("angelone")]);
  server.answer("GET /algorithm/all-status", { body: runs({ zerodha: aRun({ status: "running" }) }) });
  server.answer("GET /algorithm/day", { body: aDay({ now_paise: 20_475 }) });
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
  it("tells market, clock, brokers, run, plan and result, each a link to more of it", async () => {
    open();
    expect((await link(/Market open until 3:30 PM/)).getAttribute("href")).toBe("/algorithm/dashboard/Today");
    expect(await screen.findByText("10:42:07")).toBeDefined();
    expect((await link(/2 brokers ready/)).getAttribute("href")).toBe("/algorithm/dashboard/Today");
    expect((await link(/^Running at Zerodha$/)).getAttribute("href")).toBe("/algorithm/dashboard/ZerodhaTrading");
    expect((await link(/Plan 47 days/)).getAttribute("href")).toBe("/algorithm/dashboard/Subscription");
    await waitFor(() => expect(screen.getAllByText("+₹204.75")).toHaveLength(2));
  });

  it("names the broker that needs its person, and leads to what has to be done", async () => {
    const action = { label: "Log in", path: "/algorithm/dashboard/ZerodhaConnection" };
    answerReadiness([account("zerodha", { is_ready: false, reason: "login_needed", action }), account("angelone")]);
    open();
    expect((await link(/Zerodha needs you/)).getAttribute("href")).toBe(action.path);
  });

  it("claims no result without a trade, and none without a price", async () => {
    server.answer("GET /algorithm/day", { body: aDay({ now_paise: 0 }, []) });
    open();
    await waitFor(() => expect(screen.getAllByText("No trades yet")).toHaveLength(2));
    cleanup();
    server.answer("GET /algorithm/day", { body: aDay({ now_paise: null }) });
    open();
    await waitFor(() => expect(screen.getAllByText("Price not known")).toHaveLength(2));
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

  it("counts ready accounts, and puts what waits for its person first", () => {
    expect(brokersFact([])).toEqual({ kind: "none" } satisfies BrokersFact);
    expect(brokersFact([ready()])).toEqual({ kind: "ready", count: 1 });
    expect(brokersFact([ready(), ready({ is_ready: false })])).toMatchObject({ kind: "some", ready: 1, all: 2 });
  });

  it("tells running before closing, closing before the kill switch, and that before tomorrow", () => {
    const of = (more: object) => runFact(runs(more) as Parameters<typeof runFact>[0]);
    expect(of({ zerodha: aRun({ status: "running" }), paper: aRun({ closing: true }) })).toEqual({
      kind: "running",
      brokers: ["zerodha"],
    });
    expect(of({ fyers: aRun({ closing: true }), zerodha: aRun({ kill_switch: true }) }).kind).toBe("closing");
    expect(of({ fyers: aRun({ kill_switch: true, next_start: "2026-11-17" }) }).kind).toBe("killed");
    expect(of({ fyers: aRun({ next_start: "2026-11-17" }) })).toEqual({ kind: "waits", day: "2026-11-17" });
    expect(of({}).kind).toBe("stopped");
  });

  it("has no result before anything was traded", () => {
    expect(resultOf({ ...aDay({ now_paise: 5 }), run: null } as unknown as Parameters<typeof resultOf>[0])).toBeNull();
  });
});
