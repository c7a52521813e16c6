import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPasswordHasher, type PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import { startTestProduct, type TestProduct, type TestUser } from "../../testing/product.ts";
import { auditKindsOf, dumpDatabase, otherCode, settledSubjects, tablesWith } from "../../testing/traces.ts";

const NEW_PASSWORD = "a-new-password";

const clock = createVirtualClock();
let product: TestProduct;
let asha: TestUser;
let hashCalls = 0;

const counted = (hasher: PasswordHasher): PasswordHasher => ({
  hash(password) {
    hashCalls += 1;
    return hasher.hash(password);
  },
  verify(passwordHash, password) {
    hashCalls += 1;
    return hasher.verify(passwordHash, password);
  },
});

beforeAll(async () => {
  product = await startTestProduct({ clock, overrides: { hasher: counted(await createPasswordHasher()) } });
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
});
afterAll(() => product.close());

const forget = (email: string) => product.send("POST", "/auth/forgot-password", { body: { email }, ip: "127.8.8.8" });
const reset = (email: string, code: string, password = NEW_PASSWORD) =>
  product.send("POST", "/auth/reset-password", { body: { email, code, password } });
const logIn = async (password: string) =>
  (await product.send("POST", "/auth/login", { body: { email: asha.email, password } })).statusCode;
const refused = { statusCode: 400, body: expect.stringContaining('"code_wrong"') };

async function mailedCode(email = asha.email): Promise<string> {
  expect((await forget(email)).statusCode).toBe(200);
  return product.latestCode(email);
}

/** An address that signed up and never entered its code. */
async function unverifiedAddress(): Promise<string> {
  const email = `waiting-${asha.email}`;
  const body = { name: "Ravi", email, password: "secret-password", dob: "1990-05-01" };
  expect((await product.send("POST", "/auth/signup", { body })).statusCode).toBe(200);
  await product.latestCode(email);
  clock.advance(MINUTE_MS);
  return email;
}

async function callsOf(ask: () => Promise<unknown>): Promise<number> {
  const before = hashCalls;
  await ask();
  return hashCalls - before;
}

describe("requesting a reset code", () => {
  it("[A2.17] [A2.28] a reset request gives a known, an unknown and an unverified address the same answer, and mails only the known one", async () => {
    const unverified = await unverifiedAddress();
    const unknown = `unknown-${asha.email}`;
    const replies = [await forget(asha.email), await forget(unknown), await forget(unverified)];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(replies[0]?.json()).toEqual({
      message: "If this address has an account, a code to reset the password is on its way.",
    });

    const code = await product.latestCode(asha.email);
    expect(await settledSubjects(product, asha.email)).toEqual([`${code} resets your Vriddhi password`]);
    expect(await settledSubjects(product, unknown)).toEqual([]);
    expect(await settledSubjects(product, unverified)).toHaveLength(1); // The sign-up's own code.
  });

  it("mails one reset code a minute, and refuses known and unknown addresses alike in between", async () => {
    const unknown = `unknown-${asha.email}`;
    for (const email of [asha.email, unknown]) expect((await forget(email)).statusCode).toBe(200);
    clock.advance(59 * SECOND_MS);
    const [known, stranger] = [await forget(asha.email), await forget(unknown)];
    expect(known.statusCode).toBe(429);
    expect([stranger.statusCode, stranger.body]).toEqual([known.statusCode, known.body]);
    clock.advance(SECOND_MS);
    expect((await forget(asha.email)).statusCode).toBe(200);
    expect((await forget(unknown)).statusCode).toBe(200);
  });

  it("a reset computes as many hashes for an unknown address as for a known one, also when the code is entered", async () => {
    const unknown = `unknown-${asha.email}`;
    expect(await callsOf(() => forget(asha.email))).toBe(await callsOf(() => forget(unknown)));
    const code = otherCode(await product.latestCode(asha.email));
    const [known, stranger] = [await callsOf(() => reset(asha.email, code)), await callsOf(() => reset(unknown, code))];
    expect(known).toBe(1);
    expect(stranger).toBe(1);
  });

  it("stores no readable reset code", async () => {
    const code = await mailedCode();
    const rows = (await dumpDatabase(product)).get("public.mail_codes") ?? "";
    expect(rows).toContain(asha.id);
    expect(rows.split(/[^0-9]/)).not.toContain(code);
    expect(rows).not.toContain(Buffer.from(code).toString("hex"));
  });
});

describe("entering the reset code", () => {
  it("[A2.28] a reset code sets the password, ends every session, is used up and notifies the owner", async () => {
    const sessions = [await product.signIn(asha), await product.signIn(asha, true)];
    const code = await mailedCode();
    expect((await reset(asha.email, code)).statusCode).toBe(200);

    for (const as of sessions) expect((await product.send("GET", "/auth/profile", { as })).statusCode).toBe(401);
    expect(await logIn(asha.password)).toBe(401);
    expect(await logIn(NEW_PASSWORD)).toBe(200);
    expect(await reset(asha.email, code, "a-third-password")).toMatchObject(refused);
    expect(await logIn(NEW_PASSWORD)).toBe(200);
    expect(await settledSubjects(product, asha.email)).toContain("Your Vriddhi password was changed");
    const notice = (await product.mailsTo(asha.email)).find(({ subject }) => /was changed/.test(subject));
    expect(notice?.text).toMatch(/Device: .+\nWhen: \d+ \w+ 20\d\d, .+ IST/);
    expect(await auditKindsOf(product, asha.id)).toContain("password_reset");
    expect(tablesWith(await dumpDatabase(product), NEW_PASSWORD)).toEqual([]);
  });

  it("accepts a reset code in its tenth minute and no longer", async () => {
    const first = await mailedCode();
    clock.advance(10 * MINUTE_MS);
    expect(await reset(asha.email, first)).toMatchObject(refused);
    const second = await mailedCode();
    clock.advance(10 * MINUTE_MS - 1);
    expect((await reset(asha.email, second)).statusCode).toBe(200);
  });

  it("the fifth wrong guess invalidates a reset code", async () => {
    const code = await mailedCode();
    for (let guess = 0; guess < 5; guess += 1) expect(await reset(asha.email, otherCode(code))).toMatchObject(refused);
    expect(await reset(asha.email, code)).toMatchObject(refused);
    expect(await logIn(asha.password)).toBe(200);
  });

  it("accepts the right reset code after four wrong guesses", async () => {
    const code = await mailedCode();
    for (let guess = 0; guess < 4; guess += 1) await reset(asha.email, otherCode(code));
    expect((await reset(asha.email, code)).statusCode).toBe(200);
  });

  it("counts at most five of twenty concurrent guesses of a reset code", async () => {
    const code = await mailedCode();
    const guesses = Array.from({ length: 20 }, () => reset(asha.email, otherCode(code)));
    for (const reply of await Promise.all(guesses)) expect(reply).toMatchObject(refused);
    const rows = await product.query("SELECT tries FROM mail_codes WHERE user_id = $1", [asha.id]);
    expect(rows).toEqual([{ tries: 5 }]);
    expect(await reset(asha.email, code)).toMatchObject(refused);
  });

  it("a reset code works once when it is entered several times concurrently", async () => {
    const code = await mailedCode();
    const replies = await Promise.all([1, 2, 3, 4].map((n) => reset(asha.email, code, `password number ${n}`)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400]);
    const winner = 1 + replies.findIndex(({ statusCode }) => statusCode === 200);
    expect(await logIn(`password number ${winner}`)).toBe(200);
  });

  it("accepts only the newest reset code", async () => {
    const first = await mailedCode();
    clock.advance(MINUTE_MS);
    const second = await mailedCode();
    if (first !== second) expect(await reset(asha.email, first)).toMatchObject(refused);
    expect((await reset(asha.email, second)).statusCode).toBe(200);
  });

  it("entering a code for an unknown address gets the answer of a wrong code", async () => {
    const code = await mailedCode();
    const [wrong, unknown] = [
      await reset(asha.email, otherCode(code)),
      await reset(`unknown-${asha.email}`, otherCode(code)),
    ];
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
  });

  it("a reset code opens only the account it was issued for", async () => {
    const kabir = await product.makeUser();
    const code = await mailedCode();
    if (code !== (await mailedCode(kabir.email))) expect(await reset(kabir.email, code)).toMatchObject(refused);
    expect((await reset(asha.email, code)).statusCode).toBe(200);
  });

  it("a reset code does not work for a new address, nor the other way round", async () => {
    const as = await product.signIn(asha);
    const email = `new-${asha.email}`;
    await product.send("POST", "/auth/email", { as, body: { email, password: asha.password } });
    const forAddress = await product.latestCode(email);
    expect(await reset(asha.email, forAddress)).toMatchObject(refused);

    const forPassword = await mailedCode();
    const confirm = (code: string) => product.send("POST", "/auth/email/confirm", { as, body: { code } });
    if (forAddress !== forPassword) {
      expect(await reset(asha.email, forAddress)).toMatchObject(refused);
      expect(await confirm(forPassword)).toMatchObject(refused);
    }
    expect(await logIn(asha.password)).toBe(200);
    expect((await confirm(forAddress)).statusCode).toBe(200);
  });

  it("keeps the old password when the new one of a reset is too short or only spaces", async () => {
    const code = await mailedCode();
    for (const refused of ["12345", "      "])
      expect((await reset(asha.email, code, refused)).json()).toMatchObject({ code: "invalid_input" });
    expect(await logIn(asha.password)).toBe(200);
    expect((await reset(asha.email, code)).statusCode).toBe(200);
  });
});
