import { DAY_MS } from "../time/clock.ts";
import { staffRoles } from "./admin-session.ts";

export const personRoles = ["user", ...staffRoles] as const;
export type PersonRole = (typeof personRoles)[number];

export const isPersonRole = (text: string): text is PersonRole => personRoles.some((role) => role === text);

export const ROLE_WAIT_MS = DAY_MS;

export interface RoleChangeRequest {
  readonly person: { readonly id: string; readonly role: string };
  readonly role: PersonRole;
  readonly adminIds: readonly string[];
  /** The deciding admins; empty: requested on the database machine (CLI). */
  readonly deciderIds: readonly string[];
}

export type RoleRefusal = "own_role" | "decider_gone" | "same_role" | "last_admin";

/** `null` if the role may change. A deciding admin keeps their role, so the back office never loses its last admin. */
export function roleRefusal({ person, role, adminIds, deciderIds }: RoleChangeRequest): RoleRefusal | null {
  if (deciderIds.includes(person.id)) return "own_role";
  if (deciderIds.some((id) => !adminIds.includes(id))) return "decider_gone";
  if (person.role === role) return "same_role";
  if (person.role === "admin" && adminIds.every((id) => id === person.id)) return "last_admin";
  return null;
}
