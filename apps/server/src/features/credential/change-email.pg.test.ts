import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { momentWords } from "../../platform/mail/mail-format.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";
import { auditKindsOf, otherCode, settledSubjects } from "../../testing/traces.ts";

const PHONE =
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";

const clock = createVirtualClock();
let product: TestProduct;
let asha: TestUser;
let here: TestSession;
let newAddress: string;

beforeAll(async () => {
  product = await startTestProduct({ clock });
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
  here = await product.signIn(asha);
  newAddress = `new-${asha.email}`;
});
afterAll(() => product.close());

const ask = (email: string, as = here, password = asha.password) =>
  product.send("POST", "/auth/email", { as, body: { email, password } });
const confirm = (code: string, as = here) => product.send("POST", "/auth/email/confirm", { as, body: { code } });
const emailOf = async (as: TestSession) => (await product.send("GET", "/auth/profile", { as })).json().email;
const logIn = async (email: string) =>
  (await product.send("POST", "/auth/login", { body: { email, password: asha.password } })).statusCode;

async function mailedCode(email: string, as = here): Promise<string> {
  expect((await ask(email, as)).statusCode).toBe(200);
  return product.latestCode(email);
}

describe("changing the email address", () => {
  it("keeps the old address until the code is entered, then changes it, ends other sessions and notifies the old address", async () => {
    const elsewhere = await product.signIn(asha, true);
    const asked = await ask(newAddress);
    expect(asked.json()).toEqual({ message: "We have sent a code to the new address." });
    const code = await product.latestCode(newAddress);
    expect(await settledSubjects(product, newAddress)).toEqual([`${code} confirms your new Vriddhi address`]);
    expect([await logIn(asha.email), await logIn(newAddress)]).toEqual([200, 401]);

    expect((await confirm(code)).statusCode).toBe(200);
    expect(await emailOf(here)).toBe(newAddress);
    expect(await emailOf(elsewhere)).toBeUndefined();
    expect([await logIn(asha.email), await logIn(newAddress)]).toEqual([401, 200]);
    expect(await settledSubjects(product, asha.email)).toEqual(["Your Vriddhi address was changed"]);
    expect(await auditKindsOf(product, asha.id)).toContain("email_changed");
    expect((await confirm(code)).statusCode).toBe(400); // Used up.
  });

  it("a change of address names the device in the code's mail, and time and device in the mail to the old address", async () => {
    const headers = { "user-agent": PHONE };
    const body = { email: newAddress, password: asha.password };
    await product.send("POST", "/auth/email", { as: here, body, headers });
    const code = await product.latestCode(newAddress);
    await product.send("POST", "/auth/email/confirm", { as: here, body: { code }, headers });
    await settledSubjects(product, asha.email);
    expect((await product.mailsTo(newAddress))[0]?.text).toContain("Asked for by: Chrome on Android");
    const [notice] = await product.mailsTo(asha.email);
    expect(notice?.text).toContain(`When: ${momentWords(clock.now())}`);
    expect(notice?.text).toContain("Device: Chrome on Android");
  });

  it("a change of address requires the password", async () => {
    expect((await ask(newAddress, here, "not-my-password")).json()).toMatchObject({ code: "wrong_password" });
    expect(await settledSubjects(product, newAddress)).toEqual([]);
    expect((await confirm("123456")).json()).toMatchObject({ code: "code_expired" });
  });

  it("accepts a change code only from the user who requested it", async () => {
    const kabir = await product.makeUser();
    const code = await mailedCode(newAddress);
    expect((await confirm(code, await product.signIn(kabir))).statusCode).toBe(400);
    expect((await confirm(code)).statusCode).toBe(200);
  });

  it("the fifth wrong guess invalidates a change code, also when the guesses are concurrent", async () => {
    const code = await mailedCode(newAddress);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => confirm(otherCode(code))));
    const codes = guesses.map((reply) => reply.json().code);
    expect(codes.filter((one) => one === "code_wrong")).toHaveLength(5);
    expect(codes.filter((one) => one === "code_expired")).toHaveLength(15);
    expect((await confirm(code)).json()).toMatchObject({ code: "code_expired" });
    expect(await emailOf(here)).toBe(asha.email);
  });

  it("a change code is valid for ten minutes", async () => {
    const first = await mailedCode(newAddress);
    clock.advance(10 * MINUTE_MS);
    expect((await confirm(first)).json()).toMatchObject({ code: "code_expired" });
    here = await product.signIn(asha);
    const second = await mailedCode(newAddress);
    clock.advance(10 * MINUTE_MS - 1);
    expect((await confirm(second)).statusCode).toBe(200);
  });

  it("a change of address invalidates a reset code that went to the old address", async () => {
    await product.send("POST", "/auth/forgot-password", { body: { email: asha.email } });
    const reset = await product.latestCode(asha.email);
    await confirm(await mailedCode(newAddress));
    for (const email of [asha.email, newAddress]) {
      const body = { email, code: reset, password: "another-password" };
      expect((await product.send("POST", "/auth/reset-password", { body })).statusCode).toBe(400);
    }
    expect(await logIn(newAddress)).toBe(200);
  });
});

describe("an address of another account", () => {
  let kabir: TestUser;
  beforeEach(async () => {
    kabir = await product.makeUser();
  });

  it("a change to another account's address gets the same answer as a free one and no code", async () => {
    const [free, taken] = [await ask(newAddress), await ask(kabir.email)];
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    expect(await settledSubjects(product, kabir.email)).toEqual([]);
  });

  it("answers to wrong change codes do not reveal another account's address", async () => {
    const guessAt = async (email: string) => {
      clock.advance(MINUTE_MS);
      await ask(email);
      const codes: unknown[] = [];
      for (let guess = 0; guess < 6; guess += 1) codes.push((await confirm("000000")).json().code);
      return codes;
    };
    expect(await guessAt(kabir.email)).toEqual(await guessAt(newAddress));
  });

  it("an older code that still works does not reveal another account's address", async () => {
    const older = await mailedCode(newAddress);
    await ask(kabir.email);
    expect((await confirm(older)).json()).toMatchObject({ code: "code_wrong" });
    expect(await emailOf(here)).toBe(asha.email);
  });

  it("an address that was taken after the code was mailed cannot be confirmed", async () => {
    const code = await mailedCode(newAddress);
    await product.makeUser({ email: newAddress });
    const refused = await confirm(code);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "email_taken"]);
    expect(await emailOf(here)).toBe(asha.email);
  });

  it("an address goes to one of two users who confirm it concurrently", async () => {
    for (let round = 0; round < 5; round += 1) {
      const address = `race-${round}-${asha.email}`;
      const people = [await product.makeUser(), await product.makeUser()];
      const sessions = await Promise.all(people.map((person) => product.signIn(person)));
      const codes: string[] = [];
      for (const as of sessions) {
        codes.push(await mailedCode(address, as));
        clock.advance(MINUTE_MS);
      }
      const replies = await Promise.all(codes.map((code, n) => confirm(code, sessions[n])));
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      const holders = await product.query("SELECT id FROM users WHERE email = $1", [address]);
      expect(holders).toHaveLength(1);
      expect(await Promise.all(sessions.map(emailOf))).toContain(address);
    }
  });
});
