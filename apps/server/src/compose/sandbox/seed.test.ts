import { expect, it } from "vitest";
import { demoUsers } from "./seed.ts";

it("leaves the common test number to visitors: a number with an account is not texted", () => {
  expect(demoUsers.map(({ phone }) => phone)).not.toContain("919876543210");
});
