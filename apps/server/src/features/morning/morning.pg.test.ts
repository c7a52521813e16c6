import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type BrokerAccount, type BrokerDesk, createBrokerDesk } from "../../testing/broker-desk.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";

type Broker = "zerodha" | "angelone" | "fyers";

interface Linked {
  readonly user: TestUser;
  readonly as: TestSession;
  readonly account: BrokerAccount;
}

/** Feeds and polls live in real time. */
const WAIT = { timeout: 10_000, interval: 100 };

const clock = createVirtualClock();
let product: TestProduct;
let desk: BrokerDesk;
let asha: Linked;
let kabir: Linked;
let meera: Linked;
let nila: Linked;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createBrokerDesk(product, clock.now);
  asha = await person("zerodha");
  kabir = await person("angelone");
  meera = await person("fyers");
  nila = await person("zerodha", false);
});
afterAll(() => product.close());

async function person(broker: Broker, isSubscribed = true): Promise<Linked> {
  const user = await product.makeUser();
  if (isSubscribed)
    await product.query(
      "INSERT INTO subscription_periods (id, user_id, plan, band_paise, starts_at, ends_at) VALUES ($1, $2, 'ANNUALLY', 100000000, '2026-01-01', '2027-06-01')",
      [randomUUID(), user.id],
    );
  const linked = { user, as: await product.signIn(user), account: await desk.newAccount(broker) };
  clock.advance(MINUTE_MS);
  await { zerodha: linkZerodha, angelone: linkAngelOne, fyers: linkFyers }[broker](linked);
  return linked;
}

async function linkZerodha({ as, account }: Linked): Promise<void> {
  const body = { api_key: account.api_key, api_secret: account.api_secret, user_name: account.client_id };
  const { login_url } = (await product.send("POST", "/zerodha/credentials", { as, body })).json();
  const landed = await desk.logInByPage(login_url, account);
  const reply = await product.send("POST", "/zerodha/login", { as, body: { request_token: landed } });
  expect(reply.statusCode).toBe(200);
}

async function linkAngelOne({ as, account }: Linked): Promise<void> {
  const { api_key, client_id: username, pin: password, totp_secret: totp_token } = account;
  const reply = await product.send("POST", "/angelone/connect", {
    as,
    body: { api_key, username, password, totp_token },
  });
  expect(reply.statusCode).toBe(200);
}

async function linkFyers({ as, account }: Linked): Promise<void> {
  const [APP_ID = "", APP_TYPE = ""] = account.api_key.split("-");
  const body = {
    ...{ FY_ID: account.client_id, APP_ID, APP_TYPE, PIN: account.pin },
    ...{ TOTP_KEY: account.totp_secret, SECRET_KEY: account.api_secret },
  };
  const reply = await product.send("POST", "/fyers/connect-auto", { as, body });
  expect(reply.json()).toMatchObject({ message: expect.stringContaining("connected") });
}

async function goTo(text: string): Promise<void> {
  clock.advance(MINUTE_MS);
  await desk.setClock(`${text}+05:30`);
}

async function isConnected(broker: Broker, { as }: Linked): Promise<boolean> {
  const status = (await product.send("GET", `/${broker}/status`, { as })).json();
  return status.connected ?? status.is_connected;
}

async function startedOn(day: string): Promise<string[]> {
  const rows = await product.query<{ user_id: string }>(
    "SELECT l.user_id FROM day_starts s JOIN broker_links l ON l.id = s.link_id WHERE s.trading_day = $1",
    [day],
  );
  return rows.map(({ user_id }) => user_id).sort();
}

const idsOf = (...people: Linked[]) => people.map(({ user }) => user.id).sort();

async function linksMailed({ user }: Linked, count: number): Promise<readonly string[]> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const mails = await product.mailsTo(user.email);
    const links = mails.flatMap(({ text }) => /\/connect\/\w+\?link=(\S+)/.exec(text)?.[1] ?? []);
    if (links.length >= count) return links;
    await sleep(25);
  }
  throw new Error("the mail did not come");
}

const scheduler = async () => (await product.send("GET", "/api/angelone/scheduler/status", { as: kabir.as })).json();
const readiness = async ({ as }: Linked) => (await product.send("GET", "/brokers/readiness", { as })).json();

describe("a week of mornings", () => {
  it("[B3.9] [B7.13] says that the schedule runs and what comes next", async () => {
    await vi.waitFor(async () => {
      expect(await scheduler()).toEqual({
        is_running: true,
        next_action: "Strategy auto-start at 9:00 AM on Monday, 16 November",
        next_action_at: "2026-11-16T03:30:00.000Z",
      });
    }, WAIT);
  });

  it("[B9.5] at 9:00 starts whoever is connected and subscribed", async () => {
    await goTo("2026-11-16T09:00:00");
    expect(await startedOn("2026-11-16")).toEqual(idsOf(asha, kabir, meera));
    expect((await scheduler()).next_action).toBe("Auto disconnect at 8:00 AM on Tuesday, 17 November");
  });

  it("knows before 9:10 who can trade", async () => {
    await goTo("2026-11-16T09:09:00");
    for (const linked of [asha, kabir, meera])
      await vi.waitFor(async () => {
        expect(await readiness(linked)).toMatchObject({
          trading_day: "2026-11-16",
          checked_at: expect.stringContaining("2026-11-16T03:3"),
          brokers: [{ is_ready: true, reason: null, detail: null }],
        });
      }, WAIT);
    expect(await readiness(nila)).toMatchObject({ brokers: [{ is_ready: false, reason: "subscription_missing" }] });
  });

  it("[B9.5] disconnects at 8:00 and asks by mail at 8:05 whoever has to log in at the broker's page", async () => {
    await goTo("2026-11-17T08:00:00");
    expect(await isConnected("angelone", kabir)).toBe(false);
    expect(await isConnected("zerodha", asha)).toBe(false);
    await goTo("2026-11-17T08:06:00");
    expect(await linksMailed(asha, 1)).toHaveLength(1);
    expect(await readiness(asha)).toMatchObject({
      brokers: [{ reason: "session_missing", detail: expect.stringContaining("Zerodha") }],
    });
  });

  it("[B9.5] reconnects at 8:30 with what is stored, and nobody had to do anything", async () => {
    await goTo("2026-11-17T08:30:00");
    expect(await isConnected("angelone", kabir)).toBe(true);
    expect(await isConnected("fyers", meera)).toBe(true);
    expect(await isConnected("zerodha", asha)).toBe(false);
    for (const { user } of [kabir, meera, nila])
      expect((await product.mailsTo(user.email)).filter(({ text }) => text.includes("/connect/"))).toEqual([]);
  });

  it("one tap on the link and a login at the broker connect, until 9:10, and the start follows at once", async () => {
    await goTo("2026-11-17T09:05:00");
    expect(await startedOn("2026-11-17")).toEqual(idsOf(kabir, meera));
    const [newest = ""] = await linksMailed(asha, 3);
    const begun = await product.send("POST", "/connect/zerodha/begin", { body: { link: newest } });
    const landed = new URL(await desk.logInByPage(begun.json().login_url, asha.account));
    const body = { grant: landed.href, state: landed.searchParams.get("state") };
    expect((await product.send("POST", "/connect/zerodha/complete", { body })).statusCode).toBe(200);
    await goTo("2026-11-17T09:06:00");
    expect(await startedOn("2026-11-17")).toEqual(idsOf(asha, kabir, meera));
    expect((await product.send("POST", "/connect/zerodha/begin", { body: { link: newest } })).json().code).toBe(
      "link_used",
    );
  });

  it("leaves alone whoever disconnected", async () => {
    const left = await product.send("DELETE", "/angelone/disconnect", { as: kabir.as });
    expect(left.statusCode).toBe(200);
    await goTo("2026-11-18T09:06:00");
    expect(await isConnected("angelone", kabir)).toBe(false);
    expect(await startedOn("2026-11-18")).toEqual(idsOf(meera));
  });

  it("[B9.5] does nothing on a holiday and on a weekend", async () => {
    await goTo("2026-11-24T12:00:00");
    const rows = await product.query<{ day: string }>(
      "SELECT DISTINCT trading_day::text AS day FROM due_steps ORDER BY 1",
    );
    const closed = ["2026-11-21", "2026-11-22", "2026-11-24"];
    expect(rows.map(({ day }) => day).filter((day) => closed.includes(day))).toEqual([]);
    expect(rows.map(({ day }) => day)).toContain("2026-11-23");
    expect((await scheduler()).next_action).toBe("Auto disconnect at 8:00 AM on Wednesday, 25 November");
  }, 60_000);
});
