import { plainSpan, rememberedSpan, SEEN_AGAIN_AFTER_MS } from "@vriddhi/core/account/session-rules";
import { DAY_MS, HOUR_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cheapHasher, sessionOf, startTestProduct, type TestProduct, type TestSession } from "../../testing/product.ts";

const clock = createVirtualClock();
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ clock, overrides: { hasher: cheapHasher } });
});
afterAll(() => product.close());

const profile = (as: TestSession) => product.send("GET", "/auth/profile", { as });
const isAlive = async (session: TestSession) => (await profile(session)).statusCode === 200;
const listed = async (as: TestSession) =>
  (await product.send("GET", "/auth/sessions", { as })).json().sessions as {
    id: string;
    device: string;
    ip: string;
    is_current: boolean;
    created_at: string;
    last_seen_at: string;
  }[];

describe("a session", () => {
  it("[A7.2] [A3.1] [B3.2] a session identifies the signed-in user", async () => {
    const user = await product.makeUser({ role: "blog_admin" });
    expect((await profile(await product.signIn(user))).json()).toEqual({
      id: user.id,
      name: "Meera Nair",
      email: user.email,
      role: "blog_admin",
      plan: null,
      capital_upper_band: null,
      dob: "1990-05-01",
      created_at: "2026-01-05T10:00:00.000Z",
    });
  });

  it("[A7.2] an unknown session is refused", async () => {
    const reply = await product.send("GET", "/auth/profile");
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toEqual({ detail: "Please log in to continue.", code: "not_signed_in" });
  });

  it("a session expires after twelve hours without use", async () => {
    const session = await product.signIn(await product.makeUser());
    clock.advance(plainSpan.idleMs - 1);
    expect(await isAlive(session)).toBe(true);
    clock.advance(plainSpan.idleMs);
    expect(await isAlive(session)).toBe(false);
  });

  it("a session expires after a day, even in use", async () => {
    const session = await product.signIn(await product.makeUser());
    for (let hours = 0; hours < 23; hours += 1) {
      clock.advance(HOUR_MS);
      expect(await isAlive(session)).toBe(true);
    }
    clock.advance(HOUR_MS);
    expect(await isAlive(session)).toBe(false);
  });

  it("a persistent session lasts thirty days, and fourteen without a visit", async () => {
    const [busy, idle] = [
      await product.signIn(await product.makeUser(), true),
      await product.signIn(await product.makeUser(), true),
    ];
    clock.advance(rememberedSpan.idleMs - 1);
    expect(await isAlive(busy)).toBe(true);
    clock.advance(1);
    expect(await isAlive(idle)).toBe(false);
    clock.advance(13 * DAY_MS);
    expect(await isAlive(busy)).toBe(true);
    clock.advance(rememberedSpan.absoluteMs - 27 * DAY_MS);
    expect(await isAlive(busy)).toBe(false);
  });

  it("a session records visits rarely, so that reads write nothing", async () => {
    const user = await product.makeUser();
    const session = await product.signIn(user);
    const lastSeen = async () =>
      (
        await product.query<{ at: Date }>("SELECT last_seen_at AS at FROM sessions WHERE user_id = $1", [user.id])
      )[0]?.at.getTime();
    const begunAt = clock.now();
    clock.advance(SEEN_AGAIN_AFTER_MS);
    await profile(session);
    expect(await lastSeen()).toBe(begunAt);
    clock.advance(1);
    await profile(session);
    expect(await lastSeen()).toBe(clock.now());
  });
});

describe("the list of sessions", () => {
  it("the list of sessions shows the user's open sessions, and which one is current", async () => {
    const user = await product.makeUser();
    const stale = await product.signIn(user);
    clock.advance(2 * DAY_MS);
    const login = await product.send("POST", "/auth/login", {
      body: { email: user.email, password: user.password },
      headers: { "user-agent": "A browser" },
      ip: "127.4.4.4",
    });
    const other = await product.signIn(user);
    await product.signIn(await product.makeUser());

    const sessions = await listed(sessionOf(login));
    expect(sessions).toHaveLength(2);
    expect(sessions.filter((one) => one.is_current)).toEqual([
      {
        id: expect.any(String),
        device: "A browser",
        ip: "127.4.4.4",
        created_at: new Date(clock.now()).toISOString(),
        last_seen_at: new Date(clock.now()).toISOString(),
        is_current: true,
      },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(stale.token);
    expect(JSON.stringify(sessions)).not.toContain(other.token);
  });

  it("the list of sessions limits the length of the device's name", async () => {
    const user = await product.makeUser();
    const reply = await product.send("POST", "/auth/login", {
      body: { email: user.email, password: user.password },
      headers: { "user-agent": "x".repeat(5_000) },
    });
    expect((await listed(sessionOf(reply)))[0]?.device).toHaveLength(200);
  });
});

describe("ending sessions", () => {
  const revoke = (as: TestSession, id: string) => product.send("DELETE", `/auth/sessions/${id}`, { as });

  it("ends another own session at once", async () => {
    const user = await product.makeUser();
    const [here, there] = [await product.signIn(user), await product.signIn(user)];
    const target = (await listed(here)).find((one) => !one.is_current);
    const reply = await revoke(here, target?.id ?? "");
    expect(reply.json()).toEqual({ message: "Session ended" });
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect([await isAlive(here), await isAlive(there)]).toEqual([true, false]);
    expect((await revoke(here, target?.id ?? "")).statusCode).toBe(404);
  });

  it("ends the current session, with its cookie", async () => {
    const session = await product.signIn(await product.makeUser());
    const [own] = await listed(session);
    const reply = await revoke(session, own?.id ?? "");
    expect(String(reply.headers["set-cookie"])).toMatch(/session=; .*HttpOnly/);
    expect(await isAlive(session)).toBe(false);
  });

  it("[A7.4] logging out ends only the current session", async () => {
    const user = await product.makeUser();
    const [here, there] = [await product.signIn(user), await product.signIn(user)];
    const reply = await product.send("POST", "/auth/logout", { as: here });
    expect(String(reply.headers["set-cookie"])).toMatch(/session=; Max-Age=0; .*HttpOnly/);
    expect([await isAlive(here), await isAlive(there)]).toEqual([false, true]);
  });

  it("[A7.4] logging out succeeds without a session, or with an ended one", async () => {
    expect((await product.send("POST", "/auth/logout")).statusCode).toBe(200);
    const session = await product.signIn(await product.makeUser());
    for (let n = 0; n < 2; n += 1)
      expect((await product.send("POST", "/auth/logout", { as: session })).statusCode).toBe(200);
  });
});

describe("the cookie on https", () => {
  it("[A7.1] the session cookie on https is bound to the host, Secure, HttpOnly and Lax, and a plain one is ignored", async () => {
    const secure = await startTestProduct({
      beside: product,
      role: "api",
      clock,
      env: { PUBLIC_URL: "https://vriddhi.example", PUBLIC_DEMO: "1" },
      overrides: { hasher: cheapHasher },
    });
    const session = await secure.signIn(await secure.makeUser());
    expect(session.cookie).toMatch(/^__Host-session=/);
    expect((await secure.send("GET", "/auth/profile", { as: session })).statusCode).toBe(200);
    const plain = { cookie: `session=${session.token}` };
    expect((await secure.send("GET", "/auth/profile", { headers: plain })).statusCode).toBe(401);
    await secure.close();
  });
});
