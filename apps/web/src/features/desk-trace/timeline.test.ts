import { describe, expect, it } from "vitest";
import { stagesOf, stepText, type Trace, timelineOf } from "./timeline.ts";

const at = (ms: number): string => new Date(Date.parse("2026-11-16T05:12:07.000Z") + ms).toISOString();

const trace: Trace = {
  order: {
    tag: "V7K2QX9M4T1ALPR",
    trading_day: "2026-11-16",
    broker: "angelone",
    account_id: "account",
    position_id: "V7K2QX9M4T1ALPR",
    leg: "entry",
    number: 0,
    side: "buy",
    symbol: "INFY",
    isin: "INE009A01021",
    cause: "signal",
    quantity: 10,
    filled: 10,
    average_price_paise: 117_294,
    pricing: { kind: "limit", limit_paise: 117_475, trigger_paise: null },
    status: "filled",
    reason: null,
    broker_order_id: "261116000418732",
    broker_said: null,
    attempts: 1,
    planned_at: at(11),
  },
  signal: { id: "signal-17", authority: "run", stop_paise: 116_765, target_paise: null, valid_until: at(20_000) },
  commands: [],
  wire: [
    { at: at(18), direction: "request", call: "place", text: "POST" },
    { at: at(103), direction: "answer", call: "place", text: "200" },
  ],
  ledger: [
    { at: at(11), kind: "order_planned", fact: { tag: "V7K2QX9M4T1ALPR", quantity: 10, cause: "signal" } },
    { at: at(104), kind: "order_moved", fact: { from: "sending", to: "unknown", reason: "answer_lost", n: 1 } },
    { at: at(337), kind: "fill", fact: { quantity: 10, price: 117_285, fill_id: "1300" } },
  ],
  fills: [{ id: "1300", at: at(337), quantity: 10, price_paise: 117_285 }],
};

describe("an order's timeline", () => {
  it("is shown line by line, with the time since the line before", () => {
    expect(timelineOf(trace).map(({ stepMs, mark, title }) => [stepMs, mark, title])).toEqual([
      [null, "ours", "Order planned"],
      [7, "ours", "On the wire"],
      [85, "broker", "Broker answered"],
      [1, "astray", "Unknown"],
      [233, "exchange", "Filled 10"],
    ]);
    expect(timelineOf(trace).at(-1)?.note).toBe("₹1,172.85 · exchange number 1300");
  });

  it("shows where the time to the first fill went", () => {
    expect(stagesOf(trace)).toEqual([
      { name: "To the wire", ms: 7 },
      { name: "Broker", ms: 85 },
      { name: "First fill", ms: 234 },
    ]);
    expect(stagesOf({ ...trace, wire: [], fills: [] })).toEqual([]);
  });

  it("names a step by its size", () => {
    expect([stepText(85), stepText(1_736), stepText(1_592_800)]).toEqual(["+85 ms", "+1.7 s", "+26 min 32.8 s"]);
  });
});
