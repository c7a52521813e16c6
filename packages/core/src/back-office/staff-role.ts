import { DAY_MS } from "../time/clock.ts";
import { staffRoles } from "./admin-session.ts";

/** What an account may be: everybody's, or one behind the counter. */
export const personRoles = ["user", ...staffRoles] as const;
export type PersonRole = (typeof personRoles)[number];

export const isPersonRole = (text: string): text is PersonRole => personRoles.some((role) => role === text);

/** How long a change of somebody's role waits for a second admin. */
export const ROLE_WAIT_MS = DAY_MS;

export interface RoleChangeWish {
  readonly person: { readonly id: string; readonly role: string };
  readonly role: PersonRole;
  /** Everybody who is an admin now. */
  readonly adminIds: readonly string[];
  /** The admins who want it; nobody: it is asked for on the machine that holds the database. */
  readonly deciderIds: readonly string[];
}

export type RoleRefusal = "own_role" | "decider_gone" | "same_role" | "last_admin";

/**
 * Why somebody's role stays as it is; null: it may change. Whoever decides is an admin and not the person, so that the
 * desk never decides itself out of its last admin; the machine's owner is told so.
 */
export function roleRefusal({ person, role, adminIds, deciderIds }: RoleChangeWish): RoleRefusal | null {
  if (deciderIds.includes(person.id)) return "own_role";
  if (deciderIds.some((id) => !adminIds.includes(id))) return "decider_gone";
  if (person.role === role) return "same_role";
  if (person.role === "admin" && adminIds.every((id) => id === person.id)) return "last_admin";
  return null;
}
