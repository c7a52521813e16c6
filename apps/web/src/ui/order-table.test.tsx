import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ListedOrder, OrderTable } from "./order-table.tsx";

beforeEach(() =>
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} })),
);
afterEach(cleanup);

const anOrder = (changes: Partial<ListedOrder>): ListedOrder => ({
  tag: "V1",
  planned_at: "2026-11-16T03:50:02.000Z",
  filled_at: null,
  user_id: "u",
  username: "priya.menon",
  symbol: "ITC",
  side: "buy",
  leg: "entry",
  quantity: 10,
  filled: 0,
  average_price_paise: 0,
  status: "accepted",
  reason: null,
  ...changes,
});

const show = (order: ListedOrder) =>
  render(
    <MemoryRouter>
      <OrderTable caption="Orders" orders={[order]} isLoading={false} empty="" />
    </MemoryRouter>,
  );

describe("an order in a list", () => {
  it.for([
    ["entry", "buy", "LONG"],
    ["entry", "sell", "SHORT"],
    ["exit", "buy", "BUY"],
    ["exit", "sell", "SELL"],
  ] as const)("that is an %s and a %s is called %s", ([leg, side, word]) => {
    show(anOrder({ leg, side }));
    expect(screen.getAllByText(word).length).toBeGreaterThan(0);
  });

  it("shows why it ended", () => {
    show(anOrder({ status: "cancelled", reason: "ended_by_broker" }));
    expect(screen.getAllByText("closed at the broker").length).toBeGreaterThan(0);
  });

  it("shows when it was sent and when it was filled", () => {
    show(anOrder({ filled_at: "2026-11-16T03:54:31.000Z" }));
    expect(screen.getAllByText("16 Nov, 09:20:02").length).toBeGreaterThan(0);
    expect(screen.getAllByText("filled 09:24:31").length).toBeGreaterThan(0);
  });
});
