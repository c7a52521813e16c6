import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import fc from "fast-check";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPasskeyFixture, PASSKEY_ORIGIN, type PasskeyFixture, withPart } from "../../testing/passkey-fixture.ts";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";
import { type Answer, FLAGS, type SoftwareAuthenticator, type Twist } from "../../testing/software-authenticator.ts";

const FUZZ_RUNS = 60;

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
  asha = await product.makeUser();
  here = await product.signIn(asha);
  laptop = desk.makeAuthenticator();
});
afterAll(async () => {
  expect(product.log.filter((line) => line.includes("request failed"))).toEqual([]);
  await product.close();
});

/** Advances the clock by a minute and keeps the proof of the session recent. */
async function passMinute(): Promise<void> {
  clock.advance(60_000);
  await product.query("UPDATE sessions SET proved_at = $2 WHERE user_id = $1", [asha.id, new Date(clock.now())]);
}

const refused = { statusCode: 400, body: expect.stringContaining('"passkey_refused"') };
const ended = (reply: LightMyRequestResponse) => ({ status: reply.statusCode, code: reply.json().code });
const strangersKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

const twists: readonly (readonly [string, Twist])[] = [
  ["another site", { origin: "https://trade.vriddhi.example.evil.example" }],
  ["the site by another scheme", { origin: "https://trade.vriddhi.example" }],
  ["another port", { origin: `${PASSKEY_ORIGIN}:8443` }],
  ["another relying party", { rpId: "evil.example" }],
  ["the parent of our host", { rpId: "vriddhi.example" }],
  ["another challenge", { challenge: randomBytes(32).toString("base64url") }],
  ["no challenge", { challenge: "" }],
];

describe("adding a passkey is refused for", () => {
  it.each([
    ...twists,
    ["the other ceremony", { type: "webauthn.get" }],
    ["a person who was not verified", { flags: FLAGS.present | FLAGS.hasKey }],
    ["a person who was not there", { flags: FLAGS.verified | FLAGS.hasKey }],
    ["no key", { flags: FLAGS.present | FLAGS.verified }],
    ["an id longer than the standard's 1023 bytes", { credentialId: randomBytes(1_024) }],
    ["an id too long for any index", { credentialId: randomBytes(6_000) }],
    ["an empty id", { credentialId: Buffer.alloc(0) }],
  ] as const)("%s", async (_what, twist) => {
    expect(await desk.add(here, laptop, twist)).toMatchObject(refused);
    expect(await product.query("SELECT 1 FROM passkeys WHERE user_id = $1", [asha.id])).toEqual([]);
    expect((await desk.add(here, laptop)).statusCode).toBe(200);
  });

  it("a body without a session adds no passkey", async () => {
    const response = laptop.create(await desk.askToAdd(here));
    const reply = await product.send("POST", "/auth/passkeys", { body: { name: "Mine", response } });
    expect(reply.statusCode).toBe(401);
  });
});

describe("signing in with a passkey is refused for", () => {
  it.each([
    ...twists,
    ["the other ceremony", { type: "webauthn.create" }],
    ["a person who was not verified", { flags: FLAGS.present }],
    ["a person who was not there", { flags: FLAGS.verified }],
    ["a stranger's key", { key: strangersKey }],
    ["an unknown passkey", { credentialId: randomBytes(32) }],
  ] as const)("%s", async (_what, twist) => {
    await desk.add(here, laptop);
    const reply = await desk.logIn(laptop, twist);
    expect(reply).toMatchObject(refused);
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect((await desk.logIn(laptop)).statusCode).toBe(200);
  });

  it("another user's passkey id with an own signature signs no user in", async () => {
    const kabir = await product.makeUser();
    const his = desk.makeAuthenticator();
    await desk.add(here, laptop);
    await desk.add(await product.signIn(kabir), his);
    const credentialId = Buffer.from(laptop.credentialId, "base64url");
    expect(await desk.logIn(his, { credentialId, counter: 99 })).toMatchObject(refused);
  });
});

/** Bit flips begin after these bytes, which encode numbers that may be decoded leniently. */
const SIGNATURE_NUMBERS = 40;

function flipBit(bytes: Buffer, from: number, at: number): string {
  const bit = at % ((bytes.length - from) * 8);
  const place = from + (bit >> 3);
  bytes[place] = (bytes[place] ?? 0) ^ (1 << (bit & 7));
  return bytes.toString("base64url");
}

describe("malformed passkey input", () => {
  const nonsense = [
    {},
    { id: "" },
    { id: 5 },
    { id: null, rawId: null },
    { id: { toString: "x" }, response: [] },
    { id: "a", rawId: "a", type: "public-key" },
    { id: "a", rawId: "a", type: "public-key", response: "b" },
    { id: "a", rawId: "a", type: "public-key", response: { clientDataJSON: 7 } },
    { id: "a", rawId: "a", type: "public-key", response: { clientDataJSON: "bnVsbA" } },
    { id: "a".repeat(40_000), rawId: "a", type: "public-key" },
  ];

  it.each(nonsense)("refuses a malformed passkey answer without an error: %j", async (response) => {
    await desk.askToAdd(here);
    expect(await desk.postAdd(here, response)).toMatchObject(refused);
    const { challengeId } = await desk.askToLogIn();
    expect(await desk.postLogIn(challengeId, response)).toMatchObject(refused);
  });

  it.each([
    { transports: 5 },
    { transports: "usb" },
    { transports: { length: 3 } },
    { transports: null },
    { transports: [null, "usb"] },
    { transports: [["a"], ["b", "c"]] },
    { transports: [{ a: 1 }] },
    { transports: ["usb", "usb", "x".repeat(5_000)] },
  ])("leaves out malformed passkey transports: %j", async ({ transports }) => {
    const answer = withPart(laptop.create(await desk.askToAdd(here)), "transports", transports);
    expect((await desk.postAdd(here, answer)).statusCode).toBe(200);
    const [row] = await product.query<{ transports: string[] }>("SELECT transports FROM passkeys WHERE user_id = $1", [
      asha.id,
    ]);
    expect(["usb"]).toEqual(expect.arrayContaining(row?.transports ?? ["none stored"]));
    expect((await product.send("POST", "/auth/passkeys/options", { as: here })).statusCode).toBe(200);
    expect((await desk.logIn(laptop)).statusCode).toBe(200);
  });

  it("a malformed field of a passkey answer never breaks the server", async () => {
    await desk.add(here, laptop);
    const places = fc.constantFrom(
      "id",
      "rawId",
      "type",
      "response",
      "response.clientDataJSON",
      "response.attestationObject",
      "response.authenticatorData",
      "response.signature",
      "response.userHandle",
      "response.transports",
      "clientExtensionResults",
    );
    await fc.assert(
      fc.asyncProperty(places, fc.jsonValue({ maxDepth: 3 }), async (place, value) => {
        const [outer = "", inner] = place.split(".");
        const spoil = (answer: Answer) =>
          inner === undefined ? { ...answer, [outer]: value } : withPart(answer, inner, value);
        const another = desk.makeAuthenticator();
        const added = await desk.postAdd(here, spoil(another.create(await desk.askToAdd(here))));
        const asked = await desk.askToLogIn();
        const entered = await desk.postLogIn(asked.challengeId, spoil(laptop.get(asked)));
        expect([200, 400]).toContain(added.statusCode);
        expect([200, 400]).toContain(entered.statusCode);
        await product.query("DELETE FROM passkeys WHERE credential_id = $1", [another.credentialId]);
        await passMinute();
      }),
      { numRuns: FUZZ_RUNS },
    );
  });

  it("refuses a passkey answer with any single bit of the signed data changed", async () => {
    await desk.add(here, laptop);
    const parts = fc.constantFrom("clientDataJSON", "authenticatorData", "signature");
    await fc.assert(
      fc.asyncProperty(parts, fc.nat({ max: 10_000 }), async (part, at) => {
        const asked = await desk.askToLogIn();
        const answer = laptop.get(asked);
        const bytes = Buffer.from(String(answer.response[part]), "base64url");
        const flipped = flipBit(bytes, part === "signature" ? SIGNATURE_NUMBERS : 0, at);
        const reply = await desk.postLogIn(asked.challengeId, withPart(answer, part, flipped));
        expect(ended(reply)).toEqual({ status: 400, code: "passkey_refused" });
        await passMinute();
      }),
      { numRuns: FUZZ_RUNS },
    );
    expect((await desk.logIn(laptop)).statusCode).toBe(200);
  });

  it("an attestation with any single bit changed never breaks the server", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 10_000 }), async (at) => {
        const answer = laptop.create(await desk.askToAdd(here));
        const bytes = Buffer.from(String(answer.response["attestationObject"]), "base64url");
        const reply = await desk.postAdd(here, withPart(answer, "attestationObject", flipBit(bytes, 0, at)));
        expect([200, 400]).toContain(reply.statusCode);
        await product.query("DELETE FROM passkeys WHERE user_id = $1", [asha.id]);
        await passMinute();
      }),
      { numRuns: FUZZ_RUNS },
    );
  });
});
