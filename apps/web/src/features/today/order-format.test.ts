import { describe, expect, it } from "vitest";
import { aDayWithTrade, atIst } from "../../testing/trading-day.fixture.ts";
import { whyText } from "./order-format.ts";

const { orders } = aDayWithTrade();
const [entry, stop] = orders;
if (entry === undefined || stop === undefined) throw new Error("the fixture has an entry and its stop");
const filled = { ...stop, filled: 35, average_price_paise: 80_560, status: "filled" as const };
const closing = (position: string) => ({
  at: atIst("10:40:00"),
  kind: "position_closing" as const,
  cause: "feed_silent",
  position,
});

describe("why an order was made", () => {
  it("explains a resting stop's purpose", () => {
    expect(whyText(stop, { orders, notes: [] })).toBe(
      "Protects the trade. It stays at the broker even if we are offline.",
    );
  });

  it("does not describe a filled stop as resting", () => {
    expect(whyText(filled, { orders: [entry, filled], notes: [] })).toBe("The stop was reached.");
  });

  it("explains a stop that became the exit by the trade's end", () => {
    const inputs = { orders: [entry, filled], notes: [closing(entry.tag)] };
    expect(whyText(filled, inputs)).toBe("Prices were silent for too long.");
  });

  it("does not describe a cancelled stop as resting", () => {
    const cancelled = { ...stop, status: "cancelled" as const };
    expect(whyText(cancelled, { orders: [entry, cancelled], notes: [closing(entry.tag)] })).toBe(
      "Cancelled, because the trade was closed another way.",
    );
  });

  it("takes no reason from another trade", () => {
    const inputs = { orders: [entry, filled], notes: [closing("ENTRY0000000002")] };
    expect(whyText(filled, inputs)).toBe("The stop was reached.");
  });
});
