import { expect, it } from "vitest";
import { rupees } from "../shared/money.ts";
import { tickSizeAt } from "./tick-size.ts";

it("price steps grow with the price", () => {
  const prices = [249, 250, 1_000, 1_001, 5_000, 5_001, 10_000, 10_001, 20_000, 20_001];
  expect(prices.map((price) => tickSizeAt(rupees(price)))).toEqual([1, 5, 5, 10, 10, 50, 50, 100, 100, 500]);
});
