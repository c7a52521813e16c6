import { act, cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { provideApiServer } from "../../testing/api-server.ts";
import { statusTexts } from "./status.texts.ts";
import { StatusPage } from "./status-page.tsx";
import { readStatus, type ServiceStatus } from "./status-source.ts";

const api = provideApiServer();
beforeEach(() => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const part = (name: ServiceStatus["parts"][number]["part"], changes: Partial<ServiceStatus["parts"][number]> = {}) => ({
  part: name,
  state: "works" as const,
  figures: {},
  day: null,
  ...changes,
});

const aStatus = (changes: Partial<ServiceStatus> = {}): ServiceStatus => ({
  as_of: "2026-11-16T03:42:00.000Z",
  market: "open",
  parts: [
    part("website"),
    part("feed_fyers"),
    part("orders", { figures: { p50_ms: 412, p99_ms: 1_240 }, day: "2026-11-16" }),
    part("broker_zerodha", { figures: { log_ins: 0.98, answered: 1 } }),
    part("mornings", { figures: { ready: 0.97 }, day: "2026-11-16" }),
    part("mail"),
  ],
  incidents: [],
  ...changes,
});

const headline = () => screen.getByRole("status").textContent;
const rowOf = (name: string) => {
  const row = screen.getByRole("heading", { level: 3, name }).closest("li");
  if (row === null) throw new Error(`no row ${name}`);
  return within(row);
};

describe("the status page", () => {
  it("says that everything works, as of when, and with figures in words", () => {
    render(<StatusPage first={aStatus()} />);
    expect(headline()).toBe("Everything works");
    expect(screen.getByText(/^As of 9:12 AM IST\. This page refreshes itself\.$/)).toBeDefined();
    expect(
      rowOf("Orders").getByText("Half leave within 0.4 s of the signal, 99% within 1.2 s (16 Nov 2026)"),
    ).toBeDefined();
    expect(
      rowOf("Log-ins and orders, Zerodha").getByText(
        "98% of this morning's log-ins worked · 100% of the latest orders answered in time",
      ),
    ).toBeDefined();
    expect(rowOf("Mornings").getByText("97% of accounts ready (16 Nov 2026)")).toBeDefined();
    expect(screen.getByText(statusTexts.noIncidents)).toBeDefined();
  });

  it("names the worst fault first, what it means, and how many others there are", () => {
    const parts = [part("orders", { state: "fault" }), part("mail", { state: "fault" }), part("website")];
    render(<StatusPage first={aStatus({ parts })} />);
    expect(headline()).toBe("Orders are delayed");
    expect(
      screen.getByText(/An entry that would leave too late is not placed\..*1 other part is disturbed too\./),
    ).toBeDefined();
    expect(rowOf("Orders").getByText("Disturbed")).toBeDefined();
    expect(rowOf("Website").getByText("Works")).toBeDefined();
  });

  it("calls a closed market closed and not an outage", () => {
    render(<StatusPage first={aStatus({ market: "holiday", parts: [part("feed_angelone", { state: "closed" })] })} />);
    expect(headline()).toBe("Everything works");
    expect(screen.getByText("The market is closed.")).toBeDefined();
    expect(rowOf("Market data, Angel One").getByText("Market closed")).toBeDefined();
  });

  it("says what is not known while the database is away", () => {
    const parts = [part("website", { state: "fault" }), part("orders", { state: "unknown" })];
    render(<StatusPage first={aStatus({ parts })} />);
    expect(headline()).toBe("The database cannot be reached");
    expect(rowOf("Orders").getByText("Not known")).toBeDefined();
  });

  it("lists incidents with what was affected, begin, end and length in India's time", () => {
    const incidents: ServiceStatus["incidents"] = [
      { part: "feed_fyers", began_at: "2026-11-16T03:50:00.000Z", ended_at: null },
      { part: "broker_angelone", began_at: "2026-11-12T04:00:00.000Z", ended_at: "2026-11-12T04:12:30.000Z" },
    ];
    render(<StatusPage first={aStatus({ incidents })} />);
    const open = rowOf("Prices from Fyers are delayed");
    expect(open.getByText("In progress")).toBeDefined();
    expect(open.getByText("Since 16 Nov 2026, 9:20 AM IST")).toBeDefined();
    expect(
      rowOf("Angel One answers late or not at all").getByText("12 Nov 2026, 9:30 AM to 9:42 AM IST, 12m 30s"),
    ).toBeDefined();
  });

  it("refreshes itself, keeps what it read when the line is away, and says so", async () => {
    render(<StatusPage first={aStatus()} />);
    api.answer("GET /service/status", { body: aStatus({ parts: [part("mail", { state: "fault" })] }) });
    await act(async () => void vi.advanceTimersByTime(15_000));
    await vi.waitFor(() => expect(headline()).toBe("Mail is late"));
    api.answer("GET /service/status", { isCutOff: true });
    await act(async () => void vi.advanceTimersByTime(15_000));
    await screen.findByText(/It could not be refreshed\. Check your connection\./);
    expect(headline()).toBe("Mail is late");
  });

  it("offers another try when the first answer is unusable", async () => {
    expect(await readStatus(async () => ({ status: 500, body: null }))).toBeNull();
    render(<StatusPage first={null} />);
    expect(screen.getByRole("heading", { level: 2, name: statusTexts.failed })).toBeDefined();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeDefined();
  });
});
