import { epochMs } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import type { AccountOutcome } from "./signal-report.store.ts";
import { summarise } from "./signal-summary.ts";

const outcome = (given: Partial<AccountOutcome>): AccountOutcome => ({
  accountId: "a",
  broker: "fyers",
  outcome: "order",
  reason: null,
  status: "filled",
  quantity: 10,
  filled: 10,
  averagePrice: 80_000,
  sentAt: epochMs(1_000),
  ...given,
});

describe("the summary of a signal", () => {
  it("the summary of a signal counts outcomes, the spread of the requests and the dispersion of the prices", () => {
    const summary = summarise(
      [
        outcome({}),
        outcome({ filled: 30, averagePrice: 80_400, sentAt: epochMs(1_450) }),
        outcome({ status: "rejected", reason: "refused_by_broker", filled: 0, averagePrice: null }),
        outcome({ outcome: "skipped", reason: "not_connected", status: null, filled: null, sentAt: null }),
        outcome({ outcome: "none", status: null, filled: null, sentAt: null }),
      ],
      "buy",
    );
    expect(summary).toMatchObject({
      accounts: 5,
      orders: 3,
      skipped: 1,
      withoutOutcome: 1,
      firstSentAt: 1_000,
      lastSentAt: 1_450,
      filledAccounts: 2,
      filledQuantity: 40,
      bestPrice: 80_000,
      worstPrice: 80_400,
      meanPrice: 80_300,
      reasons: [{ reason: "not_connected", accounts: 1 }],
    });
    expect(summary.priceDeviation).toBeCloseTo(173.2, 1);
  });

  it("the summary of a signal treats the higher price as better for a sale, and has no prices without a fill", () => {
    const sold = summarise([outcome({}), outcome({ averagePrice: 80_400 })], "sell");
    expect([sold.bestPrice, sold.worstPrice]).toEqual([80_400, 80_000]);
    expect(summarise([], "buy")).toMatchObject({ meanPrice: null, priceDeviation: null, firstSentAt: null });
  });
});
