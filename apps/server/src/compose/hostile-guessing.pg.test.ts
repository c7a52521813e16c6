import { DAY_MS, MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limits } from "../platform/limits/limits.ts";
import { cookieIn } from "../testing/google-visit.ts";
import { cheapHasher, sessionOf, startTestProduct, type TestProduct, type TestUser } from "../testing/product.ts";
import { settledSubjects } from "../testing/traces.ts";
import { switchOnTwoStep } from "../testing/two-step.ts";

const clock = createVirtualClock();
const CEILING = limits["login:guesses"].burst;
let product: TestProduct;
let owner: TestUser;

beforeAll(async () => {
  product = await startTestProduct({ clock, overrides: { hasher: cheapHasher } });
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  owner = await product.makeUser();
});
afterAll(() => product.close());

const logIn = (password: string, more: object = {}, cookie = "") =>
  product.send("POST", "/auth/login", { body: { email: owner.email, password, ...more }, headers: { cookie } });
/** Each guess comes from a new address. */
async function guessMany(count: number): Promise<readonly unknown[]> {
  const codes: unknown[] = [];
  for (let n = 0; n < count; n += 1) codes.push((await logIn(`guess number ${n}`)).json().code);
  return codes;
}

describe("guesses at one password from many addresses", () => {
  it("reach a ceiling, above which no reply reveals whether a password is right", async () => {
    expect(await guessMany(CEILING)).toEqual(Array(CEILING).fill("bad_credentials"));
    const [wrong, right] = [await logIn("one more"), await logIn(owner.password)];
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, "login_code_required"]);
    expect([right.statusCode, right.body]).toEqual([wrong.statusCode, wrong.body]);
    expect(right.headers["set-cookie"]).toBeUndefined();
  });

  it("never lock the owner out: a mailed code signs in, and wrong guesses alone never send one", async () => {
    await guessMany(CEILING + 5);
    expect(await settledSubjects(product, owner.email)).toEqual([]);
    await logIn(owner.password);
    const code = await product.latestCode(owner.email);
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    expect((await logIn("one more", { mail_code: code })).json().code).toBe("code_wrong");
    expect((await logIn(owner.password, { mail_code: other })).json().code).toBe("code_wrong");
    expect((await logIn(owner.password, { mail_code: code })).statusCode).toBe(200);
    expect((await logIn(owner.password, { mail_code: code })).json().code).toBe("code_wrong");
  });

  it("still require the second factor after the mailed code", async () => {
    const twoStep = await switchOnTwoStep(product, clock, await product.signIn(owner));
    await guessMany(CEILING);
    await logIn(owner.password);
    const code = await product.latestCode(owner.email);
    expect((await logIn(owner.password, { mail_code: code })).json().code).toBe("totp_required");
    clock.advance(MINUTE_MS);
    expect((await logIn(owner.password, { mail_code: code, totp: twoStep.code() })).statusCode).toBe(200);
  });

  it("do not affect a known device or right passwords", async () => {
    const before = await logIn(owner.password);
    const device = cookieIn(before, "device");
    for (let n = 0; n < CEILING + 5; n += 1) expect((await logIn(owner.password)).statusCode).toBe(200);
    await guessMany(CEILING);
    expect((await logIn(owner.password, {}, device)).statusCode).toBe(200);
    for (const forged of ["device=abc.def", `${device}x`, device.replace("device=", "device=x")])
      expect((await logIn(owner.password, {}, forged)).json().code).toBe("login_code_required");
  });

  it("are forgotten after a day", async () => {
    await guessMany(CEILING);
    clock.advance(DAY_MS);
    expect((await logIn(owner.password)).statusCode).toBe(200);
  });
});

describe("mails that a stranger requests", () => {
  const forget = (cookie: string, ip?: string) =>
    product.send("POST", "/auth/forgot-password", {
      body: { email: owner.email },
      headers: { cookie },
      ...(ip === undefined ? {} : { ip }),
    });

  it("do not stop the owner from requesting a password reset", async () => {
    const device = cookieIn(await logIn(owner.password), "device");
    expect((await forget("")).statusCode).toBe(200);
    expect((await forget("")).statusCode).toBe(200); // another requester's minute is not the owner's
    for (let n = 0; n < 30; n += 1) await forget("");
    expect((await forget("")).statusCode).toBe(429);
    expect((await forget(device)).statusCode).toBe(200);
  });

  it("contain no text that the stranger wrote", async () => {
    const email = `quoted-${owner.email}`;
    const name = "URGENT account frozen, go to http://evil.example/unlock";
    await product.send("POST", "/auth/signup", {
      body: { name, email, password: "first-password", dob: "1990-05-01" },
    });
    await product.latestCode(email);
    const [mail] = await product.mailsTo(email);
    expect(JSON.stringify(mail)).not.toContain("evil.example");
  });
});

describe("a common password", () => {
  const profileOf = async (as: ReturnType<typeof sessionOf>) =>
    (await product.send("GET", "/auth/profile", { as })).json();

  it("is never refused, and the owner is warned until the password changes", async () => {
    owner = await product.makeUser({ password: "123456" });
    const session = await product.signIn(owner);
    expect((await profileOf(session)).has_common_password).toBe(true);
    const body = { current_password: "123456", password: "tr4ding-at-dawn" };
    const changed = await product.send("PUT", "/auth/password", { as: session, body });
    expect((await profileOf(sessionOf(changed))).has_common_password).toBeUndefined();
  });

  it("causes no warning when a second factor is on", async () => {
    owner = await product.makeUser({ password: "password" });
    const session = await product.signIn(owner);
    await switchOnTwoStep(product, clock, session);
    expect((await profileOf(session)).has_common_password).toBeUndefined();
  });
});
