import { eventually } from "@vriddhi/testing/eventually";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

// On a busy machine these tests are slow; only a hang reaches this bound.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const COUNT = 3;
const TODAY = "2026-11-16";
let product: TestProduct;
let bearer: string;

const holiday = (more: object = {}) => {
  const body = { day: TODAY, reason: "Announced by the exchange", ...more };
  return product.send("POST", "/api/admin/calendar/holidays", { bearer, body });
};
const read = async (path: string) => (await product.send("GET", path, { bearer })).json();
const openNow = async (): Promise<{ accounts: number; orders: number }> => (await read("/api/admin/halt")).open;
const isHoliday = async (): Promise<boolean> =>
  (await read("/api/admin/calendar")).years.some(({ closures }: { closures: string[] }) => closures.includes(TODAY));

beforeAll(async () => {
  product = await startTestProduct({ env: { SANDBOX_ACCOUNTS: String(COUNT) } });
  await eventually("the accounts are connected", async () => {
    const links = await product.query("SELECT 1 FROM broker_links WHERE sealed_access IS NOT NULL");
    return links.length >= COUNT ? true : null;
  });
  await product.query(
    `INSERT INTO capital_choice (id, user_id, scope, capital_paise, is_active, updated_at)
     SELECT gen_random_uuid(), user_id, 'account', standing_capital_paise, true, now() FROM algo_setting`,
  );
  await product.query("UPDATE algo_setting SET standing_capital_paise = NULL, standing_from = NULL");
  await product.send("POST", "/sandbox/clock", { body: { now: `${TODAY}T09:20:00+05:30` } });
  await product.send("POST", "/sandbox/clock", { body: { speed: 1 } });
  bearer = await product.staffToken("admin");
  const order = { symbol: "SBIN", total_quantity: 12, order_type: "market", position_type: "long" };
  const body = { orders: [{ ...order, schedule_type: "immediate" }] };
  const placed = await product.send("POST", "/api/admin/place-bulk-orders", { bearer, body });
  expect(placed.json()).toMatchObject({ success: true });
  await eventually("an account holds the share", async () => ((await openNow()).accounts > 0 ? true : null));
});
afterAll(() => product.close());

describe("closing today while positions are open", () => {
  it("closing today asks for a confirmation with the number of accounts and orders, and changes nothing", async () => {
    const reply = await holiday();
    const { accounts } = await openNow();
    expect([reply.statusCode, reply.json().code]).toEqual([409, "holiday_unconfirmed"]);
    expect(reply.json().detail).toContain(`${accounts} account`);
    expect(accounts).toBeGreaterThan(0);
    expect(await isHoliday()).toBe(false);
    expect(await read("/api/admin/halt")).toMatchObject({ is_on: false });
  });

  it("a list of the year cannot close today", async () => {
    const days = ["01-26", "03-03", "04-03", "04-14", "05-01", "10-02", "11-16", "12-25"];
    const list = days.map((day) => `2026-${day}`).join("\n");
    const body = { year: 2026, list, reason: "Announced by the exchange" };
    const reply = await product.send("PUT", "/api/admin/calendar", { bearer, body });
    expect([reply.statusCode, reply.json().code]).toEqual([400, "calendar_refused"]);
    expect(await isHoliday()).toBe(false);
  });

  it("closing today stops and closes everything before the day is marked, once it is confirmed", async () => {
    await eventually("a confirmed holiday with nothing open", async () => {
      const reply = await holiday({ confirm: true });
      if (reply.statusCode === 409) {
        expect(reply.json().code).toBe("holiday_still_open");
        expect(await isHoliday()).toBe(false);
        return null;
      }
      expect(reply.statusCode).toBe(200);
      return true;
    });
    expect(await openNow()).toMatchObject({ accounts: 0, orders: 0 });
    expect(await read("/api/admin/halt")).toMatchObject({ is_on: true, closes_positions: true });
    expect(await isHoliday()).toBe(true);
  });

  it("closing today can be undone on the same day, and says that trading is still stopped", async () => {
    const reply = await product.send("DELETE", `/api/admin/calendar/holidays/${TODAY}`, { bearer });
    expect([reply.statusCode, reply.json().message]).toEqual([200, expect.stringContaining("lift the stop")]);
    expect(await isHoliday()).toBe(false);
  });
});
