import { describe, expect, it } from "vitest";
import { frameFor } from "./frame-rules.ts";

describe("the frame around a page", () => {
  it.each(["/about", "/auth", "/login", "/courses", "/research/a-post", "/broker-selection", "/algorithm-x"])(
    "[A2.18] has header and footer on %s",
    (path) => {
      expect(frameFor(path)).toMatchObject({ hasHeader: true, hasFooter: true });
    },
  );

  it.each([
    "/",
    "/products",
    "/products/",
    "/dashboard/trading",
    "/algorithm/dashboard",
    "/algorithm/dashboard/",
    "/algorithm/dashboard/UserProfile",
    "/secret/dashboard",
    "/admin/dashboard",
  ])("[A2.18] has neither on %s", (path) => {
    expect(frameFor(path)).toMatchObject({ hasHeader: false, hasFooter: false });
  });

  it.each(["/algorithm", "/algorithm/", "/subscription-plans", "/subscirption-plans", "/free-trial"])(
    "[A2.18] has a header and no footer on %s",
    (path) => {
      expect(frameFor(path)).toMatchObject({ hasHeader: true, hasFooter: false });
    },
  );

  it("leaves the main part to pages with bars of their own", () => {
    const own = ["/", "/algorithm/dashboard", "/algorithm/dashboard/UserProfile", "/dashboard/trading"];
    const framed = ["/about", "/products", "/dashboard/blog"];
    expect(own.map((path) => frameFor(path).hasOwnMain)).toEqual([true, true, true, true]);
    expect(framed.map((path) => frameFor(path).hasOwnMain)).toEqual([false, false, false]);
  });
});
