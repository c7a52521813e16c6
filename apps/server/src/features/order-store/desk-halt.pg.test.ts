import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestUser } from "../../testing/product.ts";

let product: TestProduct;
let admin: TestUser;
let bearer: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.makeUser({ role: "admin" });
  bearer = await product.signInStaff(admin);
});
afterAll(() => product.close());

const read = async () => (await product.send("GET", "/api/admin/halt", { bearer })).json();
const stop = (closes_positions: boolean, token = bearer) =>
  product.send("POST", "/api/admin/halt", { bearer: token, body: { closes_positions } });
const lift = () => product.send("POST", "/api/admin/halt/lift", { bearer });
const blocks = () =>
  product.query<{ account_id: string; closes_positions: boolean }>(
    "SELECT account_id, closes_positions FROM order_block ORDER BY cause",
  );

describe("stopping all trading from the back office", () => {
  it("support sees the halt of all trading, and only admins may set it", async () => {
    const support = await product.staffToken("support");
    expect((await product.send("GET", "/api/admin/halt", { bearer: support })).statusCode).toBe(200);
    expect((await stop(false, support)).statusCode).toBe(403);
    expect(await read()).toMatchObject({ is_on: false, closes_positions: false, since: null, by: null });
    expect(await blocks()).toEqual([]);
  });

  it("the halt blocks all entries, and closes positions only on request", async () => {
    const stopped = (await stop(false)).json();
    expect(stopped).toMatchObject({ is_on: true, closes_positions: false, by: expect.any(String) });
    expect(Date.parse(stopped.since)).not.toBeNaN();
    expect(await blocks()).toEqual([{ account_id: "", closes_positions: false }]);
    expect((await stop(true)).json()).toMatchObject({ is_on: true, closes_positions: true });
    // A repeated halt that closes no positions does not weaken the first one.
    expect((await stop(false)).json()).toMatchObject({ closes_positions: true });
  });

  it("an admin with a recent proof lifts the halt, and everything is in the audit log", async () => {
    await product.query("UPDATE admin_session SET proved_at = now() - interval '1 day'");
    const refused = await lift();
    expect(refused.statusCode).toBe(428);
    expect(await read()).toMatchObject({ is_on: true });
    const proof = { bearer, body: { password: admin.password } };
    expect((await product.send("POST", "/api/admin/prove", proof)).statusCode).toBe(200);
    expect((await lift()).json()).toMatchObject({ is_on: false, since: null, by: null });
    expect(await blocks()).toEqual([]);
    const rows = await product.query<{ kind: string; detail: object; by_user_id: string }>(
      "SELECT kind, detail, by_user_id FROM audit_event WHERE kind LIKE 'desk_halt%' ORDER BY id",
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["desk_halted", "desk_halted", "desk_halted", "desk_halt_lifted"]);
    expect(rows.every(({ by_user_id }) => by_user_id === admin.id)).toBe(true);
    expect(rows.at(-1)?.detail).toEqual({
      before: { isOn: true, closesPositions: true },
      after: { isOn: false, closesPositions: false },
    });
  });
});
