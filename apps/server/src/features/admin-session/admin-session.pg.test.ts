import { HOUR_MS, MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../../testing/authenticator-app.ts";
import { cheapHasher, startTestProduct, type TestProduct } from "../../testing/product.ts";
import { switchOnTwoStep } from "../../testing/two-step.ts";

const clock = createVirtualClock();
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ clock, overrides: { hasher: cheapHasher } });
});
afterAll(() => product.close());

const PAGE = { "sec-fetch-site": "same-origin" };
const login = (username: string, password: string, more: { headers?: Record<string, string>; totp?: string } = {}) =>
  product.send("POST", "/api/login", {
    body: { username, password, ...(more.totp === undefined ? {} : { totp: more.totp }) },
    ...(more.headers === undefined ? {} : { headers: more.headers }),
  });
const verify = (bearer: string, headers: Record<string, string> = {}) =>
  product.send("GET", "/api/verify", { bearer, headers });
const messageOf = ({ statusCode, json }: { statusCode: number; json(): { code?: string } }) => [
  statusCode,
  json().code,
];

describe("the login to the back office", () => {
  it("[C7.4] [C7.5] [C3.5] [C3.14] a back-office login returns a bearer token that names the admin", async () => {
    const admin = await product.makeUser({ role: "admin" });
    const reply = await login(admin.email, admin.password);
    expect(reply.json()).toMatchObject({ token_type: "bearer", role: "admin" });
    expect(reply.headers["set-cookie"]).toBeUndefined();
    const verified = await verify(reply.json().access_token);
    expect(verified.json()).toMatchObject({ username: admin.email, role: "admin" });
    const [row] = await product.query("SELECT token_hash FROM admin_session WHERE user_id = $1", [admin.id]);
    expect(String(row?.["token_hash"])).not.toContain(reply.json().access_token);
  });

  it("a back-office login refuses users without a role, with the answer of a wrong password", async () => {
    const [user, editor] = [await product.makeUser(), await product.makeUser({ role: "blog_admin" })];
    const admin = await product.makeUser({ role: "admin" });
    for (const [email, password] of [
      [user.email, user.password],
      [editor.email, editor.password],
      [admin.email, "wrong-password"],
      ["unknown@example.com", "wrong-password"],
    ] as const) {
      const reply = await login(email, password);
      expect([email, ...messageOf(reply)]).toEqual([email, 401, "bad_credentials"]);
      expect(reply.json().detail).toBe("Invalid username or password");
    }
  });

  it("[C5.1] a back-office login requires address and password", async () => {
    expect((await login("", "x")).statusCode).toBe(400);
    expect((await login("a@example.com", "")).json().detail).toContain("Please fill in all fields");
  });

  it("a back-office login requires the authenticator's code where one is on", async () => {
    const admin = await product.makeUser({ role: "admin" });
    const { code } = await switchOnTwoStep(product, clock, await product.signIn(admin));
    clock.advance(MINUTE_MS);
    expect(messageOf(await login(admin.email, admin.password))).toEqual([401, "totp_required"]);
    expect(messageOf(await login(admin.email, admin.password, { totp: "000000" }))).toEqual([401, "totp_wrong"]);
    expect((await login(admin.email, admin.password, { totp: code() })).statusCode).toBe(200);
  });
});

describe("an authenticator enrolled during sign-in", () => {
  const START = "/api/login/authenticator";
  const CONFIRM = `${START}/confirm`;

  it("shows a new authenticator after the password, and its first code confirms it and opens the session", async () => {
    const admin = await product.makeUser({ role: "admin" });
    const known = { username: admin.email, password: admin.password, door: "desk" };
    const { secret, otpauth_url, qr_svg } = (await product.send("POST", START, { body: known })).json();
    expect(otpauth_url).toContain(secret);
    expect(qr_svg).toMatch(/^<svg/);
    const wrong = await product.send("POST", CONFIRM, { body: { ...known, code: "000000" } });
    expect(messageOf(wrong)).toEqual([401, "totp_wrong"]);
    const code = appCode(secret, clock.now());
    const reply = await product.send("POST", CONFIRM, { body: { ...known, code }, headers: PAGE });
    expect(reply.json()).toMatchObject({ token_type: "bearer", role: "admin" });
    expect(reply.json().recovery_codes).toHaveLength(10);
    const cookie = String(reply.headers["set-cookie"]).split(";")[0] ?? "";
    expect((await verify(reply.json().access_token, { cookie })).statusCode).toBe(200);
    const kinds = await product.query("SELECT kind FROM audit_event WHERE user_id = $1 ORDER BY id", [admin.id]);
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["totp_enabled", "desk_login"]));
    expect(messageOf(await login(admin.email, admin.password))).toEqual([401, "totp_required"]);
    // A caller who only knows the password cannot replace it.
    expect(messageOf(await product.send("POST", START, { body: known }))).toEqual([409, "totp_already"]);
    clock.advance(MINUTE_MS);
    const again = { ...known, code: appCode(secret, clock.now()) };
    expect(messageOf(await product.send("POST", CONFIRM, { body: again }))).toEqual([409, "totp_not_started"]);
    expect((await login(admin.email, admin.password, { totp: again.code })).statusCode).toBe(200);
  });

  it("enrols no authenticator without a role or with a wrong password", async () => {
    const [user, editor] = [await product.makeUser(), await product.makeUser({ role: "blog_admin" })];
    for (const body of [
      { username: user.email, password: user.password, door: "desk" },
      { username: editor.email, password: editor.password, door: "desk" },
      { username: editor.email, password: "wrong-password", door: "blog" },
    ]) {
      expect(messageOf(await product.send("POST", START, { body }))).toEqual([401, "bad_credentials"]);
      const confirmed = await product.send("POST", CONFIRM, { body: { ...body, code: "123456" } });
      expect(messageOf(confirmed)).toEqual([401, "bad_credentials"]);
    }
    const blog = { username: editor.email, password: editor.password, door: "blog" };
    expect((await product.send("POST", START, { body: blog })).statusCode).toBe(200);
    expect(await product.query("SELECT 1 FROM totp_factors WHERE user_id = $1", [user.id])).toEqual([]);
  });
});

describe("a back-office token", () => {
  it("a back-office token works for no user call, and a user's session for no back-office call", async () => {
    const admin = await product.makeUser({ role: "admin" });
    const [token, session] = [await product.signInStaff(admin), await product.signIn(admin)];
    expect((await product.send("GET", "/auth/profile", { bearer: token })).statusCode).toBe(401);
    expect((await product.send("GET", "/api/backtests", { as: session })).statusCode).toBe(401);
    expect((await product.send("GET", "/api/backtests", { bearer: session.token })).statusCode).toBe(401);
    expect((await product.send("GET", "/api/backtests", { bearer: token })).statusCode).toBe(200);
  });

  it("a back-office token issued to one browser is invalid in another", async () => {
    const admin = await product.makeUser({ role: "admin" });
    const reply = await login(admin.email, admin.password, { headers: PAGE });
    const cookie = String(reply.headers["set-cookie"]);
    expect(cookie).toMatch(/^desk_browser=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = reply.json().access_token;
    expect((await verify(token)).statusCode).toBe(401);
    expect((await verify(token, { cookie: `desk_browser=${"x".repeat(43)}` })).statusCode).toBe(401);
    expect((await verify(token, { cookie: cookie.split(";")[0] ?? "" })).statusCode).toBe(200);
  });

  it("a back-office token expires after twelve hours, even in use", async () => {
    const token = await product.staffToken("admin");
    clock.advance(6 * HOUR_MS);
    expect((await verify(token)).statusCode).toBe(200);
    clock.advance(6 * HOUR_MS - 1);
    expect((await verify(token)).statusCode).toBe(200);
    clock.advance(1);
    expect((await verify(token)).statusCode).toBe(401);
  });

  it("a logout, a new password and a lost role end a back-office token", async () => {
    const admin = await product.makeUser({ role: "admin" });
    const [one, two] = [await product.signInStaff(admin), await product.signInStaff(admin)];
    expect((await product.send("POST", "/api/logout", { bearer: one })).json().message).toBe("Logged out successfully");
    expect((await product.send("POST", "/api/logout", { bearer: one })).statusCode).toBe(200);
    expect((await verify(one)).statusCode).toBe(401);
    expect((await verify(two)).statusCode).toBe(200);
    const session = await product.signIn(admin);
    const body = { current_password: admin.password, password: "another-password" };
    expect((await product.send("PUT", "/auth/password", { as: session, body })).statusCode).toBe(200);
    expect((await verify(two)).statusCode).toBe(401);
    const three = await product.signInStaff({ ...admin, password: "another-password" });
    await product.query("UPDATE users SET role = 'user' WHERE id = $1", [admin.id]);
    expect((await verify(three)).statusCode).toBe(401);
  });

  it("admins list back-office sessions and can end them", async () => {
    const support = await product.makeUser({ role: "support" });
    const [token, admin] = [await product.signInStaff(support), await product.staffToken("admin")];
    const { sessions } = (await product.send("GET", "/api/admin/sessions", { bearer: admin })).json();
    const mine = sessions.find((each: { username: string }) => each.username === support.email);
    expect(mine).toMatchObject({ role: "support", door: "desk", is_own: false, is_bound: false });
    expect((await product.send("DELETE", `/api/admin/sessions/${mine.id}`, { bearer: token })).statusCode).toBe(403);
    expect((await product.send("DELETE", `/api/admin/sessions/${mine.id}`, { bearer: admin })).statusCode).toBe(200);
    expect((await verify(token)).statusCode).toBe(401);
  });

  it("the password renews the proof of a back-office session", async () => {
    const admin = await product.makeUser({ role: "admin" });
    const bearer = await product.signInStaff(admin);
    clock.advance(30 * MINUTE_MS);
    const wrong = await product.send("POST", "/api/admin/prove", { bearer, body: { password: "no" } });
    expect(messageOf(wrong)).toEqual([403, "wrong_password"]);
    const right = await product.send("POST", "/api/admin/prove", { bearer, body: { password: admin.password } });
    expect(right.statusCode).toBe(200);
    const rows = await product.query("SELECT proved_at FROM admin_session WHERE user_id = $1", [admin.id]);
    expect(rows).toEqual([{ proved_at: new Date(clock.now()) }]);
  });
});

describe("the blog's sign-in", () => {
  const blogVerify = async (bearer?: string) =>
    (await product.send("GET", "/api/blog-admin/verify", bearer === undefined ? {} : { bearer })).json();

  it("[C7.2] [C7.3] [C3.3] [C6.2] [C8.3] the blog's sign-in admits the blog admin and admins, and answers false to other users", async () => {
    const blog = await product.staffToken("blog_admin");
    expect(await blogVerify(blog)).toEqual({ valid: true });
    expect((await verify(blog)).statusCode).toBe(403);
    expect(await blogVerify(await product.staffToken("admin"))).toEqual({ valid: true });
    expect(await blogVerify(await product.staffToken("support"))).toEqual({ valid: false });
    expect(await blogVerify("x".repeat(43))).toEqual({ valid: false });
    expect(await blogVerify()).toEqual({ valid: false });
  });

  it("the blog's sign-in gives an admin a token for the blog only, and no subscription", async () => {
    const admin = await product.makeUser({ role: "admin" });
    const token = await product.signInStaff(admin, "blog");
    expect(await blogVerify(token)).toEqual({ valid: true });
    expect((await verify(token)).statusCode).toBe(403);
    const profile = await product.send("GET", "/auth/profile", { as: await product.signIn(admin) });
    expect(profile.json()).toMatchObject({ role: "admin", plan: null });
  });
});

describe("the audit log of back-office logins", () => {
  it("the audit log names the user of each back-office login", async () => {
    const admin = await product.makeUser({ role: "admin" });
    await product.signInStaff(admin);
    const rows = await product.query("SELECT kind, by_user_id FROM audit_event WHERE user_id = $1", [admin.id]);
    expect(rows).toEqual([{ kind: "desk_login", by_user_id: admin.id }]);
  });
});
