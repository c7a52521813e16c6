import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type BrokerAccount,
  type BrokerAccountsFixture,
  brokerForms,
  cookieOf,
  createBrokerAccountsFixture,
} from "../../testing/broker-accounts-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession } from "../../testing/product.ts";

const BROKERS = ["zerodha", "angelone", "fyers"] as const;
type Broker = (typeof BROKERS)[number];
const STARTS = { zerodha: "/zerodha/credentials", angelone: "/angelone/connect", fyers: "/fyers/connect" } as const;

const clock = createVirtualClock();
let product: TestProduct;
let desk: BrokerAccountsFixture;
let thief: TestSession;
let owner: TestSession;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createBrokerAccountsFixture(product, clock.now);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  thief = await product.signIn(await product.makeUser());
  owner = await product.signIn(await product.makeUser());
});
afterAll(() => product.close());

const send = (path: string, as: TestSession, body: object) => product.send("POST", path, { as, body });

async function isConnected(broker: Broker, as: TestSession): Promise<boolean> {
  const status = (await product.send("GET", `/${broker}/status`, { as })).json();
  return status.connected ?? status.is_connected;
}

const linksOf = (account: BrokerAccount) =>
  product.query<{ user_id: string }>("SELECT user_id FROM broker_links WHERE client_id = $1", [account.client_id]);

const fakes = {
  zerodha: { api_key: "junkjunkjunkjunk", api_secret: "junkjunkjunkjunk" },
  angelone: { password: "0001", api_key: "junkjunk" },
  fyers: { SECRET_KEY: "junkjunkjunk", PIN: "0001" },
} as const;

describe.each(BROKERS)("a client id at %s", (broker) => {
  it("a typed client id is not reserved: the owner links the account", async () => {
    const account = await desk.newAccount(broker);
    await send(STARTS[broker], thief, { ...brokerForms[broker](account), ...fakes[broker] });
    expect(await linksOf(account)).toEqual([]);
    clock.advance(2 * SECOND_MS);
    expect((await desk.connect(broker, owner, account)).statusCode).toBe(200);
    expect(await isConnected(broker, owner)).toBe(true);
    expect(await linksOf(account)).toHaveLength(1);
  });

  it("a client id belongs to the first user who proved it; a second proof is refused and changes nothing", async () => {
    const account = await desk.newAccount(broker);
    expect((await desk.connect(broker, owner, account)).statusCode).toBe(200);
    clock.advance(MINUTE_MS);
    const second = await desk.connect(broker, thief, account);
    expect([second.statusCode, second.json().code]).toEqual([409, "client_taken"]);
    expect(await isConnected(broker, thief)).toBe(false);
    expect(await isConnected(broker, owner)).toBe(true);
    expect((await product.send("GET", `/${broker}/status`, { as: thief })).json()).toMatchObject({ pending: null });
  });

  it("a login does not reveal other customers before the broker accepts the credentials", async () => {
    const account = await desk.newAccount(broker);
    await desk.connect(broker, owner, account);
    clock.advance(MINUTE_MS);
    const known = await send(STARTS[broker], thief, { ...brokerForms[broker](account), ...fakes[broker] });
    clock.advance(MINUTE_MS);
    const unknown = await desk.newAccount(broker);
    const other = await send(STARTS[broker], thief, { ...brokerForms[broker](unknown), ...fakes[broker] });
    expect(known.json().code).toBe(other.json().code);
    expect(known.json().code).not.toBe("client_taken");
  });
});

describe("two users who prove one client id", () => {
  async function beginLogins(as: TestSession, account: BrokerAccount, count: number) {
    const grants: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const saved = await send("/zerodha/credentials", as, brokerForms.zerodha(account));
      const landed = new URL(await desk.logInByPage(saved.json().login_url, account));
      grants.push(landed.searchParams.get("request_token") ?? "");
      clock.advance(SECOND_MS);
    }
    return grants.map((request_token) => ({ as, request_token }));
  }

  it.each(["in turns", "one after the other", "the other way round"])(
    "twenty times concurrently, %s: exactly one of them owns it",
    async (order) => {
      const account = await desk.newAccount("zerodha");
      const [mine, theirs] = [await beginLogins(owner, account, 10), await beginLogins(thief, account, 10)];
      const inTurns = mine.flatMap((each, index) => [each, theirs[index] ?? each]);
      const inRow = order === "one after the other" ? [...mine, ...theirs] : [...theirs, ...mine];
      const all = order === "in turns" ? inTurns : inRow;
      const replies = await Promise.all(
        all.map(async ({ as, request_token }) => ({ as, reply: await send("/zerodha/login", as, { request_token }) })),
      );
      const won = replies.filter(({ reply }) => reply.statusCode === 200);
      expect(won.length).toBeGreaterThan(0);
      expect(new Set(won.map(({ as }) => as)).size).toBe(1);
      expect(await linksOf(account)).toHaveLength(1);
      const connected = [await isConnected("zerodha", owner), await isConnected("zerodha", thief)];
      expect(connected.filter(Boolean)).toHaveLength(1);
    },
  );

  it("of two users who prove one Fyers client id without a page, exactly one owns it", async () => {
    const account = await desk.newAccount("fyers");
    const people = [owner, thief, owner, thief, owner, thief];
    const replies = await Promise.all(people.map((as) => desk.connect("fyers", as, account)));
    expect(replies.some(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(await linksOf(account)).toHaveLength(1);
  });
});

describe("a login that returns from a broker's page", () => {
  it("a login from a broker's page is finished by its owner or in the browser that began it, and by no other", async () => {
    const account = await desk.newAccount("zerodha");
    const saved = await send("/zerodha/credentials", owner, brokerForms.zerodha(account));
    const landed = new URL(await desk.logInByPage(saved.json().login_url, account));
    const body = { grant: landed.href, state: landed.searchParams.get("state") };
    const finish = (caller: { as?: TestSession; headers?: Record<string, string> }) =>
      product.send("POST", "/connect/zerodha/complete", { body, ...caller });
    const foreign = await send("/zerodha/credentials", thief, brokerForms.zerodha(account));
    for (const caller of [
      {},
      { as: thief },
      { headers: { cookie: cookieOf(foreign, "login_zerodha") } },
      { headers: { cookie: "login_zerodha=" } },
    ])
      expect((await finish(caller)).json().code).toBe("login_unknown");
    expect(cookieOf(saved, "login_zerodha")).toMatch(/^login_zerodha=[\w-]{43}$/);
    expect(String(saved.headers["set-cookie"])).toMatch(/HttpOnly.*SameSite=Lax/);
    expect((await finish({ as: owner })).statusCode).toBe(200);
  });

  it("the callback does not link an attacker's broker account to the user who opens the address", async () => {
    const account = await desk.newAccount("zerodha");
    const { login_url } = (await send("/zerodha/credentials", thief, brokerForms.zerodha(account))).json();
    const landed = new URL(await desk.logInByPage(login_url, account));
    const body = { grant: landed.href, state: landed.searchParams.get("state") };
    const reply = await product.send("POST", "/connect/zerodha/complete", { as: owner, body });
    expect(reply.json().code).toBe("login_unknown");
    expect(await linksOf(account)).toEqual([]);
  });
});

describe.each(BROKERS)("another account in place of a linked one at %s", (broker) => {
  it("another account in place of a linked one needs a recent proof; the same account never does", async () => {
    const user = await product.makeUser();
    const session = await product.signIn(user);
    const [first, second] = [await desk.newAccount(broker), await desk.newAccount(broker)];
    expect((await desk.connect(broker, session, first)).statusCode).toBe(200);
    clock.advance(11 * MINUTE_MS);
    const refused = await send(STARTS[broker], session, brokerForms[broker](second));
    expect([refused.statusCode, refused.json().code]).toEqual([428, "proof_required"]);
    expect(await isConnected(broker, session)).toBe(true);
    expect((await send(STARTS[broker], session, brokerForms[broker](first))).statusCode).not.toBe(428);
    clock.advance(2 * SECOND_MS);
    await product.send("POST", "/auth/proof", { as: session, body: { password: user.password } });
    expect((await desk.connect(broker, session, second)).statusCode).toBe(200);
    expect(await linksOf(second)).toHaveLength(1);
  });
});
