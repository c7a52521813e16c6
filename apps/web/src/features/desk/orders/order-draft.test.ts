import { ORDER_ROWS_MAX } from "@vriddhi/core/back-office/order-row";
import { describe, expect, it } from "vitest";
import {
  addOrder,
  canAddOrder,
  faultOfDraft,
  faultsOf,
  freshOrder,
  isPreviewable,
  lacksBasics,
  type OrderDraft,
  removeOrder,
  sumOf,
  toLocalInput,
  toOrderBody,
} from "./order-draft.ts";

const filled = (changes: Partial<OrderDraft> = {}): OrderDraft => ({
  ...freshOrder(1),
  symbol: "RELIANCE",
  quantity: "12000",
  ...changes,
});

describe("the rows of the order panel", () => {
  it("[C2.41][C5.9][C9.5] are at most 20 and never fewer than one", () => {
    let rows: readonly OrderDraft[] = [freshOrder(1)];
    expect(removeOrder(rows, 1)).toHaveLength(1);
    for (let turn = 0; turn < 30; turn += 1) rows = addOrder(rows);
    expect(rows).toHaveLength(ORDER_ROWS_MAX);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(20);
    expect(canAddOrder(rows)).toBe(false);
    expect(removeOrder(rows, 7)).toHaveLength(19);
  });

  it("[C2.41] keep both buttons disabled while a symbol or a quantity is missing", () => {
    expect(lacksBasics([filled(), freshOrder(2)])).toBe(true);
    expect(lacksBasics([filled({ quantity: "0" })])).toBe(true);
    expect(lacksBasics([filled()])).toBe(false);
  });

  it("[C5.8] report the first missing value, in the specified order", () => {
    const limit = filled({ orderType: "limit" });
    const later = filled({ scheduleType: "scheduled" });
    expect(faultOfDraft([later, limit, filled({ quantity: "0" })])).toBe("incomplete");
    expect(faultOfDraft([filled({ symbol: " " })])).toBe("incomplete");
    expect(faultOfDraft([filled({ quantity: "1.5" })])).toBe("incomplete");
    expect(faultOfDraft([later, limit])).toBe("noPrice");
    expect(faultOfDraft([later])).toBe("noTime");
    expect(faultOfDraft([filled()])).toBeNull();
    expect(faultsOf(filled({ orderType: "limit", scheduleType: "scheduled" }))).toEqual(["price", "time"]);
  });

  it("[C5.8] can be previewed without price and time", () => {
    expect(isPreviewable([filled({ orderType: "limit", scheduleType: "scheduled" })])).toBe(true);
    expect(isPreviewable([filled(), filled({ quantity: "0" })])).toBe(false);
  });

  it("[C5.9] send an integer, a price only of limit orders, a time only of scheduled ones", () => {
    const typed = { limitPrice: "1172.40", scheduledAt: "2026-11-16T09:20" };
    expect(toOrderBody(filled(typed))).toEqual({
      symbol: "RELIANCE",
      total_quantity: 12_000,
      order_type: "market",
      position_type: "long",
      schedule_type: "immediate",
    });
    expect(toOrderBody(filled({ ...typed, orderType: "limit", scheduleType: "scheduled" }))).toMatchObject({
      limit_price: 1172.4,
      scheduled_datetime: new Date("2026-11-16T09:20").toISOString(),
    });
  });

  it("[C2.40] have the earliest time in the browser's own clock", () => {
    expect(toLocalInput(new Date(2026, 10, 6, 9, 5).getTime())).toBe("2026-11-06T09:05");
  });

  it("are summed for the summary, in rupees only where every row has a price", () => {
    const priced = filled({ orderType: "limit", limitPrice: "10.5" });
    const unknown = () => null;
    expect(sumOf([priced, priced], unknown)).toEqual({ orders: 2, shares: 24_000, rupees: 252_000 });
    expect(sumOf([priced, filled()], unknown).rupees).toBeNull();
    expect(sumOf([priced, filled()], () => 100).rupees).toBe(126_000 + 1_200_000);
  });
});
