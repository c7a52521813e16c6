import { DAY_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type BrokerAccountsFixture,
  brokerForms,
  createBrokerAccountsFixture,
} from "../../testing/broker-accounts-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";
import { settledSubjects } from "../../testing/traces.ts";

const BROKERS = [
  ["zerodha", "Zerodha", "ZerodhaConnection"],
  ["angelone", "Angel One", "AngelOneConnection"],
  ["fyers", "Fyers", "FyersConnection"],
] as const;
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605";

const clock = createVirtualClock();
let product: TestProduct;
let desk: BrokerAccountsFixture;
let asha: TestUser;
let here: TestSession;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createBrokerAccountsFixture(product, clock.now);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
  here = await product.signIn(asha);
});
afterAll(() => product.close());

const mails = async () => (await settledSubjects(product, asha.email)).filter((subject) => /linked/.test(subject));

const disconnect = (broker: string) =>
  broker === "angelone"
    ? product.send("DELETE", "/angelone/disconnect", { as: here })
    : product.send("POST", `/${broker}/disconnect`, { as: here, body: {} });

describe.each(BROKERS)("the mail about an account at %s", (broker, title, tab) => {
  const first = `A broker account was linked at ${title} · Vriddhi`;
  const instead = `Another broker account was linked at ${title} · Vriddhi`;

  it("the link mail is sent once for a new client, with its last digits, the time and a link", async () => {
    const account = await desk.newAccount(broker);
    expect((await desk.connect(broker, here, account)).statusCode).toBe(200);
    expect(await mails()).toEqual([first]);
    const [mail] = await product.mailsTo(asha.email);
    expect(mail?.text).toContain(`Client ID: ends in ${account.client_id.slice(-3)}`);
    expect(mail?.text).not.toContain(account.client_id);
    expect(mail?.text).not.toContain(account.name);
    expect(mail?.text).toMatch(/When: \d+ \w+ 2026, \d+:\d\d [AP]M IST/);
    expect(mail?.text).toContain(`/algorithm/dashboard/${tab}`);
    expect(mail?.text).toMatch(/change your password/);
  });

  it("no link mail is sent when the same client logs in again, not even after a disconnect", async () => {
    const account = await desk.newAccount(broker);
    await desk.connect(broker, here, account);
    clock.advance(DAY_MS);
    here = await product.signIn(asha);
    expect((await desk.connect(broker, here, account)).statusCode).toBe(200);
    expect((await disconnect(broker)).statusCode).toBe(200);
    clock.advance(MINUTE_MS);
    expect((await desk.connect(broker, here, account)).statusCode).toBe(200);
    expect(await mails()).toEqual([first]);
  });

  it("the link mail is sent for another client in place of the first, and for a deleted one that is linked again", async () => {
    const [old, next] = [await desk.newAccount(broker), await desk.newAccount(broker)];
    await desk.connect(broker, here, old);
    expect(await mails()).toEqual([first]); // Two concurrent mails arrive in either order.
    clock.advance(2 * SECOND_MS);
    expect((await desk.connect(broker, here, next)).statusCode).toBe(200);
    expect(await mails()).toEqual([first, instead]);
    const [mail] = await product.mailsTo(asha.email);
    expect(mail?.text).toContain(`ends in ${next.client_id.slice(-3)}`);
    expect((await product.send("DELETE", `/${broker}/credentials`, { as: here })).statusCode).toBe(200);
    clock.advance(MINUTE_MS);
    expect((await desk.connect(broker, here, next)).statusCode).toBe(200);
    expect(await mails()).toEqual([first, instead, first]);
  });

  it("no link mail is sent for a client of another user", async () => {
    const account = await desk.newAccount(broker);
    await desk.connect(broker, await product.signIn(await product.makeUser()), account);
    clock.advance(MINUTE_MS);
    expect((await desk.connect(broker, here, account)).statusCode).toBe(409);
    expect(await mails()).toEqual([]);
  });
});

it("the link mail names the device that finished the login, also after a redirect, and adds a notice", async () => {
  const account = await desk.newAccount("zerodha");
  const saved = await product.send("POST", "/zerodha/credentials", { as: here, body: brokerForms.zerodha(account) });
  const landed = new URL(await desk.logInByPage(saved.json().login_url, account));
  const body = { grant: landed.href, state: landed.searchParams.get("state") };
  const headers = { "user-agent": PHONE };
  expect((await product.send("POST", "/connect/zerodha/complete", { as: here, body, headers })).statusCode).toBe(200);
  expect(await mails()).toHaveLength(1);
  const [mail] = await product.mailsTo(asha.email);
  expect(mail?.text).toContain("Device: Safari on iPhone");
  expect(mail?.html).not.toContain(PHONE);
  const { notices } = (await product.send("GET", "/notifications", { as: here })).json();
  expect(JSON.stringify(notices)).toContain("A broker account was linked at Zerodha");
});
