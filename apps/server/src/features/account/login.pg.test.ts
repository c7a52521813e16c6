import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limits } from "../../platform/limits/limits.ts";
import { cheapHasher, sessionOf, startTestProduct, type TestProduct, type TestUser } from "../../testing/product.ts";
import { accountMessages } from "./account.messages.ts";

const clock = createVirtualClock();
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ clock, overrides: { hasher: cheapHasher } });
});
afterAll(() => product.close());

const logIn = (body: object, headers: Record<string, string> = {}, ip?: string) =>
  product.send("POST", "/auth/login", { body, headers, ...(ip === undefined ? {} : { ip }) });
const credentials = ({ email, password }: TestUser) => ({ email, password });
const sessionsOf = ({ id }: TestUser) => product.query("SELECT 1 FROM sessions WHERE user_id = $1", [id]);

describe("a login", () => {
  it("[A7.3] [A3.2] a login answers with the user and sets the session cookie", async () => {
    const user = await product.makeUser();
    const reply = await logIn(credentials(user));
    expect(reply.statusCode).toBe(200);
    expect(reply.json().user).toMatchObject({ id: user.id, email: user.email, role: "user" });
    expect(Object.keys(reply.json())).toEqual(["user"]);
    expect(sessionOf(reply).token).toMatch(/^[\w-]{43}$/);
  });

  it("[A7.3] returns a refused login in detail and in message, and starts no session", async () => {
    const user = await product.makeUser();
    const reply = await logIn({ ...credentials(user), password: "not-the-one" });
    const sentence = "Invalid email or password";
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toEqual({ detail: sentence, code: "bad_credentials", message: sentence });
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect(await sessionsOf(user)).toEqual([]);
    expect(accountMessages.bad_credentials).toBe(sentence);
  });

  it("[A7.3] returns request errors of a login in message too", async () => {
    const reply = await logIn({ email: "unknown", password: "x" });
    expect(reply.json()).toMatchObject({ message: "Please enter a valid email address" });
  });

  it("a login uses the password unchanged, with spaces and capitals", async () => {
    const user = await product.makeUser({ password: " Päss wörd 🔑 " });
    expect((await logIn(credentials(user))).statusCode).toBe(200);
    for (const password of ["Päss wörd 🔑", " päss wörd 🔑 ", " Päss wörd 🔑"])
      expect((await logIn({ email: user.email, password })).statusCode).toBe(401);
  });

  it("a login does not open an account that has no password", async () => {
    const user = await product.makeUser();
    await product.query("UPDATE users SET password_hash = NULL WHERE id = $1", [user.id]);
    expect((await logIn(credentials(user))).json()).toMatchObject({ code: "bad_credentials" });
  });

  it("a login always issues a new token and accepts none from the request", async () => {
    const user = await product.makeUser();
    const planted = "P".repeat(43);
    const cookie = `session=${planted}`;
    const [first, second] = [await logIn(credentials(user), { cookie }), await logIn(credentials(user), { cookie })];
    const tokens = [sessionOf(first).token, sessionOf(second).token];
    expect(tokens).not.toContain(planted);
    expect(new Set(tokens).size).toBe(2);
    const asPlanted = await product.send("GET", "/auth/profile", { headers: { cookie } });
    expect(asPlanted.statusCode).toBe(401);
  });

  it("a login with an open session ends it and begins a new one", async () => {
    const [one, other] = [await product.makeUser(), await product.makeUser()];
    const session = await product.signIn(one);
    const reply = await logIn(credentials(other), { cookie: session.cookie });
    expect(sessionOf(reply).token).not.toBe(session.token);
    expect((await product.send("GET", "/auth/profile", { as: sessionOf(reply) })).json().id).toBe(other.id);
    expect((await product.send("GET", "/auth/profile", { as: session })).statusCode).toBe(401);
  });

  it("stores only the hash of a session token", async () => {
    const user = await product.makeUser();
    const { token } = await product.signIn(user);
    const [row] = await product.query<{ dump: string }>("SELECT s::text AS dump FROM sessions s WHERE user_id = $1", [
      user.id,
    ]);
    expect(row?.dump).not.toContain(token);
    expect(row?.dump).not.toContain(Buffer.from(token, "base64url").toString("hex"));
    expect(row?.dump).not.toContain(Buffer.from(token).toString("hex"));
  });

  it.each([
    ["a list", []],
    ["no password", { email: "a@example.com" }],
    ["a password that is no text", { email: "a@example.com", password: { $ne: null } }],
    ["a role", { email: "a@example.com", password: "x", role: "admin" }],
    ["a list of addresses", { email: ["a@example.com"], password: "x" }],
  ])("refuses a login with %s", async (_what, body) => {
    expect((await logIn(body)).json()).toMatchObject({ code: "invalid_input" });
  });

  it("records successful and failed logins, without secrets", async () => {
    const user = await product.makeUser();
    await logIn({ ...credentials(user), password: "not-the-one" }, {}, "127.9.9.9");
    await logIn(credentials(user), {}, "127.9.9.9");
    const events = await product.query<{ kind: string; ip: string; detail: unknown }>(
      "SELECT kind, ip, e::text AS dump FROM audit_event e WHERE user_id = $1 ORDER BY id",
      [user.id],
    );
    expect(events.map(({ kind, ip }) => [kind, ip])).toEqual([
      ["login_failed", "127.9.9.9"],
      ["login", "127.9.9.9"],
    ]);
    expect(JSON.stringify(events)).not.toMatch(/not-the-one|right-password|example\.com/);
  });
});

describe("guessing passwords", () => {
  it("stops guesses of one account's password after ten tries from one address, while the owner signs in from elsewhere", async () => {
    const user = await product.makeUser();
    const guess = () => logIn({ ...credentials(user), password: "a-guess" }, {}, "127.1.1.1");
    for (let n = 0; n < limits["login:account"].burst; n += 1) expect((await guess()).statusCode).toBe(401);
    expect((await guess()).json()).toMatchObject({ code: "too_many_requests" });
    expect((await logIn(credentials(user), {}, "127.1.1.1")).statusCode).toBe(429);
    expect((await logIn(credentials(user), {}, "127.1.1.2")).statusCode).toBe(200);
    clock.advance(2 * MINUTE_MS);
    expect((await logIn(credentials(user), {}, "127.1.1.1")).statusCode).toBe(200);
  });

  it("stops guesses of many accounts' passwords after thirty tries from one address, whatever is sent", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < limits["login:ip"].burst + 1; n += 1) {
      const body = n % 2 === 0 ? { email: `user-${n}@example.com`, password: "a-guess" } : { nonsense: n };
      statuses.push((await logIn(body, {}, "127.2.2.2")).statusCode);
    }
    expect(statuses.slice(0, -1)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });

  it("right passwords do not count: many users sign in behind one carrier's address", async () => {
    const user = await product.makeUser();
    const ip = "127.2.2.3";
    for (let n = 0; n < limits["login:ip"].burst + 5; n += 1) {
      if (n % limits["login:account"].burst === 0) clock.advance(15 * MINUTE_MS);
      expect((await logIn(credentials(user), {}, ip)).statusCode).toBe(200);
    }
    const rows = await product.query("SELECT whole_at FROM rate_limit WHERE key = $1", [`login:ip:${ip}`]);
    expect(rows).toEqual([{ whole_at: expect.any(Date) }]);
    expect(Number(rows[0]?.["whole_at"])).toBeLessThanOrEqual(clock.now());
  });

  it("limits the guesses of users behind one address separately", async () => {
    const ip = "127.2.2.4";
    const [one, other] = [
      await product.signIn(await product.makeUser()),
      await product.signIn(await product.makeUser()),
    ];
    const ask = (as: typeof one) => product.send("POST", "/auth/passkeys/options", { as, ip, body: {} });
    for (let n = 0; n < limits["login:ip"].burst; n += 1) expect((await ask(one)).statusCode).toBe(200);
    expect((await ask(one)).statusCode).toBe(429);
    expect((await ask(other)).statusCode).toBe(200);
  });

  it("parallel guesses have the same limit as sequential ones", async () => {
    const user = await product.makeUser();
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => logIn({ ...credentials(user), password: "a-guess" }, {}, "127.3.3.3")),
    );
    expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(limits["login:account"].burst);
  });
});
