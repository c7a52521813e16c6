import { describe, expect, it } from "vitest";
import { epochMs } from "../time/clock.ts";
import { ADMIN_SESSION_MS, isAdminSessionAlive, opens, roleForAccess, staffRoles } from "./admin-session.ts";

describe("a door of the back office", () => {
  it("lets an admin through both, support to the desk and the blog's admin to the blog", () => {
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
  it("opens the desk's changes for admins only, its reading calls for support too", () => {
    expect(staffRoles.filter((role) => opens("admin", "desk", role))).toEqual(["admin"]);
    expect(staffRoles.filter((role) => opens("support", "desk", role))).toEqual(["admin", "support"]);
    expect(staffRoles.filter((role) => opens("blog_admin", "desk", role))).toEqual(["admin", "blog_admin"]);
  });

  it("of the blog's door opens the blog and nothing of the desk, whoever holds it", () => {
    expect(staffRoles.filter((role) => opens("admin", "blog", role))).toEqual([]);
    expect(staffRoles.filter((role) => opens("support", "blog", role))).toEqual([]);
    expect(staffRoles.filter((role) => opens("blog_admin", "blog", role))).toEqual(["admin", "blog_admin"]);
  });

  it("lives twelve hours and not a millisecond longer", () => {
    const from = 1_000_000;
    const until = epochMs(from + ADMIN_SESSION_MS);
    expect(ADMIN_SESSION_MS).toBe(43_200_000);
    expect(isAdminSessionAlive(until, epochMs(until - 1))).toBe(true);
    expect(isAdminSessionAlive(until, until)).toBe(false);
  });
});
