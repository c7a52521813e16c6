import { describe, expect, it } from "vitest";
import { epochMs } from "../time/clock.ts";
import { ADMIN_SESSION_MS, isAdminSessionAlive, opens, roleForAccess, staffRoles } from "./admin-session.ts";

describe("a back-office login", () => {
  it("opens both to an admin, the back office to support and the blog to a blog admin", () => {
    expect(["admin", "support", "blog_admin", "user"].map((role) => roleForAccess("desk", role))).toEqual([
      "admin",
      "support",
      null,
      null,
    ]);
    expect(["admin", "support", "blog_admin", "user"].map((role) => roleForAccess("blog", role))).toEqual([
      "admin",
      null,
      "blog_admin",
      null,
    ]);
  });
});

describe("a token of the back office", () => {
  it("opens changes for admins only, and reading calls for support too", () => {
    expect(staffRoles.filter((role) => opens("admin", "desk", role))).toEqual(["admin"]);
    expect(staffRoles.filter((role) => opens("support", "desk", role))).toEqual(["admin", "support"]);
    expect(staffRoles.filter((role) => opens("blog_admin", "desk", role))).toEqual(["admin", "blog_admin"]);
  });

  it("of the blog login opens the blog only, whatever the role", () => {
    expect(staffRoles.filter((role) => opens("admin", "blog", role))).toEqual([]);
    expect(staffRoles.filter((role) => opens("support", "blog", role))).toEqual([]);
    expect(staffRoles.filter((role) => opens("blog_admin", "blog", role))).toEqual(["admin", "blog_admin"]);
  });

  it("is valid for twelve hours and not a millisecond longer", () => {
    const from = 1_000_000;
    const until = epochMs(from + ADMIN_SESSION_MS);
    expect(ADMIN_SESSION_MS).toBe(43_200_000);
    expect(isAdminSessionAlive(until, epochMs(until - 1))).toBe(true);
    expect(isAdminSessionAlive(until, until)).toBe(false);
  });
});
