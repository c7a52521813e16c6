import { describe, expect, it } from "vitest";
import { progressLine, toWords, withProgress } from "./lib/progress.mjs";
import { welcome } from "./lib/welcome.mjs";

describe("the line of a slow step", () => {
  it("says what, how far and about how long", () => {
    const step = { what: "installing the dependencies", usually: "2 to 4 minutes, once", folder: "x", entries: 400 };
    expect(progressLine(step, 75, 100)).toBe(
      "installing the dependencies… 25 %, 1 min 15 s (usually 2 to 4 minutes, once)",
    );
  });

  it("is never at the end before it is, and tells no share where none is known", () => {
    expect(progressLine({ what: "w", usually: "u", folder: "x", entries: 3 }, 5, 9)).toContain("99 %");
    expect(progressLine({ what: "building the web", usually: "a minute" }, 5, 0)).toBe(
      "building the web… 5 s (usually a minute)",
    );
  });

  it("counts minutes", () => {
    expect([59, 60, 125].map(toWords)).toEqual(["59 s", "1 min 00 s", "2 min 05 s"]);
  });

  it("hands on what the step gives back and what it throws", () => {
    expect(withProgress({ what: "w", usually: "u" }, () => 7)).toBe(7);
    expect(() =>
      withProgress({ what: "w", usually: "u" }, () => {
        throw new Error("no");
      }),
    ).toThrow("no");
  });
});

it("tells somebody at a terminal where to look, how to log in and what to try first", () => {
  const text = welcome("http://localhost:3000");
  for (const part of ["http://localhost:3000/sandbox", "demo@vriddhi.example", "demo-password", "Try first", "Play"])
    expect(text).toContain(part);
});
