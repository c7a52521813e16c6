import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { MARKET_INDEX } from "@vriddhi/sandbox/exchange/market-index";
import { describe, expect, it } from "vitest";
import type { CandleQuestion } from "../port/history.ts";
import type { Given } from "./given.ts";
import { mustFail, mustRows } from "./harness.ts";

const [FROM, TO] = [istDate("2026-11-09"), istDate("2026-11-12")];

export function describeHistory({ harness }: Given): void {
  describe("past prices", () => {
    it.each([1, 5] as const)("of %i minutes are the exchange's, to the paisa", async (minutes) => {
      const { history } = harness().adapter;
      if (history === undefined) return;
      const { access } = await harness().account();
      const instrument = await harness().instrument(access);
      const candles = mustRows(await history.candles(access, { instrument, minutes, from: FROM, to: TO }));
      const { exchange } = harness().venue;
      const [first, last] = [istInstant(FROM, istMinute(0, 0)), istInstant(TO, istMinute(23, 59))];
      expect(candles).toEqual(exchange.candles(instrument.symbol, minutes, first, last));
      expect(candles.length).toBeGreaterThan(100);
    });

    it("of the market's index are the exchange's too", async () => {
      const { history, index } = harness().adapter;
      if (history === undefined || index === undefined) return;
      const { access } = await harness().account();
      const candles = mustRows(await history.candles(access, { instrument: index, minutes: 5, from: FROM, to: TO }));
      const { exchange } = harness().venue;
      const [first, last] = [istInstant(FROM, istMinute(0, 0)), istInstant(TO, istMinute(23, 59))];
      expect(candles).toEqual(exchange.candles(MARKET_INDEX.symbol, 5, first, last));
      expect(candles.length).toBeGreaterThan(200);
    });

    it("of a day without trading are empty, and a dead session is reported", async () => {
      const { history } = harness().adapter;
      if (history === undefined) return;
      const { access, client } = await harness().account();
      const sunday = istDate("2026-11-15");
      const instrument = await harness().instrument(access);
      const question: CandleQuestion = { instrument, minutes: 5, from: sunday, to: sunday };
      expect(mustRows(await history.candles(access, question))).toEqual([]);
      harness().venue.core.expireSessions(client.id);
      expect(mustFail(await history.candles(access, question))).toEqual({ kind: "session_expired" });
    });
  });
}
