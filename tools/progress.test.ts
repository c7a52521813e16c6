import { describe, expect, it } from "vitest";
import { progressLine, toWords, withProgress } from "./lib/progress.mjs";
import { welcome } from "./lib/welcome.mjs";

describe("the progress line of a slow step", () => {
  it("shows what runs, for how long, and how long it usually takes", () => {
    const step = { what: "installing the dependencies", usually: "2 to 4 minutes, once" };
    expect(progressLine(step, 75)).toBe("installing the dependencies… 1 min 15 s (usually 2 to 4 minutes, once)");
  });

  it("counts minutes", () => {
    expect([59, 60, 125].map(toWords)).toEqual(["59 s", "1 min 00 s", "2 min 05 s"]);
  });

  it("returns the step's value and rethrows its error", () => {
    expect(withProgress({ what: "w", usually: "u" }, () => 7)).toBe(7);
    expect(() =>
      withProgress({ what: "w", usually: "u" }, () => {
        throw new Error("no");
      }),
    ).toThrow("no");
  });
});

it("shows at a terminal the address, the login and the first steps", () => {
  const text = welcome("http://localhost:3000", "data/vriddhi.log");
  const parts = ["/sandbox", "demo@vriddhi.example", "demo-password", "Try first", "Today", "Auto", "data/vriddhi.log"];
  for (const part of parts) expect(text).toContain(part);
});
