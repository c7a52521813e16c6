import { DAY_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, expect, it } from "vitest";
import { APP_ROLE, openDatabase } from "../platform/db/database.ts";
import { startTestProduct, type TestProduct } from "../testing/product.ts";
import { sweep } from "./sweep.ts";

const clock = createVirtualClock();
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ clock });
});
afterAll(() => product.close());

const rowsIn = async (table: string) =>
  (await product.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;

it("the sweep deletes expired rows and keeps valid ones", async () => {
  const user = await product.makeUser();
  const as = await product.signIn(user);
  const credentials = { api_key: "some-api-key-000", api_secret: "some-secret-0000", user_name: "AB1234" };
  await product.send("POST", "/zerodha/credentials", { as, body: credentials });
  const body = { name: "Asha", email: "waits@example.com", password: "secret-1", dob: "1990-01-01" };
  await product.send("POST", "/auth/signup", { body });
  await product.send("POST", "/auth/passkeys/login-options");
  const database = openDatabase(product.databaseUrl, { max: 1, role: APP_ROLE, onError: () => {} });

  await sweep(database, clock.now());
  expect(await rowsIn("signups")).toBe(1);
  expect(await rowsIn("sessions")).toBe(1);
  expect(await rowsIn("passkey_challenges")).toBe(1);
  expect(await rowsIn("broker_link_drafts")).toBe(1);

  clock.advance(8 * DAY_MS);
  await sweep(database, clock.now());
  for (const table of ["signups", "sessions", "passkey_challenges", "broker_link_drafts", "rate_limit"])
    expect(await rowsIn(table)).toBe(0);
  expect(await rowsIn("audit_event")).toBeGreaterThan(0);
  await database.close();
});

it("the sweep keeps orders for five years by the database's own date instead of the clock's, and the audit trail forever", async () => {
  const [days] = await product.query<{ old: string; young: string }>(
    `SELECT to_char(current_date - interval '6 years', 'YYYY-MM-DD') AS old,
       to_char(current_date - interval '4 years', 'YYYY-MM-DD') AS young`,
  );
  const [old, young] = [days?.old ?? "", days?.young ?? ""];
  for (const day of [old, young]) {
    await product.query("SELECT make_order_partitions($1)", [day]);
    await product.query(
      `INSERT INTO ledger (trading_day, account_id, at, kind, key, fact) VALUES ($1, 'account', now(), 'note', 'key', '{}')`,
      [day],
    );
  }
  const kept = async () =>
    (await product.query<{ day: string }>("SELECT trading_day::text AS day FROM ledger ORDER BY 1")).map(
      ({ day }) => day,
    );
  const events = await rowsIn("audit_event");
  const database = openDatabase(product.databaseUrl, { max: 1, role: APP_ROLE, onError: () => {} });
  await sweep(database, clock.now());
  expect(await kept()).toEqual([young]);
  clock.advance(20 * 365 * DAY_MS);
  await sweep(database, clock.now());
  expect(await kept()).toEqual([young]);
  expect(await rowsIn("audit_event")).toBe(events);
  await expect(database.pool.query("DROP TABLE ledger")).rejects.toThrow(/must be owner/);
  await database.close();
});
