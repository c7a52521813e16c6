import { expect, it } from "vitest";
import { istDate, istInstant, istMinute } from "../time/ist.ts";
import { ordersKeptFrom } from "./retention.ts";

const at = (day: string) => ordersKeptFrom(istInstant(istDate(day), istMinute(9, 0)));

it("keeps whole months of five years and the current one, including leap days", () => {
  expect(at("2026-11-16")).toBe("2021-11-01");
  expect(at("2028-02-29")).toBe("2023-02-01");
});
