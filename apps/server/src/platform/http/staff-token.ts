import type { Access } from "@vriddhi/contract/endpoint";
import type { StaffAccess } from "@vriddhi/core/back-office/admin-session";

/** Shared with the browser that logged in at the desk: its token is worth nothing elsewhere. */
export const STAFF_BROWSER_COOKIE = "desk_browser";

/** Tokens of the back office come as bearer tokens alone: no page elsewhere can make a browser send one. */
export const bearerOf = (header: string | null | undefined): string | null =>
  header?.startsWith("Bearer ") ? header.slice("Bearer ".length).trim() : null;

export const isStaffAccess = (access: Access): access is StaffAccess =>
  access === "admin" || access === "support" || access === "blog_admin";
