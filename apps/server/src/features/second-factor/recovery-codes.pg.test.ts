import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appCode } from "../../testing/authenticator-app.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";
import { auditKindsOf, dumpDatabase, settledSubjects, tablesWith } from "../../testing/traces.ts";

const clock = createVirtualClock();
let product: TestProduct;
let asha: TestUser;
let here: TestSession;
let codes: readonly string[];

beforeAll(async () => {
  product = await startTestProduct({ clock });
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
  here = await product.signIn(asha);
  codes = (await switchOn(asha, here)).codes;
});
afterAll(() => product.close());

async function switchOn({ password }: TestUser, as: TestSession) {
  const { secret } = (await product.send("POST", "/auth/totp/start", { as, body: { password } })).json();
  const body = { code: appCode(secret, clock.now()) };
  const confirmed = await product.send("POST", "/auth/totp/confirm", { as, body });
  return { secret, codes: confirmed.json().recovery_codes as readonly string[] };
}

const codeNumber = (n: number): string => codes[n] ?? "";
const logIn = (totp: string, user = asha) =>
  product.send("POST", "/auth/login", { body: { email: user.email, password: user.password, totp } });
const left = async () => (await product.send("GET", "/auth/security", { as: here })).json().recovery_codes_left;

describe("recovery codes", () => {
  it("recovery codes are ten different, unambiguous ones, shown once and stored as hashes", async () => {
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
    const dump = await dumpDatabase(product);
    for (const code of codes)
      for (const form of [code, code.replace("-", ""), Buffer.from(code.replace("-", "")).toString("hex")])
        expect(tablesWith(dump, form)).toEqual([]);
  });

  it("each recovery code opens one session instead of the app's code, which is recorded and mailed to the owner", async () => {
    expect((await logIn(codeNumber(0))).statusCode).toBe(200);
    expect(await left()).toBe(9);
    expect((await auditKindsOf(product, asha.id)).slice(-2)).toEqual(["recovery_code_used", "login"]);
    expect(await settledSubjects(product, asha.email)).toContain("A recovery code was used · Vriddhi");
    const notice = (await product.mailsTo(asha.email)).find(({ subject }) => subject.startsWith("A recovery code"));
    expect(notice?.text).toMatch(/Device: .+\nWhen: \d+ \w+ 2026, \d+:\d\d [AP]M IST/);
    expect((await logIn(codeNumber(0))).json().code).toBe("totp_wrong");
    clock.advance(15 * MINUTE_MS); // Eleven tries exceed an account's limit.
    for (const code of codes.slice(1)) expect((await logIn(code)).statusCode).toBe(200);
    expect(await left()).toBe(0);
  });

  it("a recovery code works once in concurrent use", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => logIn(codeNumber(3))));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await left()).toBe(9);
    const used = (await auditKindsOf(product, asha.id)).filter((kind) => kind === "recovery_code_used");
    expect(used).toHaveLength(1);
  });

  it("recovery codes may be typed in lower case and without the dash", async () => {
    expect((await logIn(codeNumber(0).toLowerCase())).statusCode).toBe(200);
    expect((await logIn(` ${codeNumber(1).replace("-", " ")} `)).statusCode).toBe(200);
  });

  it("a wrong password does not use up a recovery code", async () => {
    expect((await logIn(codeNumber(0), { ...asha, password: "not-my-password" })).statusCode).toBe(401);
    expect(await left()).toBe(10);
  });

  it("recovery codes open no other account", async () => {
    const kabir = await product.makeUser();
    const his = await switchOn(kabir, await product.signIn(kabir));
    expect((await logIn(codeNumber(0), kabir)).json().code).toBe("totp_wrong");
    expect((await logIn(his.codes[0] ?? "")).json().code).toBe("totp_wrong");
    expect(await left()).toBe(10);
  });

  it("recovery codes also disable the authenticator, and are invalid after that", async () => {
    const body = { password: asha.password, code: codeNumber(5) };
    expect((await product.send("DELETE", "/auth/totp", { as: here, body })).statusCode).toBe(200);
    clock.advance(30 * SECOND_MS);
    const again = await switchOn(asha, here);
    expect(again.codes.filter((code) => codes.includes(code))).toEqual([]);
    expect((await logIn(codeNumber(0))).json().code).toBe("totp_wrong");
    expect((await logIn(again.codes[0] ?? "")).statusCode).toBe(200);
  });

  it("recovery codes do not confirm an unconfirmed authenticator", async () => {
    const body = { password: asha.password, code: codeNumber(0) };
    await product.send("DELETE", "/auth/totp", { as: here, body });
    await product.send("POST", "/auth/totp/start", { as: here, body: { password: asha.password } });
    const confirmed = await product.send("POST", "/auth/totp/confirm", { as: here, body: { code: codeNumber(1) } });
    expect(confirmed.json().code).toBe("invalid_input");
  });
});
