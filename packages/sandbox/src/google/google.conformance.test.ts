import * as oc from "openid-client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFaults, type Faults } from "../faults/faults.ts";
import { type GoogleSimulator, startGoogle } from "./start-google.ts";
import { type Choice, createVisitor, type Visitor } from "./visitor.ts";

const CLIENT_ID = "sandbox-client.apps.example";
const CLIENT_SECRET = "sandbox-client-secret";
const REDIRECT_URI = "http://localhost:3000/google/callback";

let faults: Faults;
let google: GoogleSimulator;
let redirectUris: readonly string[];
let visitor: Visitor;
let printed: ReturnType<typeof vi.spyOn>[];

beforeEach(async () => {
  printed = (["log", "info", "warn", "error"] as const).map((level) => vi.spyOn(console, level));
  faults = createFaults();
  redirectUris = [REDIRECT_URI];
  google = await startGoogle({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUris: () => redirectUris,
    faults,
  });
  visitor = createVisitor();
});

afterEach(async () => {
  await google.stop();
  for (const level of printed) expect(level).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

const discover = (secret = CLIENT_SECRET) =>
  oc.discovery(new URL(google.issuer), CLIENT_ID, secret, undefined, {
    execute: [oc.allowInsecureRequests, oc.enableNonRepudiationChecks],
    timeout: 1,
  });

const account = (email: string) => {
  const found = google.accounts.find((one) => one.email === email);
  if (!found) throw new Error(`no account ${email}`);
  return found;
};
const priya = () => account("priya.menon@mail.example");
const demo = () => account("demo@vriddhi.example");

async function ask(config: oc.Configuration, more: Record<string, string> = { prompt: "select_account" }) {
  const checks = {
    pkceCodeVerifier: oc.randomPKCECodeVerifier(),
    expectedState: oc.randomState(),
    expectedNonce: oc.randomNonce(),
    idTokenExpected: true,
  };
  const authUrl = oc.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: "openid email profile",
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: "S256",
    ...more,
  });
  return { checks, authUrl: authUrl.href };
}

async function signIn(config: oc.Configuration, choice: Choice, more?: Record<string, string>) {
  const { checks, authUrl } = await ask(config, more);
  return { checks, callback: await visitor.signIn(authUrl, choice) };
}

const errorOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (cause: unknown) => cause as { code?: string; error?: string; status?: number },
  );

describe("openid-client against the simulated Google", () => {
  it("discovers Google's endpoints and capabilities", async () => {
    expect((await discover()).serverMetadata()).toMatchObject({
      issuer: google.issuer,
      authorization_endpoint: `${google.issuer}/o/oauth2/v2/auth`,
      token_endpoint: `${google.issuer}/token`,
      userinfo_endpoint: `${google.issuer}/v1/userinfo`,
      revocation_endpoint: `${google.issuer}/revoke`,
      jwks_uri: `${google.issuer}/oauth2/v3/certs`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      code_challenge_methods_supported: ["S256"],
      scopes_supported: ["openid", "email", "profile"],
      token_endpoint_auth_methods_supported: expect.arrayContaining(["client_secret_post", "client_secret_basic"]),
      authorization_response_iss_parameter_supported: true,
    });
  });

  it("[A7.8] exchanges a code for an ID token with Google's claims, signed by a published key", async () => {
    const config = await discover();
    const { checks, callback } = await signIn(config, priya());

    expect(callback.origin + callback.pathname).toBe(REDIRECT_URI);
    expect(callback.searchParams.get("state")).toBe(checks.expectedState);
    expect(callback.searchParams.get("iss")).toBe(google.issuer);
    const tokens = await oc.authorizationCodeGrant(config, callback, checks);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3599, scope: "openid email profile" });
    expect(tokens.refresh_token).toBeUndefined();
    expect(tokens.claims()).toEqual({
      iss: google.issuer,
      sub: priya().sub,
      aud: CLIENT_ID,
      azp: CLIENT_ID,
      nonce: checks.expectedNonce,
      iat: expect.any(Number),
      exp: expect.any(Number),
      email: "priya.menon@mail.example",
      email_verified: true,
      name: "Priya Menon",
      given_name: "Priya",
      family_name: "Menon",
      picture: `${google.issuer}/picture/${priya().sub}`,
    });
    expect(priya().sub).toMatch(/^\d{21}$/);
    expect(await oc.fetchUserInfo(config, tokens.access_token, priya().sub)).toMatchObject({
      sub: priya().sub,
      email_verified: true,
    });
    const picture = await fetch(String(tokens.claims()?.["picture"]));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  });

  it("offers a new person, one with an unverified address and the demo user's address", async () => {
    expect(google.accounts.map(({ email, emailVerified }) => ({ email, emailVerified }))).toEqual([
      { email: "priya.menon@mail.example", emailVerified: true },
      { email: "rohan.das@mail.example", emailVerified: false },
      { email: "demo@vriddhi.example", emailVerified: true },
    ]);
    const config = await discover();
    const { checks, callback } = await signIn(config, account("rohan.das@mail.example"));
    const tokens = await oc.authorizationCodeGrant(config, callback, checks);
    expect(tokens.claims()).toMatchObject({ email_verified: false });
  });

  it("accepts another typed account, which has the same id next time", async () => {
    const config = await discover();
    const subs = [];
    for (const email of ["Nila@mail.example", "nila@mail.example"]) {
      const { checks, callback } = await signIn(config, { name: "Nila", email });
      const claims = (await oc.authorizationCodeGrant(config, callback, checks)).claims();
      expect(claims).toMatchObject({
        name: "Nila",
        given_name: "Nila",
        email: "nila@mail.example",
        email_verified: true,
      });
      subs.push(claims?.sub);
    }
    expect(subs[0]).toBe(subs[1]);
  });

  it("gets access_denied when the person cancels", async () => {
    const config = await discover();
    const { checks, callback } = await signIn(config, "cancel");

    expect(callback.searchParams.get("error")).toBe("access_denied");
    expect(await errorOf(oc.authorizationCodeGrant(config, callback, checks))).toMatchObject({
      error: "access_denied",
    });
  });

  it("gets invalid_grant for the second use of a code, and the first tokens are revoked", async () => {
    const config = await discover();
    const { checks, callback } = await signIn(config, priya());
    const tokens = await oc.authorizationCodeGrant(config, callback, checks);

    const replayed = await errorOf(oc.authorizationCodeGrant(config, callback, checks));
    expect(replayed).toMatchObject({ error: "invalid_grant", status: 400 });
    expect(await errorOf(oc.fetchUserInfo(config, tokens.access_token, priya().sub))).not.toBeNull();
  });

  it("refuses another PKCE verifier and a request without a challenge", async () => {
    const config = await discover();
    const { checks, callback } = await signIn(config, priya());
    const wrong = { ...checks, pkceCodeVerifier: oc.randomPKCECodeVerifier() };
    expect(await errorOf(oc.authorizationCodeGrant(config, callback, wrong))).toMatchObject({ error: "invalid_grant" });

    const bare = oc.buildAuthorizationUrl(config, { redirect_uri: REDIRECT_URI, scope: "openid", state: "s" });
    const back = await visitor.signIn(bare.href, priya());
    expect(back.searchParams.get("error")).toBe("invalid_request");
  });

  it("refuses a wrong client secret", async () => {
    const { checks, callback } = await signIn(await discover(), priya());
    const refused = await errorOf(oc.authorizationCodeGrant(await discover("wrong"), callback, checks));
    expect(refused).toMatchObject({ error: "invalid_client", status: 401 });
  });

  it("redirects to registered addresses only, and reads the list for each request", async () => {
    const config = await discover();
    const { authUrl } = await ask(config, { redirect_uri: "http://localhost:4000/google/callback" });

    const refused = await visitor.open(authUrl);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("redirect_uri")]);
    redirectUris = ["http://localhost:4000/google/callback"];
    expect((await visitor.signIn(authUrl, priya())).port).toBe("4000");
  });

  it("stays signed in, shows the chooser on prompt=select_account and lets the person change", async () => {
    const config = await discover();
    await signIn(config, priya());

    const { authUrl } = await ask(config, {});
    const straight = await visitor.open(authUrl);
    expect(straight.headers.get("location")).toMatch(/^http:\/\/localhost:3000\/google\/callback\?code=/);
    const { checks, callback } = await signIn(config, demo());
    expect((await oc.authorizationCodeGrant(config, callback, checks)).claims()?.sub).toBe(demo().sub);
    const { authUrl: silent } = await ask(config, { prompt: "none" });
    expect((await visitor.open(silent)).headers.get("location")).toContain("code=");
  });

  it("forgets all accounts on request", async () => {
    const config = await discover();
    const { checks, callback } = await signIn(config, priya());
    google.clear();

    expect(await errorOf(oc.authorizationCodeGrant(config, callback, checks))).toMatchObject({
      error: "invalid_grant",
    });
    const { authUrl } = await ask(config, { prompt: "none" });
    expect((await visitor.open(authUrl)).headers.get("location")).toContain("error=login_required");
  });

  it("revokes a token", async () => {
    const config = await discover();
    const { checks, callback } = await signIn(config, priya());
    const { access_token: token } = await oc.authorizationCodeGrant(config, callback, checks);
    await oc.tokenRevocation(config, token);
    expect(await errorOf(oc.fetchUserInfo(config, token, priya().sub))).not.toBeNull();
  });
});

describe("the chooser", () => {
  async function openChooser() {
    const { authUrl } = await ask(await discover());
    const url = new URL((await visitor.open(authUrl)).headers.get("location") ?? "", google.issuer).href;
    return { url, reply: await visitor.open(url) };
  }

  it("is a page of forms: no script, and a policy that allows the way back", async () => {
    const { reply } = await openChooser();
    const html = await reply.text();

    expect(html).toContain("Choose an account");
    expect(html).not.toMatch(/<script|javascript:|style=|onclick/i);
    for (const { name, email } of google.accounts)
      expect([html.includes(name), html.includes(email)]).toEqual([true, true]);
    expect(reply.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self' http://localhost:3000; base-uri 'none'; frame-ancestors 'none'",
    );
    const style = await fetch(`${google.issuer}/chooser.css`);
    expect([style.status, style.headers.get("content-type")]).toEqual([200, "text/css"]);
  });

  it("shows what is missing and keeps the typed text, escaped", async () => {
    const { url } = await openChooser();
    const body = new URLSearchParams({ account: "another", name: '<b>"Eve"</b>', email: "no-address" });
    const refused = await visitor.open(url, { method: "POST", body });
    const html = await refused.text();

    expect(refused.status).toBe(400);
    expect(html).toContain("Enter a whole email address.");
    expect(html).toContain('value="&lt;b&gt;&quot;Eve&quot;&lt;/b&gt;"');
    expect(html).toContain('value="no-address"');
  });

  it("refuses a form beyond its size", async () => {
    const { url } = await openChooser();
    const body = new URLSearchParams({ account: "another", name: "x".repeat(10_000), email: "a@b.co" });
    expect((await visitor.open(url, { method: "POST", body })).status).toBe(400);
  });

  it("belongs to the browser that came from the authorization request", async () => {
    const { url } = await openChooser();
    const stranger = await createVisitor().open(url);
    expect([stranger.status, await stranger.text()]).toEqual([400, expect.stringContaining("This sign-in is over")]);
  });
});

describe("the simulated Google with a fault", () => {
  it.each([
    ["http500", { code: "OAUTH_RESPONSE_IS_NOT_CONFORM" }],
    ["throttle", { status: 429 }],
    ["reject", { error: "invalid_grant", status: 400 }],
    ["timeout", { code: "OAUTH_TIMEOUT" }],
    ["drop-before-accept", { message: "fetch failed" }],
  ] as const)("%s fails one exchange and does not use the code up", async (kind, expected) => {
    const config = await discover();
    const { checks, callback } = await signIn(config, priya());
    faults.set("google", kind);

    expect(await errorOf(oc.authorizationCodeGrant(config, callback, checks))).toMatchObject(expected);
    expect((await oc.authorizationCodeGrant(config, callback, checks)).claims()?.sub).toBe(priya().sub);
  });

  it("drop-after-accept consumes the code and sends no answer", async () => {
    const config = await discover();
    const { checks, callback } = await signIn(config, priya());
    faults.set("google", "drop-after-accept");

    expect(await errorOf(oc.authorizationCodeGrant(config, callback, checks))).toMatchObject({
      message: "fetch failed",
    });
    expect(await errorOf(oc.authorizationCodeGrant(config, callback, checks))).toMatchObject({
      error: "invalid_grant",
    });
  });
});
