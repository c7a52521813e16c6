import { randomUUID } from "node:crypto";
import type { BrokerOrderId } from "@vriddhi/core/order/order";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { logInByPage } from "@vriddhi/sandbox/broker/person";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Link } from "../features/broker-link/link.store.ts";
import { createAudit } from "../platform/audit/audit.ts";
import { readConfig } from "../platform/config/config.ts";
import { createSecretBox } from "../platform/crypto/secret-box.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { createLimiter } from "../platform/limits/limiter.ts";
import { createLogger } from "../platform/log/logger.ts";
import { type BrokerStreet, openBrokerStreet, type StreetBroker } from "../testing/broker-street.ts";
import { cheapHasher, TEST_MASTER_KEY } from "../testing/product.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { type Brokers, composeBrokers } from "./brokers.ts";
import { createClosing } from "./closing.ts";

const PUBLIC_URL = "http://localhost:3000";
/** All of them are this machine; the brokers see which one a call came from. */
const ADDRESSES = Array.from({ length: 12 }, (_, index) => `127.0.77.${index + 1}`);
const RACERS = 30;
const ip = "127.0.0.1";

const clock = createVirtualClock(istInstant(istDate("2026-11-16"), istMinute(9, 30)));
const log = createLogger("silent");
const closing = createClosing(log);
let scratch: TestDatabase;
let database: Database;
let street: BrokerStreet;
let brokers: Brokers;

beforeAll(async () => {
  scratch = await createTestDatabase();
  database = openDatabase(scratch.url, { max: 8, role: APP_ROLE, onError: () => {} });
  street = await openBrokerStreet(clock.now, (broker) => new URL(`/connect/${broker}`, PUBLIC_URL).href);
  const env = { MODE: "sandbox", PUBLIC_URL, MASTER_KEY: TEST_MASTER_KEY, DATABASE_URL: scratch.url };
  const platform = {
    config: readConfig({ ...env, EGRESS_ADDRESSES: ADDRESSES.join(", ") }),
    ...{ log, database, humanClock: clock, marketClock: clock, hasher: cheapHasher, isWorker: true },
    box: createSecretBox(new Map([[1, Buffer.alloc(32, 7)]])),
    limiter: createLimiter(database, clock),
    audit: createAudit(database, clock),
    postMail: async () => undefined,
    send: async () => undefined,
    work: async () => undefined,
    repeat: async () => undefined,
    keyFor: () => Buffer.alloc(32, 9),
  };
  brokers = composeBrokers(platform, street.urls, closing);
});
afterAll(async () => {
  await closing.closeAll();
  await street.stop();
  await database.close();
  await scratch.drop();
});

let opened = 0;
/** A person with an account at a broker, linked here. */
async function moveIn(broker: StreetBroker): Promise<Link> {
  opened += 1;
  const client = street.clients[broker].open({ id: `EG${1000 + opened}`, cashPaise: rupees(50_000) });
  const userId = randomUUID();
  await database.pool.query(
    "INSERT INTO users (id, email, name, dob, role, created_at) VALUES ($1, $2, 'Asha', '1990-05-01', 'user', now())",
    [userId, `${client.id}@example.com`],
  );
  const { key: appKey, secret: appSecret } = client.app;
  const codes = { pin: client.pin, totp: client.totpSecret };
  const kept = await brokers.links.keep({ userId, ip }, broker, { clientId: client.id, appKey, appSecret, ...codes });
  if (!kept.ok) throw new Error("the credentials were not kept");
  return kept.value;
}

async function connect(link: Link): Promise<Link> {
  const person = { userId: link.userId, ip };
  const begun = await brokers.links.begin(link, person);
  if (begun.ok && begun.value.kind === "open_page") {
    const client = street.clients[link.broker].find(link.clientId);
    if (client === null) throw new Error("the broker does not know the client");
    const completed = await brokers.links.complete(
      link,
      await logInByPage(begun.value.url, { client, now: clock.now }),
      person,
    );
    if (!completed.ok) throw new Error("the login did not work");
  }
  return (await brokers.links.findById(link.id)) ?? link;
}

/** What the broker says to a cancellation: the least that is still an order call. */
async function askAtBroker(link: Link, registered: string | null): Promise<string> {
  const access = brokers.links.accessOf(link);
  if (access === null || registered === null) throw new Error("the account is not connected");
  street.clients[link.broker].change(link.clientId, { orderAddresses: [registered] });
  const pricing = { kind: "limit", limit: paise(10_000) } as const;
  const answer = await brokers.adapters[link.broker].orders.cancel(access, {
    orderId: "261116000000001" as BrokerOrderId,
    pricing,
  });
  return answer.ok ? "taken" : JSON.stringify(answer.error);
}

describe("the addresses that accounts leave from", () => {
  it("are each one account's, also when many ask at once; who comes too late has none", async () => {
    const links = await Promise.all(Array.from({ length: RACERS }, () => moveIn("zerodha")));
    const given = links.flatMap(({ localAddress }) => localAddress ?? []);
    expect(given.toSorted()).toEqual(ADDRESSES.toSorted());
    expect(new Set(given).size).toBe(ADDRESSES.length);
    const [freed] = links.filter(({ localAddress }) => localAddress !== null);
    const late = links.find(({ localAddress }) => localAddress === null);
    if (freed === undefined || late === undefined) throw new Error("nobody was late");

    await brokers.links.forget(freed, { userId: freed.userId, ip });
    const again = await brokers.links.keep({ userId: late.userId, ip }, "zerodha", {
      clientId: late.clientId,
      appKey: late.appKey,
    });
    expect(again.ok && again.value.localAddress).toBe(freed.localAddress);
    for (const { id } of links) await database.pool.query("DELETE FROM broker_links WHERE id = $1", [id]);
  });

  it("stay when the account, the application or a secret changes", async () => {
    const link = await moveIn("zerodha");
    const other = street.clients.zerodha.open({ id: "EG9999", cashPaise: rupees(1) });
    const changed = await brokers.links.keep({ userId: link.userId, ip }, "zerodha", {
      ...{ clientId: other.id, appKey: other.app.key, appSecret: other.app.secret },
    });
    expect(changed.ok && changed.value).toMatchObject({ clientId: other.id, localAddress: link.localAddress });
  });

  it.each(["zerodha", "angelone", "fyers"] as const)("are where orders at %s come from", async (broker) => {
    const [link, neighbour] = [await connect(await moveIn(broker)), await connect(await moveIn(broker))];
    expect(link.localAddress).toMatch(/^127\.0\.77\.\d+$/);
    expect(neighbour.localAddress).not.toBe(link.localAddress);
    expect(await askAtBroker(link, neighbour.localAddress)).toMatch(/\bIP\b/i);
    expect(await askAtBroker(link, link.localAddress)).not.toMatch(/\bIP\b/i);
    expect(await askAtBroker(neighbour, link.localAddress)).toMatch(/\bIP\b/i);
  });
});
