import type { StaffRole } from "@vriddhi/core/back-office/admin-session";
import { type PersonRole, roleRefusal } from "@vriddhi/core/back-office/staff-role";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";

interface StaffRoleDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly clock: HumanClock;
}

export interface StaffMember {
  readonly email: string;
  readonly role: StaffRole;
  readonly hasFactor: boolean;
}

export async function listStaff({ database }: Pick<StaffRoleDeps, "database">): Promise<readonly StaffMember[]> {
  const { rows } = await database.pool.query<StaffMember>(
    `SELECT u.email, u.role, EXISTS (
       SELECT FROM totp_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasFactor"
     FROM users u WHERE u.role <> 'user' AND u.deleted_at IS NULL ORDER BY u.role, u.email`,
  );
  return rows;
}

export interface RoleHolder {
  readonly id: string;
  readonly role: PersonRole;
  readonly hasFactor: boolean;
}

export interface HeldRoles {
  readonly person: RoleHolder | null;
  readonly adminIds: readonly string[];
}

/** Locks the admins' rows in one order: when two admins remove each other's role, the second one fails. */
const HOLD = `SELECT u.id, u.email, u.role, EXISTS (
    SELECT FROM totp_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS "hasFactor"
  FROM users u WHERE u.deleted_at IS NULL AND (u.role = 'admin' OR u.id = $1::uuid OR u.email = $2)
  ORDER BY u.id FOR UPDATE OF u`;

/** A user by id or address, and all admins, locked until the transaction ends. */
export async function holdRoles({ client }: Tx, who: { id: string } | { email: string }): Promise<HeldRoles> {
  const [id, email] = "id" in who ? [who.id, null] : [null, who.email];
  const { rows } = await client.query<RoleHolder & { readonly email: string }>(HOLD, [id, email]);
  return {
    person: rows.find((row) => row.id === id || row.email === email) ?? null,
    adminIds: rows.filter(({ role }) => role === "admin").map(({ id }) => id),
  };
}

export interface RoleChanger {
  readonly ip: string;
  /** `undefined`: requested on the machine that holds the database. */
  readonly byUserId?: string;
  readonly confirmedBy?: string;
  readonly reason?: string;
}

/** Changes a role (`user` removes it), ends the user's back-office sessions and records before and after. */
export async function changeRole(
  { audit, clock }: Pick<StaffRoleDeps, "audit" | "clock">,
  tx: Tx,
  person: RoleHolder,
  role: PersonRole,
  { confirmedBy, ...by }: RoleChanger,
): Promise<void> {
  await tx.client.query("UPDATE users SET role = $2 WHERE id = $1", [person.id, role]);
  await tx.client.query("UPDATE admin_session SET expires_at = $2 WHERE user_id = $1 AND expires_at > $2", [
    person.id,
    toTimestamp(clock.now()),
  ]);
  const kind = role === "user" ? "desk_role_taken" : "desk_role_given";
  const after = confirmedBy === undefined ? { role } : { role, confirmedBy };
  await audit.record({ kind, userId: person.id, ...by, before: { role: person.role }, after }, tx);
}

export type RoleChange =
  | { readonly kind: "unknown" }
  | { readonly kind: "same" }
  | { readonly kind: "last_admin" }
  | { readonly kind: "changed"; readonly before: string; readonly hasFactor: boolean };

/** For the command line of the database's machine: the first admin needs no other admin. */
export async function putRole(deps: StaffRoleDeps, email: string, role: PersonRole): Promise<RoleChange> {
  return deps.database.transaction(async (tx) => {
    const { person, adminIds } = await holdRoles(tx, { email });
    if (person === null) return { kind: "unknown" };
    const refusal = roleRefusal({ person, role, adminIds, deciderIds: [] });
    if (refusal !== null) return { kind: refusal === "last_admin" ? "last_admin" : "same" };
    await changeRole(deps, tx, person, role, { ip: "operator" });
    return { kind: "changed", before: person.role, hasFactor: person.hasFactor };
  });
}
