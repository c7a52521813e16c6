import { cleanup, render, screen } from "@testing-library/react";
import { epochMs } from "@vriddhi/core/time/clock";
import { afterEach, describe, expect, it, vi } from "vitest";
import { provideApiServer } from "../testing/api-server.ts";
import { marketNowOf, marketStateOf, toReading, useMarketNow } from "./market-clock.ts";
import { QueryProvider } from "./query.tsx";
import { SessionProvider } from "./session.tsx";

const reply = {
  now: "2026-11-16T03:44:58.000Z",
  speed: 20,
  state: "before_open",
  day: "2026-11-16",
  opens_at: "2026-11-16T03:45:00.000Z",
  closes_at: "2026-11-16T10:00:00.000Z",
  next_day: "2026-11-17",
  next_opens_at: "2026-11-17T03:45:00.000Z",
} as const;
const at = (text: string) => epochMs(Date.parse(text));

describe("the market's clock on the screen", () => {
  const reading = toReading(reply, 1_000);

  it("continues at its own speed between two readings, and never backwards", () => {
    expect(marketNowOf(reading, 2_000)).toBe(at("2026-11-16T03:45:18.000Z"));
    expect(marketNowOf(reading, 0)).toBe(reading.now);
    expect(marketNowOf({ ...reading, speed: 0 }, 9_000)).toBe(reading.now);
  });

  it("changes at the open and at the close", () => {
    expect(marketStateOf(reading, reading.now)).toBe("before_open");
    expect(marketStateOf(reading, at("2026-11-16T03:45:00.000Z"))).toBe("open");
    expect(marketStateOf(reading, at("2026-11-16T10:00:00.000Z"))).toBe("after_close");
    expect(marketStateOf({ ...reading, opensAt: null, closesAt: null }, reading.now)).toBe("holiday");
  });
});

describe("[B9.7] the clock", () => {
  const server = provideApiServer();
  afterEach(cleanup);

  it("renders every second", async () => {
    const everyMs: number[] = [];
    const setRealInterval = globalThis.setInterval;
    vi.stubGlobal("setInterval", (work: () => void, ms: number) => {
      everyMs.push(ms);
      return setRealInterval(work, ms);
    });
    server.answer("GET /market/clock", { body: { ...reply, speed: 0 } });
    const Clock = () => <output>{useMarketNow()}</output>;
    render(
      <SessionProvider onSubscriptionFault={() => undefined}>
        <QueryProvider>
          <Clock />
        </QueryProvider>
      </SessionProvider>,
    );
    expect(await screen.findByText(String(at(reply.now)), undefined, { timeout: 60_000 })).toBeDefined();
    expect(everyMs).toContain(1_000);
  });
});
