import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestSession } from "../../testing/product.ts";
import { settledSubjects } from "../../testing/traces.ts";
import { demoUsers } from "./seed.ts";

const [demo] = demoUsers;
let product: TestProduct;
let here: TestSession;

beforeAll(async () => {
  product = await startTestProduct({ overrides: { hasDemoLinks: true } });
  here = await product.signIn(demo);
});
afterAll(() => product.close());

const read = async (path: string, as = here, from = product) => (await from.send("GET", path, { as })).json();

/** Only a session that the broker knows can be renewed. */
async function renew(as = here, from = product) {
  const { refresh_token } = await read("/angelone/status", as, from);
  return (await from.send("POST", "/angelone/refresh", { as, body: { refresh_token } })).statusCode;
}

const connections = async (as = here, from = product) => ({
  angelone: (await read("/angelone/status", as, from)).is_connected,
  zerodha: (await read("/zerodha/status", as, from)).connected,
  fyers: (await read("/fyers/status", as, from)).is_connected,
});

describe("the demo user", () => {
  it("has Angel One and Zerodha linked and today's sessions open", async () => {
    expect(await connections()).toEqual({ angelone: true, zerodha: true, fyers: false });
    expect(await read("/zerodha/status")).toMatchObject({ user_id: "ZR1005", user_name: demo.name });
    expect(await read("/angelone/status")).toMatchObject({ profile: { clientcode: "AO1005" } });
    expect(await renew()).toBe(200);
  });

  it("was created before her plan began", async () => {
    const [row] = await product.query(
      "SELECT p.starts_at > u.created_at AS is_later FROM users u JOIN subscription_periods p ON p.user_id = u.id WHERE u.id = $1",
      [demo.id],
    );
    expect(row).toEqual({ is_later: true });
  });

  it("gets no mail about accounts that the sandbox linked", async () => {
    expect((await settledSubjects(product, demo.email)).filter((subject) => /linked/.test(subject))).toEqual([]);
  });

  it("is linked again after a reset", async () => {
    expect((await product.send("POST", "/sandbox/reset")).statusCode).toBe(200);
    here = await product.signIn(demo);
    expect(await connections()).toEqual({ angelone: true, zerodha: true, fyers: false });
    expect(await renew()).toBe(200);
  });

  it("stays signed in after a restart, gets new sessions at brokers that lost them, and is asked nothing twice", async () => {
    await product.send("POST", "/zerodha/disconnect", { as: here, body: {} });
    const links = await product.query("SELECT id FROM broker_links ORDER BY id");
    await product.stop();
    const next = await startTestProduct({ beside: product, overrides: { hasDemoLinks: true } });
    try {
      expect((await next.send("GET", "/auth/profile", { as: here })).statusCode).toBe(200);
      expect(await connections(here, next)).toEqual({ angelone: true, zerodha: false, fyers: false });
      expect(await renew(here, next)).toBe(200);
      expect(await next.query("SELECT id FROM broker_links ORDER BY id")).toEqual(links);
    } finally {
      await next.close();
    }
  });
});
