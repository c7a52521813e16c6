import { randomUUID } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { istDateOf } from "@vriddhi/core/time/ist";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionOf, startTestProduct, type TestProduct } from "../../testing/product.ts";
import { accountMessages, accountReplies } from "./account.messages.ts";

const clock = createVirtualClock();
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ clock });
});
afterAll(() => product.close());

const newAddress = () => `person-${randomUUID().slice(0, 8)}@example.com`;
const person = (given: Record<string, unknown> = {}) => ({
  name: "Asha Rao",
  email: newAddress(),
  password: "first-password",
  dob: "1991-04-12",
  ...given,
});
type Person = ReturnType<typeof person>;

const browsers = new Map<string, { readonly cookie: string; readonly ip: string }>();
const browserOf = (email: string) => browsers.get(email.trim().toLowerCase()) ?? { cookie: "", ip: ipOf(email) };
const ipOf = (email: string) =>
  `127.9.${[...Buffer.from(email.trim().toLowerCase())].reduce((a, b) => (a * 31 + b) % 62_000, 7) >> 8}.${email.length}`;

async function signUp(body: { readonly email: string } & object) {
  const email = body.email.trim().toLowerCase();
  const reply = await product.send("POST", "/auth/signup", { body, ip: ipOf(email) });
  const [cookie = ""] = String(reply.headers["set-cookie"] ?? "").split(";");
  browsers.set(email, { cookie, ip: ipOf(email) });
  return reply;
}
const verify = (email: string, code: string, cookie = browserOf(email).cookie) =>
  product.send("POST", "/auth/verify-email", { body: { email, code }, headers: { cookie } });
const verifyElsewhere = (email: string, code: string, password?: string) =>
  product.send("POST", "/auth/verify-email", {
    body: { email, code, ...(password === undefined ? {} : { password }) },
  });
const logIn = (email: string, password: string) => product.send("POST", "/auth/login", { body: { email, password } });
const resend = (email: string) =>
  product.send("POST", "/auth/resend-code", {
    body: { email },
    ip: ipOf(email),
    headers: { cookie: browserOf(email).cookie },
  });
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function newPendingSignUp(given: Record<string, unknown> = {}): Promise<{ someone: Person; code: string }> {
  const someone = person(given);
  expect((await signUp(someone)).statusCode).toBe(200);
  return { someone, code: await product.latestCode(someone.email) };
}

describe("opening an account", () => {
  it("[A7.5] [A7.6] [A7.3] [A7.2] [A7.4] a new account works from sign-up and mailed code to login, profile and logout", async () => {
    const someone = person({ name: "  Asha Rao " });
    const signedUp = await signUp(someone);
    expect(signedUp.json()).toEqual({ message: accountReplies.signedUp });
    const verified = await verify(someone.email, await product.latestCode(someone.email));
    expect(verified.json()).toEqual({ message: accountReplies.verified });

    const loggedIn = await logIn(someone.email, someone.password);
    const { user } = loggedIn.json();
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: "Asha Rao",
      email: someone.email,
      role: "user",
      plan: null,
      capital_upper_band: null,
      dob: "1991-04-12",
      created_at: new Date(clock.now()).toISOString(),
    });
    const session = sessionOf(loggedIn);
    expect((await product.send("GET", "/auth/profile", { as: session })).json()).toEqual(user);

    const loggedOut = await product.send("POST", "/auth/logout", { as: session });
    expect(loggedOut.json()).toEqual({ message: "Logged out successfully" });
    expect((await product.send("GET", "/auth/profile", { as: session })).statusCode).toBe(401);
  });

  it("sign-up treats all spellings of an address as one", async () => {
    const email = newAddress();
    await newPendingSignUp({ email: ` ${email.toUpperCase()} ` });
    clock.advance(2 * MINUTE_MS);
    await resend(email);
    await verify(email.toUpperCase(), await product.latestCode(email));
    expect((await logIn(` ${email}`, "first-password")).statusCode).toBe(200);
  });

  it("sign-up stores the date of birth as typed", async () => {
    for (const dob of ["1990-01-01", "2000-02-29", "1985-12-31"]) {
      const { someone, code } = await newPendingSignUp({ dob });
      await verify(someone.email, code);
      const reply = await logIn(someone.email, someone.password);
      expect(reply.json().user.dob).toBe(dob);
      const kept = await product.query("SELECT dob::text FROM users WHERE email = $1", [someone.email]);
      expect(kept).toEqual([{ dob }]);
    }
  });

  it("[A5.4] sign-up requires an age of 13: refused on the day before the birthday in India, accepted on the day", async () => {
    const today = istDateOf(clock.now());
    const thirteen = `${Number(today.slice(0, 4)) - 13}${today.slice(4)}`;
    const tomorrow = `${thirteen.slice(0, 8)}${String(Number(thirteen.slice(8)) + 1).padStart(2, "0")}`;
    const refused = await signUp(person({ dob: tomorrow }));
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({ detail: "You must be at least 13 years old to sign up", code: "too_young" });
    expect((await signUp(person({ dob: thirteen }))).statusCode).toBe(200);
    expect((await signUp(person({ dob: "2999-01-01" }))).json()).toMatchObject({ code: "too_young" });
  });

  it.each([
    ["an empty name", { name: "  " }, "Please fill in all fields"],
    ["a short password", { password: "12345" }, "Password must be at least 6 characters long"],
    ["a password of spaces", { password: "      " }, "Password must not be only spaces"],
    ["no address", { email: "asha@example" }, "Please enter a valid email address"],
    ["a day that does not exist", { dob: "2001-02-30" }, "Date of birth must be a date like 1990-05-01"],
    ["a year that no database knows", { dob: "0000-01-01" }, "Date of birth must be a date like 1990-05-01"],
  ])("[A5.4] a sign-up refuses %s with its sentence", async (_what, given, detail) => {
    const reply = await signUp(person(given));
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ detail, code: "invalid_input" });
  });

  it.each(["role", "is_admin", "id", "email_verified", "plan", "created_at"])(
    "refuses the field %s, which no client may set",
    async (field) => {
      const body = { ...person(), [field]: field === "role" ? "admin" : true };
      expect((await signUp(body)).json()).toMatchObject({ code: "invalid_input" });
      expect(await product.query("SELECT 1 FROM signups WHERE email = $1", [body.email])).toEqual([]);
    },
  );

  it("sign-up never creates a role other than user", async () => {
    const { someone, code } = await newPendingSignUp();
    await verify(someone.email, code);
    expect((await logIn(someone.email, someone.password)).json().user.role).toBe("user");
  });
});

describe("a sign-up with a taken address", () => {
  it("[A7.5] a sign-up with a taken address gets the same answer and another mail, and changes no account", async () => {
    const owner = await product.makeUser();
    const free = person();
    const [taken, fresh] = [await signUp(person({ email: owner.email })), await signUp(free)];
    expect([taken.statusCode, taken.body]).toEqual([fresh.statusCode, fresh.body]);
    await product.latestCode(free.email);
    await expect.poll(() => product.mailsTo(owner.email)).toHaveLength(1);
    const [mail] = await product.mailsTo(owner.email);
    expect(mail?.subject).toBe("You already have a Vriddhi account");
    expect(mail?.text).not.toMatch(/\d{6}/);
    expect((await logIn(owner.email, owner.password)).statusCode).toBe(200);
    expect((await logIn(owner.email, "first-password")).statusCode).toBe(401);
  });
});

describe("a mailed code", () => {
  it("[A7.6] refuses the right mailed code after five wrong guesses", async () => {
    const { someone, code } = await newPendingSignUp();
    for (let n = 0; n < 5; n += 1) {
      const reply = await verify(someone.email, wrongCodeFor(code));
      expect([reply.statusCode, reply.json().code]).toEqual([400, "code_wrong"]);
    }
    expect((await verify(someone.email, code)).statusCode).toBe(400);
    expect((await logIn(someone.email, someone.password)).statusCode).toBe(403);
  });

  it("a mailed code is valid at the fifth try", async () => {
    const { someone, code } = await newPendingSignUp();
    for (let n = 0; n < 4; n += 1) await verify(someone.email, wrongCodeFor(code));
    expect((await verify(someone.email, code)).statusCode).toBe(200);
  });

  it("of twenty concurrent guesses of a mailed code at most five count", async () => {
    const { someone, code } = await newPendingSignUp();
    const guesses = [...Array.from({ length: 19 }, () => wrongCodeFor(code)), code];
    // The right code is entered last, when the wrong guesses have used up the tries.
    await Promise.all(guesses.slice(0, -1).map((guess) => verify(someone.email, guess)));
    const [row] = await product.query<{ tries: number }>("SELECT tries FROM signups WHERE email = $1", [someone.email]);
    expect(row?.tries).toBe(5);
    expect((await verify(someone.email, code)).statusCode).toBe(400);
  });

  it("a mailed code opens one account, however often it is sent concurrently", async () => {
    const { someone, code } = await newPendingSignUp();
    const replies = await Promise.all(Array.from({ length: 6 }, () => verify(someone.email, code)));
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
    expect(await product.query("SELECT 1 FROM users WHERE email = $1", [someone.email])).toHaveLength(1);
  });

  it("a mailed code is valid for exactly ten minutes", async () => {
    const early = await newPendingSignUp();
    clock.advance(10 * MINUTE_MS - 1);
    expect((await verify(early.someone.email, early.code)).statusCode).toBe(200);
    const late = await newPendingSignUp();
    clock.advance(10 * MINUTE_MS);
    expect((await verify(late.someone.email, late.code)).json()).toEqual({
      detail: accountMessages.code_wrong,
      code: "code_wrong",
    });
  });

  it("a mailed code works only once", async () => {
    const { someone, code } = await newPendingSignUp();
    await verify(someone.email, code);
    expect((await verify(someone.email, code)).statusCode).toBe(400);
  });

  it("a code mailed to one address confirms no other", async () => {
    const [one, other] = [await newPendingSignUp(), await newPendingSignUp()];
    if (one.code !== other.code) expect((await verify(one.someone.email, other.code)).statusCode).toBe(400);
    expect((await verify(one.someone.email, one.code)).statusCode).toBe(200);
  });

  it.each(["12345", "1234567", "12345a", "", "१२३४५६"])("is six digits, not %j", async (code) => {
    const { someone } = await newPendingSignUp();
    expect((await verify(someone.email, code)).json()).toMatchObject({ code: "invalid_input" });
    const rows = await product.query("SELECT tries FROM signups WHERE email = $1", [someone.email]);
    expect(rows).toEqual([{ tries: 0 }]);
  });
});

describe("a request for another code", () => {
  it("another code can be requested after one minute, and invalidates the old one", async () => {
    const { someone, code } = await newPendingSignUp();
    clock.advance(MINUTE_MS - 1);
    const early = await resend(someone.email);
    expect([early.statusCode, early.json().code]).toEqual([429, "too_many_requests"]);
    clock.advance(1);
    expect((await resend(someone.email)).json()).toEqual({ message: accountReplies.resent });
    const renewed = await product.latestCode(someone.email);
    if (renewed !== code) expect((await verify(someone.email, code)).statusCode).toBe(400);
    expect((await verify(someone.email, renewed)).statusCode).toBe(200);
  });

  it("another code allows five new tries", async () => {
    const { someone, code } = await newPendingSignUp();
    for (let n = 0; n < 6; n += 1) await verify(someone.email, wrongCodeFor(code));
    clock.advance(MINUTE_MS);
    await resend(someone.email);
    expect((await verify(someone.email, await product.latestCode(someone.email))).statusCode).toBe(200);
  });

  it("a request for another code has the same answer and the same wait for every address", async () => {
    const owner = await product.makeUser();
    for (const email of [owner.email, newAddress()]) {
      expect((await resend(email)).json()).toEqual({ message: accountReplies.resent });
      expect((await resend(email)).statusCode).toBe(429);
      expect(await product.mailsTo(email)).toEqual([]);
    }
  });

  it("mails one address at most twenty codes a day, whatever client asks", async () => {
    const email = newAddress();
    let sent = 0;
    for (let n = 0; n < 30; n += 1) {
      if ((await product.send("POST", "/auth/resend-code", { body: { email } })).statusCode === 200) sent += 1;
      clock.advance(61 * SECOND_MS);
    }
    expect(sent).toBe(20);
  });
});

describe("two sign-ups for one address", () => {
  it("of two sign-ups for one address, a code confirms only the sign-up of its browser", async () => {
    const email = newAddress();
    const first = await newPendingSignUp({ email, password: "the-first-one" });
    const { cookie } = browserOf(email);
    clock.advance(MINUTE_MS);
    const second = await newPendingSignUp({ email, password: "the-second-one" });
    if (first.code !== second.code) expect((await verify(email, second.code, cookie)).json().code).toBe("code_wrong");
    expect((await verify(email, first.code, cookie)).statusCode).toBe(200);
    expect((await logIn(email, "the-second-one")).statusCode).toBe(401);
    expect((await logIn(email, "the-first-one")).statusCode).toBe(200);
    expect((await verify(email, second.code)).statusCode).toBe(400);
  });

  it("refuses one sign-up's code with the password of another in a third browser", async () => {
    const email = newAddress();
    const first = await newPendingSignUp({ email, password: "the-first-one" });
    clock.advance(MINUTE_MS);
    const second = await newPendingSignUp({ email, password: "the-second-one" });
    expect((await verifyElsewhere(email, second.code)).json()).toEqual({
      detail: accountMessages.password_required,
      code: "password_required",
    });
    if (first.code !== second.code)
      expect((await verifyElsewhere(email, second.code, "the-first-one")).json().code).toBe("code_wrong");
    expect((await verifyElsewhere(email, first.code, "the-first-one")).statusCode).toBe(200);
    expect((await logIn(email, "the-first-one")).statusCode).toBe(200);
  });

  it("of two sign-ups for one address, each browser renews only its own code", async () => {
    const email = newAddress();
    const mine = await product.send("POST", "/auth/signup", { body: person({ email, password: "my-own-one" }) });
    const [cookie = ""] = String(mine.headers["set-cookie"]).split(";");
    await product.latestCode(email);
    clock.advance(MINUTE_MS);
    await newPendingSignUp({ email, password: "a-strangers-one" });
    clock.advance(MINUTE_MS);
    await product.send("POST", "/auth/resend-code", { body: { email }, headers: { cookie } });
    expect((await verify(email, await product.latestCode(email), cookie)).statusCode).toBe(200);
    expect((await logIn(email, "my-own-one")).statusCode).toBe(200);
  });
});

describe("a login before the address is confirmed", () => {
  it("[A7.3] refuses a login before the code is entered, and mails a new code", async () => {
    const { someone } = await newPendingSignUp();
    clock.advance(MINUTE_MS);
    const reply = await logIn(someone.email, someone.password);
    const sentence = accountMessages.email_unverified;
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toEqual({ detail: sentence, code: "email_unverified", message: sentence });
    // The only cookie is of the sign-up: it lets this browser enter the code and is no session.
    const [cookie = "", ...others] = [reply.headers["set-cookie"] ?? []].flat();
    expect([cookie.startsWith("signup="), others]).toEqual([true, []]);
    const [named = ""] = cookie.split(";");
    expect((await verify(someone.email, await product.latestCode(someone.email), named)).statusCode).toBe(200);
    expect((await logIn(someone.email, someone.password)).statusCode).toBe(200);
  });

  it("a login with a wrong password before the code is entered mails nothing", async () => {
    const { someone } = await newPendingSignUp();
    clock.advance(MINUTE_MS);
    expect((await logIn(someone.email, "not-the-one")).json()).toMatchObject({ code: "bad_credentials" });
    expect(await product.mailsTo(someone.email)).toHaveLength(1);
  });
});
