import { randomUUID } from "node:crypto";
import { roleRefusal } from "@vriddhi/core/back-office/staff-role";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Audit, createAudit } from "../../platform/audit/audit.ts";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { changeRole, holdRoles, listStaff, putRole } from "./staff-role.ts";

const clock = createVirtualClock();
const EMAIL = "first@example.com";
let id: string;
let scratch: TestDatabase;
let database: Database;

let audit: Audit;

const put = (email: string, role: "admin" | "user") => putRole({ database, audit, clock }, email, role);

async function insert(email: string, role: "admin" | "user"): Promise<string> {
  const personId = randomUUID();
  await database.pool.query(
    "INSERT INTO users (id, email, name, dob, role, created_at) VALUES ($1, $2, 'Asha', '1990-05-01', $3, now())",
    [personId, email, role],
  );
  return personId;
}

beforeAll(async () => {
  scratch = await createTestDatabase();
  // The command needs no more rights than the product's own database role has.
  database = openDatabase(scratch.url, { max: 2, role: APP_ROLE, onError: () => undefined });
  audit = createAudit(database, clock);
  id = await insert(EMAIL, "user");
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

it("the command line gives the first admin the role, requires an authenticator, and records before and after", async () => {
  expect(await listStaff({ database })).toEqual([]);
  expect(await put(EMAIL, "admin")).toEqual({ kind: "changed", before: "user", hasFactor: false });
  expect(await put(EMAIL, "admin")).toEqual({ kind: "same" });
  expect(await listStaff({ database })).toEqual([{ email: EMAIL, role: "admin", hasFactor: false }]);
  const { rows } = await database.pool.query("SELECT kind, detail FROM audit_event WHERE user_id = $1", [id]);
  expect(rows).toEqual([{ kind: "desk_role_given", detail: { before: { role: "user" }, after: { role: "admin" } } }]);
});

it("refuses a staff role for an unknown address", async () => {
  expect(await put("unknown@example.com", "admin")).toEqual({ kind: "unknown" });
});

it("never removes the last admin's role, not even from the command line", async () => {
  expect(await put(EMAIL, "user")).toEqual({ kind: "last_admin" });
  expect(await listStaff({ database })).toHaveLength(1);
});

it("when two admins remove each other's role, the second one fails", async () => {
  const [asha, bina] = [id, await insert("bina@example.com", "admin")];
  const take = (target: string, by: string) =>
    database.transaction(async (tx) => {
      const { person, adminIds } = await holdRoles(tx, { id: target });
      if (person === null) return "not_found";
      const refusal = roleRefusal({ person, role: "user", adminIds, deciderIds: [by] });
      if (refusal === null) await changeRole({ audit, clock }, tx, person, "user", { byUserId: by, ip: "desk" });
      return refusal;
    });
  const outcomes = await Promise.all([take(asha, bina), take(bina, asha)]);
  expect(outcomes.toSorted()).toEqual(["decider_gone", null]);
  expect(await listStaff({ database })).toHaveLength(1);
  await database.pool.query("UPDATE users SET role = 'admin' WHERE id = ANY($1::uuid[])", [[asha, bina]]);
});

it("removing a staff role ends open back-office sessions", async () => {
  await database.pool.query(
    `INSERT INTO admin_session (id, user_id, door, token_hash, device, ip, created_at, expires_at, proved_at, proved_by)
     VALUES ($1, $2, 'desk', '\\x01', '', '', $3, $4, $3, 'code')`,
    [randomUUID(), id, new Date(clock.now()), new Date(clock.now() + 60_000)],
  );
  expect(await put(EMAIL, "user")).toMatchObject({ kind: "changed", before: "admin" });
  expect(await listStaff({ database })).toMatchObject([{ email: "bina@example.com" }]);
  const { rows } = await database.pool.query("SELECT FROM admin_session WHERE expires_at > $1", [
    new Date(clock.now()),
  ]);
  expect(rows).toEqual([]);
});
