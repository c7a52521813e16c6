import { createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Secret } from "../../platform/config/secret.ts";
import { createLogger } from "../../platform/log/logger.ts";
import { createGoogleClient } from "./google.client.ts";

const CLIENT_ID = "our-client";
const secrets = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) };
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

const ownKey = generateKeyPairSync("rsa", { modulusLength: 2048 });
const foreignKey = generateKeyPairSync("rsa", { modulusLength: 2048 });

function sign(claims: object, header: object, key: KeyObject): string {
  const text = `${base64(header)}.${base64(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key, "base64url")}`;
}

let server: Server;
let issuer: string;
let idToken: string;
let metadata: object;
let lines: string[];

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    incoming.resume();
    const replies: Record<string, unknown> = {
      "/.well-known/openid-configuration": metadata,
      "/certs": { keys: [{ ...ownKey.publicKey.export({ format: "jwk" }), kid: "own", alg: "RS256", use: "sig" }] },
      "/token": { access_token: "access-token", token_type: "Bearer", expires_in: 3599, id_token: idToken },
    };
    outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(replies[incoming.url ?? ""]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  lines = [];
  metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/certs`,
    id_token_signing_alg_values_supported: ["RS256"],
  };
});

const client = (at = issuer) =>
  createGoogleClient({
    issuer: at,
    clientId: CLIENT_ID,
    clientSecret: new Secret("our-secret"),
    redirectUri: "http://localhost:3000/google/callback",
    log: createLogger("debug", (line) => void lines.push(line)),
  });

const nowSeconds = () => Math.floor(performance.timeOrigin / 1000 + performance.now() / 1000);
const goodClaims = () => ({
  iss: issuer,
  aud: CLIENT_ID,
  sub: "112233",
  iat: nowSeconds(),
  exp: nowSeconds() + 3600,
  nonce: secrets.nonce,
  email: "Priya@Mail.Example",
  email_verified: true,
  name: "Priya Menon",
});
const header = { alg: "RS256", kid: "own", typ: "JWT" };
const exchange = () => client().exchange({ code: "a-code", state: secrets.state, iss: issuer }, secrets);

describe("an ID token", () => {
  it("[A7.8] a valid ID token identifies the user, with the normalised address", async () => {
    idToken = sign(goodClaims(), header, ownKey.privateKey);
    expect(await exchange()).toEqual({
      ok: true,
      value: { sub: "112233", email: "priya@mail.example", isEmailVerified: true, name: "Priya Menon" },
    });
  });

  it.each([
    ["is signed by a key that the provider does not publish", () => sign(goodClaims(), header, foreignKey.privateKey)],
    ["is not signed", () => `${base64({ alg: "none" })}.${base64(goodClaims())}.`],
    ["is for another client", () => sign({ ...goodClaims(), aud: "their-client" }, header, ownKey.privateKey)],
    ["is for another attempt", () => sign({ ...goodClaims(), nonce: "other" }, header, ownKey.privateKey)],
    ["has no nonce", () => sign({ ...goodClaims(), nonce: undefined }, header, ownKey.privateKey)],
    ["has run out", () => sign({ ...goodClaims(), exp: nowSeconds() - 60 }, header, ownKey.privateKey)],
    ["is another provider's", () => sign({ ...goodClaims(), iss: "https://x.example" }, header, ownKey.privateKey)],
    ["has no address", () => sign({ ...goodClaims(), email: undefined }, header, ownKey.privateKey)],
    ["has an address that is none", () => sign({ ...goodClaims(), email: "priya" }, header, ownKey.privateKey)],
    ["has an id that is no text", () => sign({ ...goodClaims(), sub: "\u0000" }, header, ownKey.privateKey)],
  ])("[A7.8] an ID token that %s is refused, and the log does not show it", async (_fault, forge) => {
    idToken = forge();
    expect(await exchange()).toEqual({ ok: false, error: "refused" });
    for (const secret of ["access-token", "a-code", "our-secret", idToken, secrets.verifier, "mail.example"])
      expect(lines.join("").toLowerCase()).not.toContain(secret.toLowerCase());
  });

  it.each([false, "true", undefined])("[A7.8] with email_verified %j verifies no address", async (value) => {
    idToken = sign({ ...goodClaims(), email_verified: value }, header, ownKey.privateKey);
    expect(await exchange()).toMatchObject({ ok: true, value: { isEmailVerified: false } });
  });

  it("an ID token may lack a name", async () => {
    idToken = sign({ ...goodClaims(), name: undefined }, header, ownKey.privateKey);
    expect(await exchange()).toMatchObject({ ok: true, value: { name: "" } });
  });
});

describe("the address of the sign-in provider", () => {
  it("the provider's address must be encrypted unless it is on this machine", () => {
    expect(() => client("http://accounts.example")).toThrow("GOOGLE_ISSUER must be an https address");
    for (const own of ["http://localhost:1", "http://[::1]:1", "https://accounts.example"])
      expect(() => client(own)).not.toThrow();
  });

  it("the provider's address must match its discovery document; once corrected, it is read again", async () => {
    const one = client();
    const right = metadata;
    metadata = { ...right, issuer: "https://other.example" };
    expect(await one.authorizationUrl(secrets)).toEqual({ ok: false, error: "unavailable" });
    metadata = right;
    expect(await one.authorizationUrl(secrets)).toMatchObject({ ok: true });
  });
});
