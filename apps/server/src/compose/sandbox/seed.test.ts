import { expect, it } from "vitest";
import { demoUsers } from "./seed.ts";

it("leaves the number that everybody types to whoever tries the product: a number that somebody has is not texted", () => {
  expect(demoUsers.map(({ phone }) => phone)).not.toContain("919876543210");
});
