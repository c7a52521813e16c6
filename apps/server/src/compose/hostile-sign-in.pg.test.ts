import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { visitByGoogle } from "../testing/google-visit.ts";
import { createPasskeyFixture, PASSKEY_ORIGIN, type PasskeyFixture } from "../testing/passkey-fixture.ts";
import {
  cheapHasher,
  sessionOf,
  startTestProduct,
  type TestProduct,
  type TestSession,
  type TestUser,
} from "../testing/product.ts";
import { auditKindsOf, settledSubjects } from "../testing/traces.ts";
import { switchOnTwoStep } from "../testing/two-step.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: PasskeyFixture;
let owner: TestUser;
let session: TestSession;

beforeAll(async () => {
  product = await startTestProduct({
    clock,
    env: { PUBLIC_URL: PASSKEY_ORIGIN },
    overrides: { hasher: cheapHasher },
  });
  desk = createPasskeyFixture(product);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  owner = await product.makeUser();
  session = await product.signIn(owner);
});
afterAll(() => product.close());

const proveBy = (body: object, as = session) => product.send("POST", "/auth/proof", { as, body });
const codeOf = async (reply: Promise<{ statusCode: number; json(): { code?: string } }>) => {
  const { statusCode, json } = await reply.then((one) => ({ statusCode: one.statusCode, json: () => one.json() }));
  return [statusCode, json().code];
};
const PROOF = [428, "proof_required"];

/** Calls that open, close or take over the account. */
const guarded: [method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object][] = [
  ["PUT", "/auth/password", { current_password: "right-password", password: "another-password" }],
  ["POST", "/auth/email", { email: "new@example.com", password: "right-password" }],
  ["POST", "/auth/totp/start", {}],
  ["DELETE", "/auth/totp", { code: "123456" }],
  ["POST", "/auth/passkeys/options"],
  ["POST", "/auth/passkeys", { name: "Thief", response: {} }],
  ["DELETE", "/auth/passkeys/00000000-0000-4000-8000-000000000000"],
  ["DELETE", "/auth/google"],
  ["GET", "/auth/data"],
  ["POST", "/auth/delete-account", { password: "right-password", confirm: "DELETE" }],
];

describe("a stolen session", () => {
  it.each(guarded)(
    "%s %s requires fresh proof from exactly ten minutes after the login",
    async (method, path, body) => {
      const ask = () =>
        codeOf(product.send(method, path, body === undefined ? { as: session } : { as: session, body }));
      clock.advance(10 * MINUTE_MS);
      expect(await ask()).toEqual(PROOF);
      expect((await proveBy({ password: "guessed-password" })).statusCode).toBe(403);
      expect(await ask()).toEqual(PROOF);
      expect((await proveBy({ password: owner.password })).statusCode).toBe(200);
      clock.advance(10 * MINUTE_MS - 1);
      expect(await ask()).not.toEqual(PROOF);
    },
  );

  it("reads, starts and stops without fresh proof, because seconds matter at 9:08", async () => {
    clock.advance(11 * 60 * MINUTE_MS);
    for (const path of ["/auth/profile", "/auth/security", "/auth/sessions", "/algorithm/all-status"])
      expect((await product.send("GET", path, { as: session })).statusCode).toBe(200);
    const stopped = await product.send("POST", "/algorithm/stop", { as: session, body: {} });
    expect(stopped.statusCode).not.toBe(428);
  });

  it("allows ten guesses at the password as fresh proof", async () => {
    clock.advance(10 * MINUTE_MS);
    const codes: unknown[] = [];
    for (let n = 0; n < 11; n += 1) codes.push((await proveBy({ password: `guess ${n}` })).json().code);
    expect(codes).toEqual([...Array<string>(10).fill("wrong_password"), "too_many_requests"]);
    expect((await proveBy({})).json().code).toBe("proof_refused");
  });

  it("cannot add a passkey by the password alone when an authenticator is on", async () => {
    const twoStep = await switchOnTwoStep(product, clock, session);
    clock.advance(11 * MINUTE_MS);
    expect(await codeOf(proveBy({ password: owner.password }))).toEqual([401, "totp_required"]);
    expect(await codeOf(proveBy({ code: "000000" }))).toEqual([401, "totp_wrong"]);
    expect(await codeOf(product.send("POST", "/auth/passkeys/options", { as: session }))).toEqual(PROOF);
    expect((await proveBy({ code: twoStep.code() })).statusCode).toBe(200);
    expect((await product.send("POST", "/auth/passkeys/options", { as: session })).statusCode).toBe(200);
  });

  it("accepts the owner's passkey as fresh proof, and no other user's", async () => {
    const [own, foreign] = [desk.makeAuthenticator(), desk.makeAuthenticator()];
    const thief = await product.signIn(await product.makeUser());
    await desk.add(session, own);
    await desk.add(thief, foreign);
    clock.advance(11 * MINUTE_MS);
    const answer = async (key: typeof own) => {
      const asked = await desk.askToLogIn();
      return proveBy({ passkey: { challenge_id: asked.challengeId, response: key.get(asked) } });
    };
    expect(await codeOf(answer(foreign))).toEqual([400, "passkey_refused"]);
    expect((await answer(own)).statusCode).toBe(200);
    expect((await product.send("GET", "/auth/data", { as: session })).statusCode).toBe(200);
  });

  it("ends with all other sessions by one call", async () => {
    const stolen = await product.signIn(owner);
    expect((await product.send("DELETE", "/auth/sessions", { as: session })).statusCode).toBe(200);
    const alive = async (as: TestSession) => (await product.send("GET", "/auth/profile", { as })).statusCode;
    expect([await alive(stolen), await alive(session)]).toEqual([401, 200]);
  });
});

describe("a Google sign-in", () => {
  const linked = async () => {
    const visit = await visitByGoogle(product, owner.email);
    const entered = await visit.confirm({ password: owner.password });
    expect(entered.statusCode).toBe(200);
    return sessionOf(entered);
  };

  it("is linked to an existing account only after its password, and the owner is notified", async () => {
    const visit = await visitByGoogle(product, owner.email);
    expect([visit.arrived.statusCode, visit.arrived.json().code]).toEqual([401, "google_link_unproved"]);
    expect(await codeOf(visit.confirm({}))).toEqual([401, "google_link_unproved"]);
    expect(await codeOf(visit.confirm({ password: "guessed-password" }))).toEqual([403, "wrong_password"]);
    expect(await product.query("SELECT 1 FROM users WHERE id = $1 AND google_sub IS NOT NULL", [owner.id])).toEqual([]);
    const entered = await visit.confirm({ password: owner.password });
    expect(entered.json().user.id).toBe(owner.id);
    expect(await settledSubjects(product, owner.email)).toContain("Google sign-in was linked · Vriddhi");
    expect(await auditKindsOf(product, owner.id)).toContain("google_linked");
    expect((await visitByGoogle(product, owner.email)).arrived.json().user.id).toBe(owner.id);
  });

  it("asks for the authenticator's code, if one is on, at the first link and at each later sign-in", async () => {
    const twoStep = await switchOnTwoStep(product, clock, session);
    const first = await visitByGoogle(product, owner.email);
    expect(await codeOf(first.confirm({ password: owner.password }))).toEqual([401, "totp_required"]);
    clock.advance(60 * SECOND_MS);
    const body = { password: owner.password, totp: twoStep.code() };
    expect((await first.confirm(body)).json().user.id).toBe(owner.id);

    const second = await visitByGoogle(product, owner.email);
    expect([second.arrived.statusCode, second.arrived.json().code]).toEqual([401, "totp_required"]);
    expect(String(second.arrived.headers["set-cookie"])).not.toContain("session=");
    expect(await codeOf(second.confirm({ totp: "000000" }))).toEqual([401, "totp_wrong"]);
    clock.advance(60 * SECOND_MS);
    expect((await second.confirm({ totp: twoStep.code() })).json().user.id).toBe(owner.id);
  });

  it("is refused with an old, invented or missing ticket", async () => {
    const visit = await visitByGoogle(product, owner.email);
    clock.advance(10 * MINUTE_MS);
    expect(await codeOf(visit.confirm({ password: owner.password }))).toEqual([400, "google_failed"]);
    for (const cookie of ["", "google_ticket=made-up"]) {
      const reply = product.send("POST", "/google-auth/confirm", {
        body: { password: owner.password },
        headers: { cookie },
      });
      expect(await codeOf(reply)).toEqual([400, "google_failed"]);
    }
  });

  it("is linked at once by a signed-in user with fresh proof, and never to a second account", async () => {
    const { arrived } = await visitByGoogle(product, owner.email, session);
    expect(arrived.json().user.id).toBe(owner.id);
    const other = await product.signIn(await product.makeUser());
    const elsewhere = await visitByGoogle(product, owner.email, other);
    expect([elsewhere.arrived.statusCode, elsewhere.arrived.json().code]).toEqual([409, "google_link_elsewhere"]);
  });

  it("is unlinked by its owner, who is notified, and opens nothing from then on", async () => {
    const as = await linked();
    expect((await product.send("DELETE", "/auth/google", { as })).statusCode).toBe(200);
    expect(await settledSubjects(product, owner.email)).toContain("Google sign-in was removed · Vriddhi");
    expect((await visitByGoogle(product, owner.email)).arrived.json().code).toBe("google_link_unproved");
    expect((await product.send("DELETE", "/auth/google", { as })).statusCode).toBe(404);
  });

  it("cannot be unlinked when it is the account's only credential", async () => {
    const as = await linked();
    await product.query("UPDATE users SET password_hash = NULL WHERE id = $1", [owner.id]);
    expect(await codeOf(product.send("DELETE", "/auth/google", { as }))).toEqual([409, "last_way_in"]);
  });
});

describe("a mailed reset", () => {
  it("lists the passkeys that still open the account, and removes them at the resetting browser's request", async () => {
    const key = desk.makeAuthenticator();
    await desk.add(session, key);
    await product.send("POST", "/auth/forgot-password", { body: { email: owner.email } });
    const body = { email: owner.email, code: await product.latestCode(owner.email), password: "another-password" };
    const reset = await product.send("POST", "/auth/reset-password", { body });
    expect(reset.json().passkeys).toEqual([{ name: "My laptop", created_at: expect.any(String) }]);
    const end = (cookie: string) => product.send("POST", "/auth/reset-password/end-passkeys", { headers: { cookie } });
    const [ticket = ""] = String(reset.headers["set-cookie"]).split(";");
    for (const cookie of ["", `${ticket}x`, ticket.replace(owner.id, "00000000-0000-4000-8000-000000000000")])
      expect((await end(cookie)).json().code).toBe("code_expired");
    expect((await end(ticket)).statusCode).toBe(200);
    expect((await desk.logIn(key)).statusCode).toBe(400);
    expect(await settledSubjects(product, owner.email)).toContain("All passkeys were removed · Vriddhi");
  });

  it("lets no browser remove passkeys after ten minutes", async () => {
    await desk.add(session, desk.makeAuthenticator());
    await product.send("POST", "/auth/forgot-password", { body: { email: owner.email } });
    const body = { email: owner.email, code: await product.latestCode(owner.email), password: "another-password" };
    const [cookie = ""] = String(
      (await product.send("POST", "/auth/reset-password", { body })).headers["set-cookie"],
    ).split(";");
    clock.advance(10 * MINUTE_MS);
    const late = await product.send("POST", "/auth/reset-password/end-passkeys", { headers: { cookie } });
    expect(late.json().code).toBe("code_expired");
  });
});

describe("a lost phone", () => {
  it("does not lock the owner out: a passkey switches the authenticator off without a code", async () => {
    await switchOnTwoStep(product, clock, session);
    const key = desk.makeAuthenticator();
    await desk.add(session, key);
    const as = sessionOf(await desk.logIn(key));
    expect((await product.send("DELETE", "/auth/totp", { as, body: {} })).statusCode).toBe(200);
    expect(await settledSubjects(product, owner.email)).toContain("Two-step sign-in is off · Vriddhi");
  });

  it("does not lock the owner out: a recovery code opens the account and switches the authenticator off", async () => {
    const { recoveryCodes } = await switchOnTwoStep(product, clock, session);
    const [first = "", second = ""] = recoveryCodes;
    const body = { email: owner.email, password: owner.password, totp: first };
    const as = sessionOf(await product.send("POST", "/auth/login", { body }));
    expect(await codeOf(product.send("DELETE", "/auth/totp", { as, body: {} }))).toEqual([401, "totp_required"]);
    expect((await product.send("DELETE", "/auth/totp", { as, body: { code: second } })).statusCode).toBe(200);
  });
});

describe("the owner", () => {
  it("is notified of an added and a removed passkey, and of the account's deletion", async () => {
    const added = await desk.add(session, desk.makeAuthenticator());
    await product.send("DELETE", `/auth/passkeys/${added.json().id}`, { as: session });
    const body = { password: owner.password, confirm: "DELETE" };
    expect((await product.send("POST", "/auth/delete-account", { as: session, body })).statusCode).toBe(200);
    // They are sent concurrently, in any order.
    expect((await settledSubjects(product, owner.email)).toSorted()).toEqual([
      "A passkey was added · Vriddhi",
      "A passkey was removed · Vriddhi",
      "Your Vriddhi account was deleted",
    ]);
  });
});
