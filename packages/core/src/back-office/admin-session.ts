import { type EpochMs, HOUR_MS } from "../time/clock.ts";

/** Who works behind the counter. */
export const staffRoles = ["admin", "support", "blog_admin"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** User names that log in beside mail addresses, where an account holds them: the sandbox's do. */
export const staffNames = ["admin", "blog"] as const;
export type StaffName = (typeof staffNames)[number];
export const isStaffName = (text: string): text is StaffName => staffNames.some((name) => name === text);

/** Which of the two logins made a token: it opens what lies behind that door and nothing else. */
export type StaffDoor = "desk" | "blog";

/** What a call of the back office asks for. */
export type StaffAccess = "admin" | "support" | "blog_admin";

/** A token of the desk or of the blog's administration ends after it, however much it is used. */
export const ADMIN_SESSION_MS = 12 * HOUR_MS;

export const isAdminSessionAlive = (expiresAt: EpochMs, now: EpochMs): boolean => now < expiresAt;

const isStaffRole = (role: string): role is StaffRole => staffRoles.some((each) => each === role);

/** Who gets a token at a door; null: nobody with this role does. An admin may use both. */
export function roleForAccess(door: StaffDoor, role: string): StaffRole | null {
  if (!isStaffRole(role)) return null;
  if (role === "admin") return role;
  return (role === "blog_admin") === (door === "blog") ? role : null;
}

const allowed: Readonly<Record<StaffAccess, readonly StaffRole[]>> = {
  admin: ["admin"],
  support: ["admin", "support"],
  blog_admin: ["admin", "blog_admin"],
};

/** A token of the blog's door opens the blog alone, also in an admin's hands. */
export const opens = (access: StaffAccess, door: StaffDoor, role: StaffRole): boolean =>
  (door === "desk" || access === "blog_admin") && allowed[access].includes(role);
