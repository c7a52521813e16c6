import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BrokerAccountsFixture, createBrokerAccountsFixture } from "../../testing/broker-accounts-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession } from "../../testing/product.ts";

const BROKERS = ["fyers", "zerodha", "angelone"] as const;
const UNASKED = { address: "127.0.0.1", why_none: null, state: "unchecked", checked_at: null };

const clock = createVirtualClock();
let product: TestProduct;
let desk: BrokerAccountsFixture;
let here: TestSession;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createBrokerAccountsFixture(product, clock.now);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  here = await product.signIn(await product.makeUser());
});
afterAll(() => product.close());

const read = async () => (await product.send("GET", "/brokers/egress", { as: here })).json().brokers;
const check = (broker: string) => product.send("POST", "/brokers/egress/check", { as: here, body: { broker } });
const fault = (target: string, kind: string) =>
  product.send("POST", "/sandbox/faults", { body: { target, kind, on: "orders" } });

describe("the address that a user registers at a broker", () => {
  it("shows the address to register before anything is linked, where the machine has one address", async () => {
    expect(await read()).toEqual(BROKERS.map((broker) => ({ broker, ...UNASKED })));
  });

  it("checks the registered address only when the broker is connected", async () => {
    const reply = await check("zerodha");
    expect([reply.statusCode, reply.json().code]).toEqual([409, "not_connected"]);
  });

  it.each(BROKERS)(
    "checks the address at %s by a call that places no order, and stores both results",
    async (broker) => {
      const account = await desk.newAccount(broker);
      expect((await desk.connect(broker, here, account)).statusCode).toBe(200);
      await fault(broker, "wrong-ip");
      const refused = await check(broker);
      expect(refused.json()).toMatchObject({ broker, state: "not_registered", checked_at: expect.any(String) });
      expect((await read()).find((each: { broker: string }) => each.broker === broker)).toEqual(refused.json());
      clock.advance(MINUTE_MS);
      expect((await check(broker)).json()).toMatchObject({ state: "registered" });
      const orders = (await product.send("GET", "/sandbox/exchange/orders")).json();
      expect(JSON.stringify(orders)).not.toContain(account.client_id);
    },
  );

  it("a broker that does not answer is not a reason to report the address as unregistered", async () => {
    await desk.connect("angelone", here, await desk.newAccount("angelone"));
    await fault("angelone", "http500");
    expect((await check("angelone")).json().code).toBe("broker_unavailable");
    expect((await read()).at(-1)).toMatchObject({ broker: "angelone", state: "unchecked" });
  });
});
