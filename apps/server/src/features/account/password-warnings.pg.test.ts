import { randomUUID } from "node:crypto";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { APP_ROLE, type Database, openDatabase } from "../../platform/db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createPasswordWarningStore } from "./password-warning.store.pg.ts";
import { createPasswordWarnings, WARNED_EVERY_MS } from "./password-warnings.ts";

const clock = createVirtualClock();
let scratch: TestDatabase;
let database: Database;

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 2, role: APP_ROLE, onError: () => {} });
});
afterAll(async () => {
  await database.close();
  await scratch.drop();
});

async function makeUser(hasCommonPassword: boolean): Promise<{ id: string; email: string }> {
  const id = randomUUID();
  const email = `${id}@example.com`;
  await database.pool.query(
    `INSERT INTO users (id, email, name, password_hash, role, created_at, has_common_password)
     VALUES ($1, $2, 'Meera Nair', 'hash', 'user', now(), $3)`,
    [id, email, hasCommonPassword],
  );
  return { id, email };
}

it("a common password is mailed to its owner weekly, until it changes or a second factor is on", async () => {
  const mailed: string[] = [];
  const store = createPasswordWarningStore(database);
  const postMail = async (_tx: unknown, mail: { to: { address: string } }) => void mailed.push(mail.to.address);
  const warnings = createPasswordWarnings({ store, clock, postMail });
  const [warned, guarded, changed] = [await makeUser(true), await makeUser(true), await makeUser(true)];
  await makeUser(false);
  await database.pool.query(
    "INSERT INTO totp_factors (user_id, sealed_secret, confirmed_at) VALUES ($1, 'sealed', now())",
    [guarded.id],
  );
  await warnings.sendAll();
  await warnings.sendAll();
  expect(mailed.toSorted()).toEqual([warned.email, changed.email].toSorted());
  await database.pool.query("UPDATE users SET has_common_password = false WHERE id = $1", [changed.id]);
  clock.advance(WARNED_EVERY_MS - 1);
  await warnings.sendAll();
  expect(mailed).toHaveLength(2);
  clock.advance(1);
  await warnings.sendAll();
  expect(mailed.slice(2)).toEqual([warned.email]);
  expect([await warnings.isWarned(warned.id), await warnings.isWarned(guarded.id)]).toEqual([true, false]);
});
