import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appCode, fromBase32 } from "../../testing/authenticator-app.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";
import { auditKindsOf, dumpDatabase, otherCode, tablesWith } from "../../testing/traces.ts";

const STEP_MS = 30 * SECOND_MS;
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605";

const clock = createVirtualClock();
let product: TestProduct;
let asha: TestUser;
let here: TestSession;

beforeAll(async () => {
  product = await startTestProduct({ clock });
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
  here = await product.signIn(asha);
});
afterAll(() => product.close());

const codeOf = (secret: string, stepsAway = 0) => appCode(secret, clock.now() + stepsAway * STEP_MS);
const start = (password = asha.password, as = here) =>
  product.send("POST", "/auth/totp/start", { as, body: { password } });
const confirm = (code: string, as = here) => product.send("POST", "/auth/totp/confirm", { as, body: { code } });
const disable = (code: string, password = asha.password) =>
  product.send("DELETE", "/auth/totp", { as: here, body: { password, code } });
const logIn = (totp?: string, password = asha.password) =>
  product.send("POST", "/auth/login", {
    body: { email: asha.email, password, ...(totp === undefined ? {} : { totp }) },
  });
const security = async () => (await product.send("GET", "/auth/security", { as: here })).json();

/** Enables the authenticator and advances the clock to the step after the confirming code. */
async function switchOn(): Promise<string> {
  const { secret } = (await start()).json();
  expect((await confirm(codeOf(secret))).statusCode).toBe(200);
  clock.advance(STEP_MS);
  return secret;
}

describe("enabling the authenticator", () => {
  it("enabling the authenticator returns a secret, its address and its picture, and takes effect with the first right code", async () => {
    const started = (await start()).json();
    expect(fromBase32(started.secret)).toHaveLength(20);
    const address = new URL(started.otpauth_url);
    expect(address.href).toMatch(/^otpauth:\/\/totp\//);
    expect(address.searchParams.get("secret")).toBe(started.secret);
    expect(address.searchParams.get("issuer")).toBe("Vriddhi");
    expect(decodeURIComponent(address.pathname)).toContain(asha.email);
    expect(started.qr_svg).toMatch(/^<svg/);
    expect(await security()).toMatchObject({ totp_enabled: false, recovery_codes_left: 0 });
    expect((await logIn()).statusCode).toBe(200);

    const confirmed = await confirm(codeOf(started.secret));
    expect(confirmed.json().recovery_codes).toHaveLength(10);
    expect(await security()).toMatchObject({ totp_enabled: true, recovery_codes_left: 10 });
    expect(await auditKindsOf(product, asha.id)).toContain("totp_enabled");
  });

  it("enabling the authenticator requires the password", async () => {
    expect((await start("not-my-password")).json()).toMatchObject({ code: "wrong_password" });
    expect((await confirm("123456")).json()).toMatchObject({ code: "totp_not_started" });
  });

  it("the authenticator stays off after a wrong code", async () => {
    const { secret } = (await start()).json();
    const refused = await confirm(otherCode(codeOf(secret)));
    expect([refused.statusCode, refused.json().code]).toEqual([401, "totp_wrong"]);
    expect(await security()).toMatchObject({ totp_enabled: false });
    expect((await logIn()).statusCode).toBe(200);
  });

  it("the authenticator is enabled once when the code is sent several times concurrently", async () => {
    const { secret } = (await start()).json();
    const replies = await Promise.all([1, 2, 3, 4].map(() => confirm(codeOf(secret))));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const codes = await product.query("SELECT 1 FROM recovery_codes WHERE user_id = $1", [asha.id]);
    expect(codes).toHaveLength(10);
  });

  it("enabling a second authenticator answers 409, and the first one stays valid", async () => {
    const secret = await switchOn();
    const again = await start();
    expect([again.statusCode, again.json().code]).toEqual([409, "totp_already"]);
    const confirmed = await confirm(codeOf(secret));
    expect([confirmed.statusCode, confirmed.json().code]).toEqual([409, "totp_not_started"]);
    expect((await logIn(codeOf(secret))).statusCode).toBe(200);
  });

  it("an unconfirmed authenticator secret locks no user out", async () => {
    const stolen = (await start()).json().secret; // By an attacker with session and password.
    expect((await logIn()).statusCode).toBe(200);
    const { secret } = (await start()).json();
    expect((await confirm(codeOf(stolen))).json()).toMatchObject({ code: "totp_wrong" });
    expect((await confirm(codeOf(secret))).statusCode).toBe(200);
    clock.advance(STEP_MS);
    expect((await logIn(codeOf(stolen))).json()).toMatchObject({ code: "totp_wrong" });
    expect((await logIn(codeOf(secret))).statusCode).toBe(200);
  });

  it("never confirms an authenticator secret that another start replaced", async () => {
    for (let round = 0; round < 8; round += 1) {
      const first = (await start()).json().secret;
      const [confirmed, replaced] = await Promise.all([confirm(codeOf(first)), start()]);
      if (confirmed.statusCode === 200) {
        clock.advance(STEP_MS);
        expect((await logIn(codeOf(first))).statusCode).toBe(200);
        expect(replaced.statusCode === 200 ? (await logIn(codeOf(replaced.json().secret))).statusCode : 401).toBe(401);
      } else expect((await security()).totp_enabled).toBe(false);
      await product.query("DELETE FROM totp_factors WHERE user_id = $1", [asha.id]);
      clock.advance(15 * MINUTE_MS);
      here = await product.signIn(asha);
    }
  });

  it("stores the authenticator's secret encrypted: neither its letters nor its bytes are in the database", async () => {
    const secret = await switchOn();
    const bytes = fromBase32(secret);
    const dump = await dumpDatabase(product);
    const forms = [secret, bytes.toString("hex"), bytes.toString("base64"), bytes.toString("base64url")];
    for (const form of [...forms, Buffer.from(secret).toString("hex"), Buffer.from(secret).toString("base64url")])
      expect(tablesWith(dump, form)).toEqual([]);
    expect(dump.get("public.totp_factors")).toMatch(/v1\.1\./);
  });
});

describe("logging in with the authenticator on", () => {
  let secret: string;
  beforeEach(async () => {
    secret = await switchOn();
  });

  it("[A7.3] a login asks for the authenticator's code after the password, and starts no session before it is right", async () => {
    const [without, wrong] = [await logIn(), await logIn(otherCode(codeOf(secret)))];
    expect([without.statusCode, without.json().code]).toEqual([401, "totp_required"]);
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, "totp_wrong"]);
    expect([without.headers["set-cookie"], wrong.headers["set-cookie"]]).toEqual([undefined, undefined]);
    expect(await product.query("SELECT 1 FROM sessions WHERE user_id = $1", [asha.id])).toHaveLength(1);

    const right = await logIn(codeOf(secret));
    expect(right.statusCode).toBe(200);
    expect(right.headers["set-cookie"]).toBeDefined();
  });

  it("a wrong password does not reveal the authenticator", async () => {
    for (const totp of [undefined, codeOf(secret)])
      expect((await logIn(totp, "not-my-password")).json()).toMatchObject({ code: "bad_credentials" });
    expect((await logIn(codeOf(secret))).statusCode).toBe(200); // The code was not used up.
  });

  it("a login accepts the authenticator's code one step early or late and no further", async () => {
    expect((await logIn(codeOf(secret, -2))).json().code).toBe("totp_wrong");
    expect((await logIn(codeOf(secret, 2))).json().code).toBe("totp_wrong");
    clock.advance(STEP_MS);
    expect((await logIn(codeOf(secret, -1))).statusCode).toBe(200);
    expect((await logIn(codeOf(secret))).statusCode).toBe(200);
    expect((await logIn(codeOf(secret, 1))).statusCode).toBe(200);
  });

  it("a login accepts no authenticator code twice and none older than the last one", async () => {
    const [older, newer] = [codeOf(secret), codeOf(secret, 1)];
    expect((await logIn(newer)).statusCode).toBe(200);
    expect((await logIn(newer)).json().code).toBe("totp_wrong");
    expect((await logIn(older)).json().code).toBe("totp_wrong");
    clock.advance(2 * STEP_MS);
    expect((await logIn(codeOf(secret))).statusCode).toBe(200);
  });

  it("accepts one authenticator code once, also in concurrent logins", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => logIn(codeOf(secret))));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.json().code === "totp_wrong")).toHaveLength(7);
  });

  it("a login refuses another user's authenticator code", async () => {
    const kabir = await product.makeUser();
    const his = await product.signIn(kabir);
    const other = (await start(kabir.password, his)).json().secret;
    await confirm(appCode(other, clock.now()), his);
    clock.advance(STEP_MS);
    expect((await logIn(codeOf(other))).json().code).toBe("totp_wrong");
  });

  it("records a wrong authenticator code as a failed login", async () => {
    const before = await auditKindsOf(product, asha.id);
    await logIn(otherCode(codeOf(secret)));
    expect((await auditKindsOf(product, asha.id)).slice(before.length)).toEqual(["login_failed"]);
  });

  it("the authenticator is still required after a password reset", async () => {
    await product.send("POST", "/auth/forgot-password", { body: { email: asha.email } });
    const body = { email: asha.email, code: await product.latestCode(asha.email), password: "a-new-password" };
    expect((await product.send("POST", "/auth/reset-password", { body })).statusCode).toBe(200);
    expect((await logIn(undefined, body.password)).json().code).toBe("totp_required");
    expect((await logIn(codeOf(secret), body.password)).statusCode).toBe(200);
  });
});

describe("disabling the authenticator", () => {
  it("disabling the authenticator requires the password and a code, and leaves nothing behind", async () => {
    const secret = await switchOn();
    expect((await disable(codeOf(secret), "not-my-password")).json().code).toBe("wrong_password");
    expect((await disable(otherCode(codeOf(secret)))).json().code).toBe("totp_wrong");
    expect((await security()).totp_enabled).toBe(true);

    expect((await disable(codeOf(secret))).statusCode).toBe(200);
    expect(await security()).toMatchObject({ totp_enabled: false, recovery_codes_left: 0 });
    expect((await logIn()).statusCode).toBe(200);
    const dump = await dumpDatabase(product);
    for (const table of ["public.totp_factors", "public.recovery_codes"])
      expect(dump.get(table)).not.toContain(asha.id);
    expect(await auditKindsOf(product, asha.id)).toContain("totp_disabled");
    expect((await disable(codeOf(secret, 1))).json().code).toBe("totp_not_started");
  });

  it("disabling the authenticator refuses the code that has just opened a session", async () => {
    const secret = await switchOn();
    expect((await logIn(codeOf(secret))).statusCode).toBe(200);
    expect((await disable(codeOf(secret))).json().code).toBe("totp_wrong");
  });

  it("refuses to disable an unconfirmed authenticator", async () => {
    const { secret } = (await start()).json();
    expect((await disable(codeOf(secret))).json().code).toBe("totp_not_started");
  });

  it("limits guesses of the authenticator's code per account, from all addresses", async () => {
    const secret = await switchOn();
    for (let guess = 0; guess < 10; guess += 1) expect((await logIn("000000")).json().code).toMatch(/totp_wrong/);
    expect((await logIn(codeOf(secret))).json().code).toBe("too_many_requests");
    clock.advance(15 * MINUTE_MS);
    expect((await logIn(codeOf(secret))).statusCode).toBe(200);
  });

  it("notifies the owner of enabling and disabling the authenticator, with time and device", async () => {
    const body = { password: asha.password, code: codeOf(await switchOn()) };
    const headers = { "user-agent": PHONE };
    expect((await product.send("DELETE", "/auth/totp", { as: here, body, headers })).statusCode).toBe(200);
    await expect
      .poll(async () => (await product.mailsTo(asha.email)).map(({ subject }) => subject.split(" · ")[0]).sort())
      .toEqual(["Two-step sign-in is off", "Two-step sign-in is on"]);
    const mails = await product.mailsTo(asha.email);
    for (const { text } of mails) expect(text).toMatch(/When: \d+ \w+ 2026, \d+:\d\d [AP]M IST/);
    const off = mails.find(({ subject }) => subject.includes("is off"));
    expect(off?.text).toContain("Device: Safari on iPhone");
    expect(off?.html).not.toContain(PHONE);
  });
});
