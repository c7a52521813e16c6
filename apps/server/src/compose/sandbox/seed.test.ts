import { expect, it } from "vitest";
import { demoUsers } from "./seed.ts";

it("the seed leaves the common test number free, because a number with an account gets no sign-up code", () => {
  expect(demoUsers.map(({ phone }) => phone)).not.toContain("919876543210");
});
