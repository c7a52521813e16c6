import { describe, expect, it } from "vitest";
import { loginPathFor, safeNextPath } from "./next-path.ts";

describe("the target of a login", () => {
  it.each([
    "/algorithm",
    "/subscription-plans?band=3&coupon=HALF",
    "/research/a-post#comments",
    "/algorithm/dashboard/UserProfile",
    "/",
  ])("accepts the own path %s", (path) => {
    expect(safeNextPath(path)).toBe(path);
  });

  it.each([
    ["nothing", null],
    ["an empty text", ""],
    ["a full address", "https://evil.example/"],
    ["a host without scheme", "//evil.example/"],
    ["three slashes", "///evil.example"],
    ["a backslash for a slash", "/\\evil.example"],
    ["backslashes throughout", "\\\\evil.example"],
    ["a backslash further on", "/a\\b"],
    ["a tab that browsers drop", "/\t/evil.example"],
    ["a line break that browsers drop", "/\n/evil.example"],
    ["a null character", "/\u0000/evil.example"],
    ["a leading space", " //evil.example"],
    ["a script", "javascript:alert(1)"],
    ["a relative path", "algorithm"],
    ["dots that leave a host behind", "/.//evil.example"],
    ["dots up to a host", "/a/..//evil.example"],
    ["encoded dots up to a host", "/%2e%2e//evil.example"],
  ])("refuses %s", (_, path) => {
    expect(safeNextPath(path)).toBeNull();
  });

  it("survives the round trip through the login's address", () => {
    const wanted = "/subscription-plans?band=3&coupon=HALF";
    const login = new URL(loginPathFor(wanted), "https://own.example");
    expect(login.pathname).toBe("/login");
    expect(safeNextPath(login.searchParams.get("next"))).toBe(wanted);
  });
});
