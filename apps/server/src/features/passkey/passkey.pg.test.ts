import { MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appCode } from "../../testing/authenticator-app.ts";
import {
  createPasskeyFixture,
  PASSKEY_HOST,
  PASSKEY_ORIGIN,
  type PasskeyFixture,
  visitorOf,
} from "../../testing/passkey-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";
import type { SoftwareAuthenticator } from "../../testing/software-authenticator.ts";
import { auditKindsOf } from "../../testing/traces.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: PasskeyFixture;
let asha: TestUser;
let here: TestSession;
let laptop: SoftwareAuthenticator;

beforeAll(async () => {
  product = await startTestProduct({ clock, env: { PUBLIC_URL: PASSKEY_ORIGIN } });
  desk = createPasskeyFixture(product);
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  asha = await product.makeUser();
  here = await product.signIn(asha);
  laptop = desk.makeAuthenticator();
});
afterAll(() => product.close());

const passkeysOf = async (as: TestSession) => (await product.send("GET", "/auth/security", { as })).json().passkeys;
const remove = (id: string, as = here) => product.send("DELETE", `/auth/passkeys/${id}`, { as });
const refused = { statusCode: 400, body: expect.stringContaining('"passkey_refused"') };

describe("a passkey", () => {
  it("a passkey is added, listed, and signs its owner in without a password", async () => {
    const added = await desk.add(here, laptop);
    expect(added.statusCode).toBe(200);
    const { id } = added.json();
    expect(await passkeysOf(here)).toEqual([
      { id, name: "My laptop", created_at: new Date(clock.now()).toISOString() },
    ]);

    const entered = await desk.logIn(laptop);
    expect(entered.json().user).toMatchObject({ id: asha.id, email: asha.email, role: "user" });
    expect(await visitorOf(product, entered)).toBe(asha.id);
    expect(await auditKindsOf(product, asha.id)).toEqual(["login", "passkey_added", "login"]);
  });

  it("a passkey is requested as discoverable and with user verification", async () => {
    await desk.add(here, laptop);
    const adding = (await product.send("POST", "/auth/passkeys/options", { as: here })).json().options;
    expect(adding).toMatchObject({
      rp: { id: PASSKEY_HOST, name: "Vriddhi" },
      user: { id: Buffer.from(asha.id).toString("base64url"), name: asha.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: laptop.credentialId }],
    });
    expect(Buffer.from(adding.challenge, "base64url").length).toBeGreaterThanOrEqual(16);
    const entering = (await product.send("POST", "/auth/passkeys/login-options")).json().options;
    expect(entering).toMatchObject({ rpId: PASSKEY_HOST, userVerification: "required" });
    expect(entering.allowCredentials ?? []).toEqual([]);
    expect(entering.challenge).not.toBe(adding.challenge);
  });

  it("a passkey works beside others, independently", async () => {
    const phone = desk.makeAuthenticator();
    const kabir = await product.makeUser();
    const his = desk.makeAuthenticator();
    for (const [as, key] of [
      [here, laptop],
      [here, phone],
      [await product.signIn(kabir), his],
    ] as const)
      expect((await desk.add(as, key)).statusCode).toBe(200);
    for (const [key, owner] of [
      [laptop, asha],
      [phone, asha],
      [his, kabir],
    ] as const)
      expect(await visitorOf(product, await desk.logIn(key))).toBe(owner.id);
  });

  it("a passkey counts as both factors: no code of the app is asked for", async () => {
    await desk.add(here, laptop);
    const body = { password: asha.password };
    const { secret } = (await product.send("POST", "/auth/totp/start", { as: here, body })).json();
    const code = appCode(secret, clock.now());
    await product.send("POST", "/auth/totp/confirm", { as: here, body: { code } });
    expect(await visitorOf(product, await desk.logIn(laptop))).toBe(asha.id);
  });

  it("a passkey can be synced by its vendor, without a counter", async () => {
    const synced = desk.makeAuthenticator(false);
    await desk.add(here, synced);
    for (let n = 0; n < 3; n += 1) expect((await desk.logIn(synced)).statusCode).toBe(200);
  });

  it("refuses a passkey whose counter does not rise: there is a copy", async () => {
    await desk.add(here, laptop, { counter: 7 });
    expect((await desk.logIn(laptop, { counter: 9 })).statusCode).toBe(200);
    for (const counter of [9, 8, 1, 0]) expect(await desk.logIn(laptop, { counter })).toMatchObject(refused);
    expect((await desk.logIn(laptop, { counter: 10 })).statusCode).toBe(200);
  });

  it("a passkey and its copy cannot both sign in, even concurrently", async () => {
    await desk.add(here, laptop, { counter: 1 });
    for (let counter = 2; counter < 8; counter += 1) {
      const asked = await Promise.all([1, 2, 3, 4].map(() => desk.askToLogIn()));
      const answers = asked.map((one) => ({ id: one.challengeId, response: laptop.get(one, { counter }) }));
      const replies = await Promise.all(answers.map(({ id, response }) => desk.postLogIn(id, response)));
      expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    }
  });

  it("a user is limited to ten passkeys", async () => {
    for (let n = 0; n < 10; n += 1) {
      expect((await desk.add(here, desk.makeAuthenticator())).statusCode).toBe(200);
      clock.advance(MINUTE_MS);
    }
    here = await product.signIn(asha);
    expect(await desk.add(here, laptop)).toMatchObject(refused);
    const [first] = await passkeysOf(here);
    expect((await remove(first.id)).statusCode).toBe(200);
    expect((await desk.add(here, laptop)).statusCode).toBe(200);
  });

  it("a passkey belongs to one account", async () => {
    await desk.add(here, laptop);
    const his = await product.signIn(await product.makeUser());
    expect(await desk.add(his, laptop)).toMatchObject(refused);
    expect(await desk.add(here, laptop)).toMatchObject(refused);
    expect(await visitorOf(product, await desk.logIn(laptop))).toBe(asha.id);
  });

  it("a passkey survives a password change", async () => {
    await desk.add(here, laptop);
    const body = { current_password: asha.password, password: "a-new-password" };
    expect((await product.send("PUT", "/auth/password", { as: here, body })).statusCode).toBe(200);
    expect(await visitorOf(product, await desk.logIn(laptop))).toBe(asha.id);
  });
});

describe("removing a passkey", () => {
  it("removing a passkey makes it invalid and is recorded", async () => {
    const { id } = (await desk.add(here, laptop)).json();
    expect((await remove(id)).statusCode).toBe(200);
    expect(await passkeysOf(here)).toEqual([]);
    expect(await desk.logIn(laptop)).toMatchObject(refused);
    expect((await auditKindsOf(product, asha.id)).at(-1)).toBe("passkey_removed");
    expect((await remove(id)).statusCode).toBe(404);
  });

  it("removing another user's passkey is a 404, and the passkey stays", async () => {
    const { id } = (await desk.add(here, laptop)).json();
    const his = await product.signIn(await product.makeUser());
    expect((await remove(id, his)).statusCode).toBe(404);
    expect((await desk.logIn(laptop)).statusCode).toBe(200);
  });
});

describe("a challenge for a passkey", () => {
  it("a passkey challenge expires after five minutes", async () => {
    const adding = await desk.askToAdd(here);
    clock.advance(5 * MINUTE_MS);
    expect(await desk.postAdd(here, laptop.create(adding))).toMatchObject(refused);
    const again = await desk.askToAdd(here);
    clock.advance(5 * MINUTE_MS - 1);
    expect((await desk.postAdd(here, laptop.create(again))).statusCode).toBe(200);

    const entering = await desk.askToLogIn();
    clock.advance(5 * MINUTE_MS);
    expect(await desk.postLogIn(entering.challengeId, laptop.get(entering))).toMatchObject(refused);
    const enteringAgain = await desk.askToLogIn();
    clock.advance(5 * MINUTE_MS - SECOND_MS);
    expect((await desk.postLogIn(enteringAgain.challengeId, laptop.get(enteringAgain))).statusCode).toBe(200);
  });

  it("a passkey challenge works once, with a right or a wrong answer", async () => {
    const adding = await desk.askToAdd(here);
    const response = laptop.create(adding);
    expect((await desk.postAdd(here, response)).statusCode).toBe(200);
    await remove((await passkeysOf(here))[0].id);
    expect(await desk.postAdd(here, response)).toMatchObject(refused);
    await desk.add(here, laptop);

    const entering = await desk.askToLogIn();
    const entry = laptop.get(entering);
    expect((await desk.postLogIn(entering.challengeId, entry)).statusCode).toBe(200);
    expect(await desk.postLogIn(entering.challengeId, entry)).toMatchObject(refused);
    const second = await desk.askToLogIn();
    expect(await desk.postLogIn(second.challengeId, { id: laptop.credentialId })).toMatchObject(refused);
    expect(await desk.postLogIn(second.challengeId, laptop.get(second))).toMatchObject(refused);
  });

  it("a passkey challenge starts one session when its answer comes several times concurrently", async () => {
    const synced = desk.makeAuthenticator(false);
    await desk.add(here, synced);
    const asked = await desk.askToLogIn();
    const entry = synced.get(asked);
    const replies = await Promise.all([1, 2, 3, 4].map(() => desk.postLogIn(asked.challengeId, entry)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400]);
  });

  it("a passkey challenge belongs to the caller: another user's is refused", async () => {
    const his = await product.signIn(await product.makeUser());
    const hers = await desk.askToAdd(here);
    expect(await desk.postAdd(his, laptop.create(hers))).toMatchObject(refused); // He has no challenge.
    await desk.askToAdd(his);
    expect(await desk.postAdd(his, laptop.create(hers))).toMatchObject(refused); // His challenge is another one.
    expect((await desk.postAdd(here, laptop.create(hers))).statusCode).toBe(200);
  });

  it("a challenge for adding a passkey does not work for signing in, nor the other way round", async () => {
    await desk.add(here, laptop);
    const adding = await desk.askToAdd(here);
    const [session] = (await product.send("GET", "/auth/sessions", { as: here })).json().sessions;
    expect(await desk.postLogIn(session.id, laptop.get(adding))).toMatchObject(refused);
    const entering = await desk.askToLogIn();
    expect(await desk.postAdd(here, desk.makeAuthenticator().create(entering))).toMatchObject(refused);
  });
});
