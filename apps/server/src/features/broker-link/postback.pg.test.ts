import { createHash } from "node:crypto";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type BrokerAccount,
  type BrokerAccountsFixture,
  createBrokerAccountsFixture,
} from "../../testing/broker-accounts-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession } from "../../testing/product.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: BrokerAccountsFixture;
let here: TestSession;
let account: BrokerAccount;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createBrokerAccountsFixture(product, clock.now);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  here = await product.signIn(await product.makeUser());
  account = await desk.newAccount("zerodha");
});
afterAll(() => product.close());

const link = () => desk.connect("zerodha", here, account);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function record(change: object = {}, secret = account.api_secret) {
  const fields = { order_id: "261116000000042", order_timestamp: "2026-11-16 09:30:00", ...change };
  return {
    user_id: account.client_id,
    app_id: 4711,
    status: "COMPLETE",
    filled_quantity: 1,
    unfilled_quantity: 0,
    checksum: sha256(fields.order_id + fields.order_timestamp + secret),
    meta: { grown: ["later"] },
    ...fields,
  };
}

async function post(body: unknown) {
  const seen = outcomes().length;
  const reply = await product.send("POST", "/zerodha/postback", { body });
  expect([reply.statusCode, reply.json()]).toEqual([200, {}]);
  expect(outcomes()).toHaveLength(seen + 1);
  return outcomes().at(-1);
}

const outcomes = () =>
  product.log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === "broker link: postback received")
    .map(({ outcome, orderId }) => ({ outcome, orderId }));

describe("Zerodha's postback", () => {
  it("a postback is a hint when its checksum is valid", async () => {
    await link();
    expect(await post(record())).toEqual({ outcome: "taken", orderId: "261116000000042" });
  });

  it("a forged postback, one for an unknown client or without a stored secret is no hint; the answer is the same", async () => {
    await link();
    const forged = [
      record({}, "another-secret"),
      { ...record(), order_id: "261116000000043" },
      { ...record(), order_timestamp: "2026-11-16 09:30:01" },
    ];
    for (const body of forged) expect(await post(body)).toEqual({ outcome: "forged" });
    expect(await post(record({ user_id: "NOBODY1" }))).toEqual({ outcome: "unknown" });
    await product.query("UPDATE broker_links SET sealed_app_secret = NULL WHERE client_id = $1", [account.client_id]);
    expect(await post(record())).toEqual({ outcome: "unknown" });
    await product.send("DELETE", "/zerodha/credentials", { as: here });
    expect(await post(record())).toEqual({ outcome: "unknown" });
  });

  it("rejected postbacks do not fill the log: they are logged at debug", async () => {
    const before = product.log.length;
    await post(record({ user_id: "NOBODY1" }));
    const debug = 20;
    const levels = product.log.slice(before).map((line) => (JSON.parse(line) as { level: number }).level);
    expect(levels.filter((level) => level > debug)).toEqual([]);
  });

  it.each([
    {},
    { checksum: "" },
    { user_id: 7, order_id: {}, order_timestamp: [], checksum: null },
    { user_id: "x".repeat(500), order_id: "1", order_timestamp: "1", checksum: "0".repeat(64) },
    { user_id: "x", order_id: "1", order_timestamp: "1", checksum: "zz".repeat(32) },
  ])("a malformed postback gets the same answer: %j", async (body) => {
    expect(await post(body)).toEqual({ outcome: "unreadable" });
  });

  it("a postback is limited in size, and leaves no secret in the log", async () => {
    const reply = await product.send("POST", "/zerodha/postback", { body: { a: "x".repeat(70_000) } });
    expect(reply.statusCode).toBe(413);
    await link();
    await post(record());
    const log = product.log.join("\n");
    for (const secret of [account.api_secret, record().checksum]) expect(log).not.toContain(secret);
  });
});

interface Kite {
  readonly baseUrl: string;
  readonly loginUrl: string;
  readonly accounts: readonly BrokerAccount[];
}

async function openKite({ baseUrl, loginUrl }: Kite) {
  const landed = new URL(await desk.logInByPage(`${loginUrl}?v=3&api_key=${account.api_key}`, account));
  const token = landed.searchParams.get("request_token") ?? "";
  const send = async (path: string, form: Readonly<Record<string, string>>, authorization = "") => {
    const headers = { "x-kite-version": "3", ...(authorization === "" ? {} : { authorization }) };
    const reply = await fetch(baseUrl + path, { method: "POST", headers, body: new URLSearchParams(form) });
    return (await reply.json()) as { readonly data: Record<string, string> };
  };
  const { data } = await send("/session/token", {
    api_key: account.api_key,
    request_token: token,
    checksum: sha256(account.api_key + token + account.api_secret),
  });
  return (form: Readonly<Record<string, string>>) =>
    send("/orders/regular", form, `token ${account.api_key}:${data["access_token"]}`);
}

it("the simulated Kite sends a postback over HTTP for the order placed there", async () => {
  const kite: Kite = (await product.send("GET", "/sandbox/accounts")).json().brokers.zerodha;
  account = kite.accounts.find(({ client_id }) => client_id === "ZR1004") as BrokerAccount;
  await link();
  await desk.setClock("2026-11-16T09:30:00+05:30");
  const place = await openKite(kite);
  const order = { exchange: "NSE", tradingsymbol: "SBIN", transaction_type: "BUY", product: "MIS", validity: "IOC" };
  const placed = await place({ ...order, order_type: "LIMIT", quantity: "1", price: "1000" });
  const orderId = placed.data?.["order_id"];
  expect(placed).toMatchObject({ data: { order_id: expect.stringMatching(/^\d+$/) } });
  await vi.waitFor(() => expect(outcomes()).toContainEqual({ outcome: "taken", orderId }), { timeout: 60_000 });
});
