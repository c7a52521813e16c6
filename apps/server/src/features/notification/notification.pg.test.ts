import { HOUR_MS, MINUTE_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type NotificationFixture, openNotificationFixture } from "../../testing/notification-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession } from "../../testing/product.ts";

const clock = createVirtualClock();
/** The market clock shows another day than the wall clock. */
const MARKET_OPEN = istInstant(istDate("2026-11-19"), istMinute(9, 35));
let product: TestProduct;
let desk: NotificationFixture;
beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = await openNotificationFixture(product, clock, createVirtualClock(MARKET_OPEN));
});
beforeEach(() => product.send("DELETE", "/sandbox/faults"));
afterAll(async () => {
  await desk.close();
  await product.close();
});

const someone = async () => {
  const user = await product.makeUser();
  return { user, as: await product.signIn(user) };
};
const loginLink = (userId: string, key = "login:1") =>
  ({
    kind: "login_link",
    userId,
    key,
    data: {
      broker: "zerodha",
      url: "http://localhost:3000/connect/zerodha?link=once-only",
      opens: "login",
      isLast: false,
      refusal: null,
    },
  }) as const;
const pushTo = async (to: string) =>
  (await product.send("GET", `/sandbox/push?to=${to}`)).json() as { text: string; urgency: string }[];
const chatTo = async (to: string) =>
  (await product.send("GET", `/sandbox/telegram?to=${to}`)).json() as { text: string }[];
const subjects = async (email: string) =>
  (await product.mailsTo(email)).map(({ subject }) => subject).filter((subject) => !/signed in|sign-in/i.test(subject));
const fault = (target: string, kind: string, count = 1) =>
  product.send("POST", "/sandbox/faults", { body: { target, kind, count } });
const put = (as: TestSession, body: object) => product.send("PUT", "/notifications/preferences", { as, body });

describe("a notice", () => {
  it("a notice uses every channel that is set up and switched on, once per key", async () => {
    const { user, as } = await someone();
    const [device, chat] = [await desk.addDevice(as), await desk.linkChat(as)];
    for (let count = 0; count < 3; count += 1) await desk.notify(loginLink(user.id));
    expect((await desk.settled(user.id)).map(({ channel, state }) => `${channel} ${state}`)).toEqual([
      "mail sent",
      "push sent",
      "telegram sent",
    ]);
    expect(await subjects(user.email)).toContain("Log in to Zerodha before 9:10 AM");
    const [push, ...morePushes] = await pushTo(device.to);
    expect(JSON.parse(push?.text ?? "{}")).toMatchObject({
      title: "Log in to Zerodha before 9:10 AM",
      url: expect.any(String),
    });
    expect([push?.urgency, morePushes]).toEqual(["high", []]);
    const chats = (await chatTo(chat)).filter(({ text }) => text.includes("once-only"));
    expect(chats).toHaveLength(1);
  });

  it("a notice about an order has the market's time, one about security the wall clock's", async () => {
    const { user, as } = await someone();
    const data = { sentence: "Zerodha: Bought 10 SBIN at ₹800.00 on average." };
    await desk.notify({ kind: "order_filled", userId: user.id, key: "filled", data });
    await desk.notify({ kind: "trading_alert", userId: user.id, key: "alert", data });
    await desk.notify({ kind: "security", userId: user.id, key: "safe", data: { what: "Your password was changed" } });
    const { notices } = (await product.send("GET", "/notifications", { as })).json();
    const shown = new Map(
      notices.map((each: { kind: string; market_at: string | null }) => [each.kind, each.market_at]),
    );
    const marketTime = new Date(MARKET_OPEN).toISOString();
    expect([shown.get("order_filled"), shown.get("trading_alert"), shown.get("security")]).toEqual([
      marketTime,
      marketTime,
      null,
    ]);
    await desk.settled(user.id);
    const mail = (await product.mailsTo(user.email)).find(({ subject }) => subject.startsWith("Something unusual"));
    expect(mail?.text).toContain("9:35 AM IST");
  });

  it("sends no notice of a rolled-back transaction", async () => {
    const { user, as } = await someone();
    await desk.addDevice(as);
    await desk.notifyInVain(loginLink(user.id));
    expect(await desk.settled(user.id)).toEqual([]);
  });

  it("a notice is encrypted in the queue, with its link", async () => {
    const { user, as } = await someone();
    await desk.addDevice(as);
    await desk.notify(loginLink(user.id));
    const jobs = await product.query<{ data: string }>("SELECT data::text FROM pgboss.job");
    const rows = await product.query<{ row: string }>("SELECT n::text AS row FROM notifications n");
    expect(JSON.stringify([jobs, rows])).not.toContain("once-only");
    await desk.settled(user.id);
    expect(product.log.join()).not.toContain("once-only");
    expect(product.log.join()).not.toContain("sandbox-telegram-bot-token");
  });

  it("a notice skips a channel that is switched off", async () => {
    const { user, as } = await someone();
    await desk.addDevice(as);
    const switches = [{ kind: "login_link", channel: "mail", is_on: false }];
    expect((await put(as, { switches })).statusCode).toBe(200);
    await desk.notify(loginLink(user.id));
    expect((await desk.settled(user.id)).map(({ channel }) => channel)).toEqual(["push"]);
  });

  it("a security notice uses every channel, and cannot be switched off", async () => {
    const { user, as } = await someone();
    await desk.addDevice(as);
    const refused = await put(as, { switches: [{ kind: "security", channel: "push", is_on: false }] });
    expect([refused.statusCode, refused.json().code]).toEqual([400, "notice_required"]);
    await desk.notify({ kind: "security", userId: user.id, key: "s1", data: { what: "Your password was changed" } });
    expect((await desk.settled(user.id)).map(({ channel }) => channel)).toEqual(["mail", "push"]);
  });

  it("a security notice uses push and Telegram too, once", async () => {
    const { user, as } = await someone();
    const device = await desk.addDevice(as);
    await desk.linkChat(as);
    const [linked] = await product.query<{ chat_id: string }>("SELECT chat_id FROM telegram_chats WHERE user_id = $1", [
      user.id,
    ]);
    const chat = linked?.chat_id ?? "";
    const body = { current_password: user.password, password: "another-password" };
    expect((await product.send("PUT", "/auth/password", { as, body })).statusCode).toBe(200);
    await desk.settled(user.id);
    const pushes = (await pushTo(device.to)).filter(({ text }) => text.includes("Your password was changed"));
    const chats = (await chatTo(chat)).filter(({ text }) => text.includes("Your password was changed"));
    const mails = (await subjects(user.email)).filter((subject) => /password was changed/.test(subject));
    expect([pushes.length, chats.length, mails.length]).toEqual([1, 1, 1]);
    await product.send("POST", "/auth/login", {
      body: { email: user.email, password: "another-password", remember_me: false },
      headers: { "user-agent": "A browser never seen before" },
    });
    await desk.settled(user.id);
    expect((await chatTo(chat)).filter(({ text }) => text.includes("A new device signed in"))).toHaveLength(1);
  });

  it("a notice that can wait is silent at night, and arrives in the morning", async () => {
    const { user, as } = await someone();
    const device = await desk.addDevice(as);
    await put(as, { switches: [{ kind: "subscription", channel: "push", is_on: true }] });
    const before = clock.now();
    clock.advance(14 * HOUR_MS);
    const data = { title: "Your plan ends soon", sentences: ["It ends in three days."] };
    await desk.notify({ kind: "subscription", userId: user.id, key: "sub", data });
    expect((await desk.settled(user.id)).map(({ channel, state }) => `${channel} ${state}`)).toEqual([
      "mail sent",
      "push queued",
    ]);
    clock.advance(9 * HOUR_MS);
    await desk.hurry();
    await desk.settled(user.id);
    expect(await pushTo(device.to)).toHaveLength(1);
    clock.set(before);
  });
});

describe("a delivery of a notice", () => {
  it("a delivery is retried after a fault, at its time", async () => {
    const { user, as } = await someone();
    const device = await desk.addDevice(as);
    await fault("push", "throttle");
    await desk.notify(loginLink(user.id));
    expect((await desk.settled(user.id))[1]).toEqual({
      channel: "push",
      state: "queued",
      attempts: 1,
      reason: "http_429",
    });
    const [job] = await product.query<{ wait: number }>(
      "SELECT extract(epoch FROM start_after - now())::float8 AS wait FROM pgboss.job WHERE name = 'notify' AND state = 'created'",
    );
    expect(job?.wait).toBeGreaterThan(3);
    await desk.hurry();
    expect((await desk.settled(user.id))[1]).toMatchObject({ state: "sent", attempts: 2 });
    expect(await pushTo(device.to)).toHaveLength(1);
  });

  it("a delivery is given up after five tries", async () => {
    const { user, as } = await someone();
    await desk.addDevice(as);
    await fault("push", "http500", 5);
    await desk.notify(loginLink(user.id));
    for (let count = 0; count < 5; count += 1) {
      await desk.settled(user.id);
      await desk.hurry();
    }
    expect((await desk.settled(user.id))[1]).toEqual({
      channel: "push",
      state: "failed",
      attempts: 5,
      reason: "http_500",
    });
  });

  it("drops a delivery that would come too late", async () => {
    const { user, as } = await someone();
    const device = await desk.addDevice(as);
    await fault("push", "http500");
    await desk.notify(loginLink(user.id));
    await desk.settled(user.id);
    clock.advance(HOUR_MS);
    await desk.hurry();
    expect((await desk.settled(user.id))[1]).toMatchObject({ state: "expired" });
    expect(await pushTo(device.to)).toEqual([]);
  });

  it("a delivery to an expired device removes the device", async () => {
    const { user, as } = await someone();
    await desk.addDevice(as);
    await fault("push", "reject");
    await desk.notify(loginLink(user.id));
    expect((await desk.settled(user.id))[1]).toMatchObject({ state: "gone" });
    expect((await product.send("GET", "/notifications/preferences", { as })).json().push.devices).toEqual([]);
  });

  it("a delivery to a chat that blocked the bot unlinks the chat", async () => {
    const { user, as } = await someone();
    await desk.linkChat(as);
    await fault("telegram", "reject");
    await desk.notify(loginLink(user.id));
    expect((await desk.settled(user.id))[1]).toMatchObject({ channel: "telegram", state: "gone" });
    expect((await product.send("GET", "/notifications/preferences", { as })).json().telegram.chat).toBeNull();
  });

  it("a delivery whose job runs twice is sent once", async () => {
    const { user, as } = await someone();
    const device = await desk.addDevice(as);
    await desk.notify(loginLink(user.id));
    await desk.settled(user.id);
    await product.query(
      `INSERT INTO pgboss.job (name, data) SELECT name, data FROM pgboss.job WHERE name = 'notify' ORDER BY created_on DESC LIMIT 1`,
    );
    await desk.settled(user.id);
    expect(await pushTo(device.to)).toHaveLength(1);
  });
});

describe("a device for push notices", () => {
  it("a device is stored once, and moves to the user who uses it now", async () => {
    const [one, other] = [await someone(), await someone()];
    const body = (await product.send("POST", "/sandbox/push/devices")).json();
    const add = (as: TestSession) => product.send("POST", "/notifications/push", { as, body });
    const first = (await add(one.as)).json();
    expect((await add(one.as)).json()).toEqual(first);
    await add(other.as);
    const devicesOf = async (as: TestSession) =>
      (await product.send("GET", "/notifications/preferences", { as })).json().push.devices;
    expect(await devicesOf(one.as)).toEqual([]);
    expect(await devicesOf(other.as)).toHaveLength(1);
    await desk.notify(loginLink(other.user.id));
    expect((await desk.settled(other.user.id))[1]).toMatchObject({ channel: "push", state: "sent" });
  });

  it("refuses a device whose address is of no push service", async () => {
    const { as } = await someone();
    const { keys } = (await product.send("POST", "/sandbox/push/devices")).json();
    for (const endpoint of ["https://169.254.169.254/latest", "http://127.0.0.1:1/push/x", "https://example.com/x"]) {
      const reply = await product.send("POST", "/notifications/push", { as, body: { endpoint, keys } });
      expect([reply.statusCode, reply.json().code]).toEqual([400, "push_refused"]);
    }
  });

  it("a user is limited to ten devices", async () => {
    const { as } = await someone();
    for (let count = 0; count < 10; count += 1) await desk.addDevice(as);
    const body = (await product.send("POST", "/sandbox/push/devices")).json();
    const reply = await product.send("POST", "/notifications/push", { as, body });
    expect([reply.statusCode, reply.json().code]).toEqual([409, "devices_full"]);
  });
});

describe("a link to the Telegram bot", () => {
  const press = (url: string) =>
    fetch(url, { method: "POST", body: new URLSearchParams({ start: new URL(url).searchParams.get("start") ?? "" }) });
  const ask = async (as: TestSession) => (await product.send("POST", "/notifications/telegram", { as })).json();
  const newestChat = async () =>
    ((await product.send("GET", "/sandbox/telegram")).json() as { text: string }[])[0]?.text;

  it("a link to the bot works once", async () => {
    const { as } = await someone();
    const { url } = await ask(as);
    await press(url);
    await expect.poll(newestChat).toMatch(/^This chat is linked/);
    await press(url);
    await expect.poll(newestChat).toMatch(/used before or is too old/);
  });

  it("a link to the bot is valid for ten minutes", async () => {
    const { as } = await someone();
    const { url } = await ask(as);
    clock.advance(10 * MINUTE_MS);
    await press(url);
    await expect.poll(newestChat).toMatch(/used before or is too old/);
  });

  it("a link to the bot can be undone", async () => {
    const { as } = await someone();
    await desk.linkChat(as);
    await product.send("DELETE", "/notifications/telegram", { as });
    expect((await product.send("GET", "/notifications/preferences", { as })).json().telegram.chat).toBeNull();
  });
});

describe("a test message", () => {
  it("a test message uses the named channel, or says that it is not set up", async () => {
    const { as } = await someone();
    const tryOut = (channel: string) => product.send("POST", "/notifications/test", { as, body: { channel } });
    expect((await tryOut("push")).json().code).toBe("channel_unset");
    expect((await tryOut("telegram")).json().code).toBe("channel_unset");
    const device = await desk.addDevice(as);
    expect((await tryOut("push")).statusCode).toBe(200);
    await expect.poll(() => pushTo(device.to)).toHaveLength(1);
  });
});

describe("the list of notices", () => {
  const listOf = async (as: TestSession, before?: string) =>
    (await product.send("GET", `/notifications${before ? `?before=${before}` : ""}`, { as })).json() as Promise<{
      notices: {
        id: string;
        kind: string;
        title: string;
        text: string;
        path: string | null;
        at: string;
        is_seen: boolean;
      }[];
      next: string | null;
      unseen: number;
    }>;
  const filled = (userId: string, number: number) =>
    ({ kind: "order_filled", userId, key: `fill:${number}`, data: { sentence: `Fill ${number}.` } }) as const;

  it("the list of notices contains the fact, without the single-use link", async () => {
    const { user, as } = await someone();
    await desk.notify(loginLink(user.id));
    const { notices, unseen, next } = await listOf(as);
    const [notice] = notices.filter(({ kind }) => kind === "login_link");
    expect(notice).toMatchObject({
      title: "Log in to Zerodha before 9:10 AM",
      text: "Zerodha asks for your own login each trading day.",
      path: "/algorithm/dashboard/ZerodhaConnection",
      is_seen: false,
    });
    expect(JSON.stringify(notices)).not.toContain("once-only");
    expect([unseen, next]).toEqual([notices.length, null]);
  });

  it("the list of notices has pages, newest first, without duplicates or gaps", async () => {
    const { user, as } = await someone();
    for (let number = 1; number <= 70; number += 1) await desk.notify(filled(user.id, number));
    const texts: string[] = [];
    let next: string | null | undefined;
    do {
      const page = await listOf(as, next ?? undefined);
      texts.push(...page.notices.filter(({ kind }) => kind === "order_filled").map(({ text }) => text));
      next = page.next;
    } while (next);
    expect(texts).toHaveLength(70);
    expect(new Set(texts).size).toBe(70);
  });

  it("notices count as read up to what the user has seen, per user", async () => {
    const { user, as } = await someone();
    const other = await someone();
    await desk.notify(filled(user.id, 1));
    await desk.notify(filled(other.user.id, 1));
    const { notices } = await listOf(as);
    const reply = await product.send("POST", "/notifications/seen", { as, body: { until: notices[0]?.at } });
    expect(reply.statusCode).toBe(200);
    expect((await listOf(as)).unseen).toBe(0);
    expect((await listOf(other.as)).unseen).toBeGreaterThan(0);
  });

  it("the list of notices refuses an invalid position", async () => {
    const { as } = await someone();
    const reply = await product.send("GET", "/notifications?before=x", { as });
    expect(reply.statusCode).toBe(400);
  });
});
