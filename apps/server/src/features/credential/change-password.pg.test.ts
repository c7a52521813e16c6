import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { momentWords } from "../../platform/mail/mail-format.ts";
import {
  sessionOf,
  startTestProduct,
  type TestProduct,
  type TestSession,
  type TestUser,
} from "../../testing/product.ts";
import { auditKindsOf, settledSubjects } from "../../testing/traces.ts";

const NEW_PASSWORD = "a-new-password";
const CHANGED = "Your Vriddhi password was changed";

const PHONE =
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";

const clock = createVirtualClock();
let product: TestProduct;
let asha: TestUser;
let here: TestSession;
let elsewhere: TestSession;

beforeAll(async () => {
  product = await startTestProduct({ clock });
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
  here = await product.signIn(asha);
  elsewhere = await product.signIn(asha, true);
});
afterAll(() => product.close());

const change = (current: string, next = NEW_PASSWORD, as: TestSession | null = here) =>
  product.send("PUT", "/auth/password", { as, body: { current_password: current, password: next } });
const profile = async (as: TestSession) => (await product.send("GET", "/auth/profile", { as })).statusCode;
const logIn = async (password: string) =>
  (await product.send("POST", "/auth/login", { body: { email: asha.email, password } })).statusCode;

describe("changing the password", () => {
  it("a password change ends every other session, renews this one's token and notifies the owner", async () => {
    const reply = await change(asha.password);
    expect(reply.json()).toEqual({ message: "Your password has been changed. All other devices are signed out." });
    expect([await profile(here), await profile(elsewhere)]).toEqual([401, 401]);
    expect(await profile(sessionOf(reply))).toBe(200);
    expect([await logIn(asha.password), await logIn(NEW_PASSWORD)]).toEqual([401, 200]);
    expect(await settledSubjects(product, asha.email)).toEqual([CHANGED]);
    expect(await auditKindsOf(product, asha.id)).toContain("password_changed");
  });

  it("the mail about a password change names the time and the device", async () => {
    const body = { current_password: asha.password, password: NEW_PASSWORD };
    await product.send("PUT", "/auth/password", { as: here, body, headers: { "user-agent": PHONE } });
    await settledSubjects(product, asha.email);
    const mail = (await product.mailsTo(asha.email)).find(({ subject }) => subject === CHANGED);
    expect(mail?.text).toContain(`When: ${momentWords(clock.now())}`);
    expect(mail?.text).toContain("Device: Chrome on Android");
  });

  it("a password change does not touch other users' sessions", async () => {
    const kabir = await product.makeUser();
    const his = await product.signIn(kabir);
    await change(asha.password);
    expect(await profile(his)).toBe(200);
    expect(await product.signIn(kabir)).toBeDefined();
  });

  it("a wrong current password changes nothing", async () => {
    expect((await change("not-my-password")).json()).toEqual({
      code: "wrong_password",
      detail: "That password is not right.",
    });
    expect([await profile(here), await profile(elsewhere)]).toEqual([200, 200]);
    expect([await logIn(asha.password), await logIn(NEW_PASSWORD)]).toEqual([200, 401]);
    expect(await settledSubjects(product, asha.email)).toEqual([]);
    expect(await auditKindsOf(product, asha.id)).not.toContain("password_changed");
  });

  it("refuses a new password of spaces and keeps the old one", async () => {
    expect((await change(asha.password, " ".repeat(12))).json()).toMatchObject({ code: "invalid_input" });
    expect(await logIn(asha.password)).toBe(200);
  });

  it("a password change needs a session", async () => {
    expect((await change(asha.password, NEW_PASSWORD, null)).statusCode).toBe(401);
    expect(await logIn(asha.password)).toBe(200);
  });

  it("a stolen session allows ten password guesses in fifteen minutes, across all addresses", async () => {
    const codes: unknown[] = [];
    for (let guess = 0; guess < 12; guess += 1) codes.push((await change(`guess number ${guess}`)).json().code);
    expect(codes.slice(0, 10)).toEqual(Array(10).fill("wrong_password"));
    expect(codes.slice(10)).toEqual(["too_many_requests", "too_many_requests"]);
    expect((await change(asha.password)).statusCode).toBe(429);
    expect(await logIn(asha.password)).toBe(200); // The owner can still sign in.
    clock.advance(15 * MINUTE_MS);
    here = await product.signIn(asha);
    expect((await change(asha.password)).statusCode).toBe(200);
  });

  it("a password change invalidates a pending reset code", async () => {
    await product.send("POST", "/auth/forgot-password", { body: { email: asha.email } });
    const code = await product.latestCode(asha.email);
    await change(asha.password);
    const body = { email: asha.email, code, password: "another-password" };
    expect((await product.send("POST", "/auth/reset-password", { body })).json()).toMatchObject({ code: "code_wrong" });
    expect(await logIn(NEW_PASSWORD)).toBe(200);
  });

  it("an account without a password refuses a change and sets one by a reset instead", async () => {
    await product.query("UPDATE users SET password_hash = NULL WHERE id = $1", [asha.id]);
    for (const guess of ["", "null", "another password", asha.password])
      expect((await change(guess)).statusCode).toBeGreaterThanOrEqual(400);
    await product.send("POST", "/auth/forgot-password", { body: { email: asha.email } });
    const body = { email: asha.email, code: await product.latestCode(asha.email), password: NEW_PASSWORD };
    expect((await product.send("POST", "/auth/reset-password", { body })).statusCode).toBe(200);
    expect(await logIn(NEW_PASSWORD)).toBe(200);
  });
});
