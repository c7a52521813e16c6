import { type EpochMs, HOUR_MS } from "../time/clock.ts";

export const staffRoles = ["admin", "support", "blog_admin"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** User names that staff may type at login in place of a mail address, where such an account exists (sandbox). */
export const staffNames = ["admin", "blog"] as const;
export type StaffName = (typeof staffNames)[number];
export const isStaffName = (text: string): text is StaffName => staffNames.some((name) => name === text);

/** Which login issued a token: the back office's (`desk`), which also opens the blog to an admin, or the blog's. */
export type StaffArea = "desk" | "blog";

export type StaffAccess = "admin" | "support" | "blog_admin";

/** A token of the back office or of blog administration expires after this, however often it is used. */
export const ADMIN_SESSION_MS = 12 * HOUR_MS;

export const isAdminSessionAlive = (expiresAt: EpochMs, now: EpochMs): boolean => now < expiresAt;

const isStaffRole = (role: string): role is StaffRole => staffRoles.some((each) => each === role);

/** The role that a token of this login gets; `null` if it may not log in there. An admin may use both logins. */
export function roleForAccess(door: StaffArea, role: string): StaffRole | null {
  if (!isStaffRole(role)) return null;
  if (role === "admin") return role;
  return (role === "blog_admin") === (door === "blog") ? role : null;
}

const allowed: Readonly<Record<StaffAccess, readonly StaffRole[]>> = {
  admin: ["admin"],
  support: ["admin", "support"],
  blog_admin: ["admin", "blog_admin"],
};

/** A token of the blog login opens the blog only, also for an admin. */
export const opens = (access: StaffAccess, door: StaffArea, role: StaffRole): boolean =>
  (door === "desk" || access === "blog_admin") && allowed[access].includes(role);
