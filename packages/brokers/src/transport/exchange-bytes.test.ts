import { epochMs, HOUR_MS } from "@vriddhi/core/time/clock";
import { expect, it } from "vitest";
import { begin } from "./exchange-bytes.ts";
import type { Outgoing } from "./outgoing.ts";
import { fromRow, ticksMs, toRow } from "./sending-rows.ts";
import { realTimers } from "./timers.ts";

const outgoing: Outgoing = {
  channel: "exit",
  egress: { localAddress: null, proxyUrl: null },
  origin: "http://127.0.0.1:9",
  path: "/order",
  method: "POST",
  headers: {},
  body: null,
  startMs: HOUR_MS,
  replyMs: HOUR_MS,
  replyMax: 1,
  notAfter: epochMs(Date.now() + HOUR_MS),
  signal: null,
};

/** Whether the call asks for a connection; the clock shows a time before its last instant. */
function hasBegun(call: Outgoing): boolean {
  let isAsked = false;
  const ask = () => {
    isAsked = true;
    return () => undefined;
  };
  const deps = { timers: realTimers, clock: { now: () => epochMs(0) }, resets: { count: 0 }, connections: { ask } };
  begin(call, deps as Parameters<typeof begin>[1], () => undefined)();
  return isAsked;
}

it("sends nothing after its last instant by the monotonic clock, although the wall clock was set back", () => {
  const crossed = fromRow(toRow(1, 1, 1_000, outgoing));
  expect(Math.abs((crossed.notAfterTicks ?? 0) - ticksMs() - HOUR_MS)).toBeLessThan(HOUR_MS / 2);
  expect(hasBegun(crossed)).toBe(true);
  expect(hasBegun({ ...crossed, notAfterTicks: ticksMs() - 1 })).toBe(false);
});
