import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { PriceTable } from "./price-table.tsx";

const candle = { minute: 9 * 60 + 33, open: 38_465, high: 38_485, low: 38_350, close: 38_400 };
const mark = { minute: 9 * 60 + 35, side: "sell", quantity: 33, price: 38_405 } as const;

it("has five figures a line without their unit, and events also in a line of their own on a phone", () => {
  render(<PriceTable symbol="KOTAKBANK" candles={[candle]} marks={[mark]} />);
  const [head, line, own, ...more] = screen.getAllByRole("row");
  if (head === undefined || line === undefined || own === undefined) throw new Error("there are three rows");
  expect(more).toEqual([]);
  expect(within(head).getAllByRole("columnheader")).toHaveLength(6);
  expect(line.textContent).toContain("09:33384.65384.85383.50384.00");
  expect(own.textContent).toBe("Sold 33 at ₹384.05");
  expect(own.querySelector("td")?.colSpan).toBe(5);
});
