import { expect, it } from "vitest";
import { rupees } from "../shared/money.ts";
import { needsSecondAdmin } from "./four-eyes.ts";

it("requires a second admin above the limit and where no value is known, and never while it is off", () => {
  const on = { isOn: true, orderLimit: rupees(1_000) };
  expect([rupees(1_000), rupees(1_001), null].map((value) => needsSecondAdmin(on, value))).toEqual([false, true, true]);
  const off = { isOn: false, orderLimit: rupees(0) };
  expect([rupees(1_000), null].map((value) => needsSecondAdmin(off, value))).toEqual([false, false]);
});
