import type { Access } from "@vriddhi/contract/endpoint";
import type { StaffAccess } from "@vriddhi/core/back-office/admin-session";

/** Bound to the browser that logged in to the back office: its token is worthless elsewhere. */
export const STAFF_BROWSER_COOKIE = "desk_browser";

/** Back-office tokens are bearer tokens only: no foreign page can make a browser send one. */
export const bearerOf = (header: string | null | undefined): string | null =>
  header?.startsWith("Bearer ") ? header.slice("Bearer ".length).trim() : null;

export const isStaffAccess = (access: Access): access is StaffAccess =>
  access === "admin" || access === "support" || access === "blog_admin";
