import { chargesOfDay } from "@vriddhi/core/charges/charges";
import { tariffOf } from "@vriddhi/core/charges/tariff";
import { EXIT_SETTINGS } from "@vriddhi/core/exit/exit-model";
import * as reconciliation from "@vriddhi/core/ledger/reconciliation";
import * as lookUp from "@vriddhi/core/order/look-up";
import * as entry from "@vriddhi/core/order/plan-entry";
import * as feed from "@vriddhi/core/risk/price-watch";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { describe, expect, it } from "vitest";
import * as bounds from "./bounds.ts";
import { trueChargesOf } from "./true-charges.ts";

describe("the product's limits against the oracle's limits", () => {
  it.each([
    ["late flat", lookUp.LATE_FLAT_MS, bounds.LATE_FLAT_MS],
    ["scans of abandoned orders", lookUp.ABANDONED_SCAN_EVERY_MS, bounds.ABANDONED_SCAN_EVERY_MS],
    ["foreign closing orders", reconciliation.OTHERS_CLOSE_MS, bounds.OTHERS_CLOSE_MS],
    ["proofs apart", reconciliation.PROOF_APART_MS, bounds.PROOF_APART_MS],
    ["an entry's unfilled rest", entry.ENTRY_REMAINDER_MS, bounds.ENTRY_REMAINDER_MS],
    ["silence of a feed", feed.FEED_SILENT_MS, bounds.FEED_SILENT_MS],
    ["a stop's limit", EXIT_SETTINGS.stopLimitBasisPoints, bounds.STOP_LIMIT_BASIS_POINTS],
    ["a marketable limit", EXIT_SETTINGS.marketableBasisPoints, bounds.MARKETABLE_BASIS_POINTS],
    ["refusals in a row", EXIT_SETTINGS.refusalsMax, bounds.REFUSALS_NOTIFIED],
  ])("%s", (_name, products, stated) => {
    expect(products).toBe(stated);
  });

  it.each(["zerodha", "angelone", "fyers"] as const)(
    "charges at %s, within rounding to whole rupees and paise",
    (broker) => {
      for (const value of [rupees(500), rupees(12_345), rupees(99_999), rupees(4_00_000)]) {
        const orders = (["buy", "sell"] as const).map((side) => ({ side, value: paise(value) }));
        const { total } = chargesOfDay(orders, tariffOf(broker));
        expect(Math.abs(total - trueChargesOf(orders, broker))).toBeLessThan(rupees(1));
      }
    },
  );
});
