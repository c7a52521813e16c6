import { createHash, randomUUID } from "node:crypto";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DESK_PASSWORD, type DeskReply, type GoogleFixture, openGoogleFixture } from "../../testing/google-fixture.ts";
import type { googleMessages } from "./google.messages.ts";

const PRIYA = "priya.menon@mail.example";
const UNVERIFIED = "rohan.das@mail.example";
const DEMO = "demo@vriddhi.example";

let desk: GoogleFixture;
beforeAll(async () => {
  desk = await openGoogleFixture();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

const refused = (status: number, code: keyof typeof googleMessages) => ({
  status,
  body: expect.objectContaining({ code }),
});
const userOf = (reply: DeskReply) =>
  reply.body["user"] as { id: string; name: string; email: string; created_at: string };

const users = () =>
  desk.query<{ id: string; email: string; google_sub: string | null; password_hash: string | null }>(
    "SELECT id, email, google_sub, password_hash FROM users ORDER BY email",
  );
const auditKinds = async () =>
  (await desk.query<{ kind: string }>("SELECT kind FROM audit_event ORDER BY id")).map(({ kind }) => kind);
const attemptCount = async () => (await desk.query("SELECT 1 FROM google_attempts")).length;

async function makeUser(given: { email: string; googleSub?: string; deletedAt?: string }): Promise<string> {
  const id = randomUUID();
  await desk.query(
    `INSERT INTO users (id, email, name, dob, password_hash, role, created_at, google_sub, deleted_at)
     VALUES ($1, $2, 'Meera Nair', '1990-05-01', 'hash', 'user', '2026-01-05T10:00:00Z', $3, $4)`,
    [id, given.email, given.googleSub ?? null, given.deletedAt ?? null],
  );
  return id;
}

const makeSignup = (email: string) =>
  desk.query(
    `INSERT INTO signups (id, email, name, dob, password_hash, code_hash, code_expires_at, created_at, expires_at)
     VALUES ($1, $2, 'Mallory', '1990-05-01', 'hash of a stranger', 'x', now() + '10 min', now(), now() + '7 days')`,
    [randomUUID(), email],
  );

describe("starting a Google sign-in", () => {
  it("[A7.7] starting a Google sign-in returns Google's address, with a code request, PKCE, state and nonce", async () => {
    const { status, body } = await desk.openBrowser().start();

    const url = new URL(String(body["auth_url"]));
    expect(status).toBe(200);
    expect(url.origin + url.pathname).toBe(`${desk.google.issuer}/o/oauth2/v2/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "desk-client",
      response_type: "code",
      redirect_uri: "http://localhost:3000/google/callback",
      scope: "openid email profile",
      prompt: "select_account",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("[A7.7] binds the sign-in attempt to the browser with an HttpOnly cookie, and stores only its hash", async () => {
    const { setCookies } = await desk.openBrowser().start();

    expect(setCookies).toEqual([
      expect.stringMatching(/^google_attempt=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const value = /=([\w-]{43});/.exec(setCookies[0] ?? "")?.[1] ?? "";
    const [row] = await desk.query<{ cookie_hash: Buffer }>("SELECT cookie_hash FROM google_attempts");
    expect(row?.cookie_hash).toEqual(createHash("sha256").update(value).digest());
  });

  it("deletes expired sign-in attempts", async () => {
    await desk.openBrowser().start();
    desk.clock.advance(10 * MINUTE_MS);
    await desk.openBrowser().start();

    expect(await attemptCount()).toBe(1);
  });

  it("[A7.7] reports that Google is unreachable, and works when it is back", async () => {
    desk.restartProduct();
    await desk.stopGoogle();
    expect(await desk.openBrowser().start()).toMatchObject(refused(503, "google_unavailable"));
    expect(await attemptCount()).toBe(0);

    await desk.restartGoogle();
    expect((await desk.openBrowser().start()).status).toBe(200);
  });
});

describe("finishing a Google sign-in", () => {
  it("[A7.8] a Google sign-in opens an account for a new user and starts a persistent session", async () => {
    const reply = await desk.openBrowser().signIn(desk.account(PRIYA));

    expect(reply.status).toBe(200);
    const [row] = await users();
    expect(row).toEqual({ id: row?.id, email: PRIYA, google_sub: desk.account(PRIYA).sub, password_hash: null });
    expect(reply.body).toEqual({
      user: {
        id: row?.id,
        name: "Priya Menon",
        email: PRIYA,
        role: "user",
        plan: null,
        capital_upper_band: null,
        dob: null,
        created_at: new Date(desk.clock.now()).toISOString(),
      },
    });
    expect(desk.sessions).toEqual([{ userId: row?.id, isRemembered: true }]);
    expect(reply.setCookies).toEqual([
      expect.stringMatching(/^session=session-token; .*HttpOnly/),
      expect.stringMatching(/^signed_in=1/),
      expect.stringMatching(/^google_attempt=; Max-Age=0; .*HttpOnly/),
    ]);
    expect(await auditKinds()).toEqual(["signed_up"]);
  });

  it("[A7.8] a Google sign-in recognises a returning user, also with another address", async () => {
    const first = await desk.openBrowser().signIn(desk.account(PRIYA));
    await desk.query("UPDATE users SET email = 'moved@mail.example'");
    const again = await desk.openBrowser().signIn(desk.account(PRIYA));

    expect(userOf(again).id).toBe(userOf(first).id);
    expect(userOf(again).email).toBe("moved@mail.example");
    expect(await users()).toHaveLength(1);
    expect(await auditKinds()).toEqual(["signed_up"]);
  });

  it("[A7.8] a Google sign-in links the account with the same verified address only after its password", async () => {
    const id = await makeUser({ email: DEMO });
    const browser = desk.openBrowser();
    expect(await browser.signIn(desk.account(DEMO))).toMatchObject(refused(401, "google_link_unproved"));
    expect(await auditKinds()).toEqual([]);
    const reply = await browser.confirm(DESK_PASSWORD);

    expect(userOf(reply)).toMatchObject({ id, name: "Meera Nair", email: DEMO, dob: "1990-05-01" });
    expect(await users()).toEqual([{ id, email: DEMO, google_sub: desk.account(DEMO).sub, password_hash: "hash" }]);
    expect(await auditKinds()).toEqual(["google_linked"]);
  });

  it("[A7.8] a Google sign-in normalises an address like our own sign-up, and cleans the name", async () => {
    const id = await makeUser({ email: "asha@mail.example" });
    const browser = desk.openBrowser();
    await browser.signIn({ name: "Asha", email: "Asha@Mail.Example" });
    expect(userOf(await browser.confirm(DESK_PASSWORD)).id).toBe(id);

    const name = `\u0007 <i>Nila</i>\u202e ${"x".repeat(100)}`;
    const made = await desk.openBrowser().signIn({ name, email: "nila@mail.example" });
    expect(userOf(made).name).toBe(`iNila/i ${"x".repeat(72)}`);
  });

  it("[A7.8] does not give an account to another Google identity with the same address", async () => {
    const id = await makeUser({ email: DEMO, googleSub: "1111" });

    expect(await desk.openBrowser().signIn(desk.account(DEMO))).toMatchObject(refused(400, "google_failed"));
    expect(await users()).toEqual([{ id, email: DEMO, google_sub: "1111", password_hash: "hash" }]);
    expect(desk.sessions).toEqual([]);
  });

  it("[A7.8] a Google sign-in does not open a deleted account: its user is new", async () => {
    const gone = await makeUser({ email: "gone@deleted.invalid", deletedAt: "2026-02-01T00:00:00Z" });
    const back = await desk.openBrowser().signIn(desk.account(PRIYA));
    expect([back.status, userOf(back).id === gone]).toEqual([200, false]);

    await desk.query("DELETE FROM users");
    await makeUser({ email: "x@mail.example", googleSub: desk.account(PRIYA).sub, deletedAt: "2026-02-01T00:00:00Z" });
    expect(await desk.openBrowser().signIn(desk.account(PRIYA))).toMatchObject(refused(400, "google_failed"));
  });

  it("[A7.8] refuses an address that Google has not verified, new or known", async () => {
    await makeUser({ email: UNVERIFIED });

    expect(await desk.openBrowser().signIn(desk.account(UNVERIFIED))).toMatchObject(
      refused(400, "google_unverified_email"),
    );
    expect((await users()).map((user) => user.google_sub)).toEqual([null]);
    expect(desk.sessions).toEqual([]);
  });

  it("[A8.4] cancelling at Google signs in no user, and uses up the attempt", async () => {
    const browser = desk.openBrowser();
    expect(await browser.signIn("cancel")).toMatchObject(refused(400, "google_denied"));
    expect(await attemptCount()).toBe(0);
  });

  it.each([
    ["temporarily_unavailable", 503, "google_unavailable"],
    ["server_error", 503, "google_unavailable"],
    ["invalid_scope", 400, "google_failed"],
  ] as const)("[A7.8] a Google sign-in understands the provider's error %s", async (error, status, code) => {
    const browser = desk.openBrowser();
    await browser.start();
    const answer = await browser.visit("cancel");
    answer.searchParams.set("error", error);

    expect(await browser.finish(answer)).toMatchObject(refused(status, code));
  });
});

describe("an invalid answer to a Google sign-in", () => {
  async function comeBack() {
    const browser = desk.openBrowser();
    await browser.start();
    return { browser, cookie: browser.cookie, answer: await browser.visit(desk.account(PRIYA)) };
  }
  const without = (answer: URL, name: string) => {
    const changed = new URL(answer);
    changed.searchParams.delete(name);
    return changed;
  };
  const having = (answer: URL, name: string, value: string) => {
    const changed = new URL(answer);
    changed.searchParams.set(name, value);
    return changed;
  };
  const expectNoSession = async (reply: DeskReply) => {
    expect(reply).toMatchObject(refused(400, "google_failed"));
    expect(desk.sessions).toEqual([]);
    expect(await users()).toEqual([]);
  };

  it("[A7.8] refuses a Google answer with another state, and uses up the attempt", async () => {
    const { browser, cookie, answer } = await comeBack();
    await expectNoSession(await browser.finish(having(answer, "state", "x".repeat(43))));
    browser.cookie = cookie;
    await expectNoSession(await browser.finish(answer));
  });

  it.each(["state", "code", "iss"])("[A7.8] without %s is refused", async (name) => {
    const { browser, answer } = await comeBack();
    await expectNoSession(await browser.finish(without(answer, name)));
  });

  it("[A7.8] refuses a Google answer from another provider", async () => {
    const { browser, answer } = await comeBack();
    await expectNoSession(await browser.finish(having(answer, "iss", "https://accounts.example")));
  });

  it("[A7.8] refuses a Google answer with a forged code", async () => {
    const { browser, answer } = await comeBack();
    await expectNoSession(await browser.finish(having(answer, "code", "made-up")));
  });

  it.each(["", "google_attempt=", `google_attempt=${"x".repeat(43)}`])(
    "[A7.8] at a browser with the cookie %j is refused",
    async (cookie) => {
      const { browser, answer } = await comeBack();
      browser.cookie = cookie;
      await expectNoSession(await browser.finish(answer));
    },
  );

  it("[A7.8] a Google answer does not sign another browser in, even one with its own attempt", async () => {
    const { answer } = await comeBack();
    const victim = desk.openBrowser();
    await victim.start();
    await expectNoSession(await victim.finish(answer));
  });

  it("[A7.8] a Google answer to one attempt does not fit another: the code is bound to verifier and nonce", async () => {
    const first = await comeBack();
    const second = await comeBack();
    const code = first.answer.searchParams.get("code") ?? "";
    await expectNoSession(await second.browser.finish(having(second.answer, "code", code)));
  });

  it("[A7.8] a Google sign-in attempt is valid for exactly ten minutes", async () => {
    const late = await comeBack();
    desk.clock.advance(10 * MINUTE_MS);
    await expectNoSession(await late.browser.finish(late.answer));

    const justInTime = await comeBack();
    desk.clock.advance(10 * MINUTE_MS - 1);
    expect((await justInTime.browser.finish(justInTime.answer)).status).toBe(200);
  });

  it("[A7.8] a Google answer works for one sign-in", async () => {
    const { browser, cookie, answer } = await comeBack();
    expect((await browser.finish(answer)).status).toBe(200);
    browser.cookie = cookie;
    expect(await browser.finish(answer)).toMatchObject(refused(400, "google_failed"));

    await browser.start();
    const state = (await desk.query<{ state: string }>("SELECT state FROM google_attempts"))[0]?.state ?? "";
    expect(await browser.finish(having(answer, "state", state))).toMatchObject(refused(400, "google_failed"));
    expect(desk.sessions).toHaveLength(1);
  });

  it("[A7.8] a Google answer sent twice concurrently signs in once", async () => {
    const { browser, answer } = await comeBack();
    const replies = await Promise.all([browser.finish(answer), browser.finish(answer)]);

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(desk.sessions).toHaveLength(1);
  });
});

describe("concurrent Google sign-ins", () => {
  it("[A7.8] one Google user in several browsers gets one account", async () => {
    const browsers = [desk.openBrowser(), desk.openBrowser(), desk.openBrowser(), desk.openBrowser()];
    const answers: URL[] = [];
    for (const browser of browsers) {
      await browser.start();
      answers.push(await browser.visit(desk.account(PRIYA)));
    }
    const replies = await Promise.all(browsers.map((browser, n) => browser.finish(answers[n] as URL)));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map((reply) => userOf(reply).id)).size).toBe(1);
    expect(await users()).toHaveLength(1);
    expect(await auditKinds()).toEqual(["signed_up"]);
  });

  it("[A7.8] a Google sign-in deletes another person's open sign-up for the address, with its password", async () => {
    await makeSignup(PRIYA);
    await makeSignup(PRIYA);
    await makeSignup("other@else.example");
    const reply = await desk.openBrowser().signIn(desk.account(PRIYA));

    expect(userOf(reply).name).toBe("Priya Menon");
    expect((await users())[0]?.password_hash).toBeNull();
    expect(await desk.query("SELECT email FROM signups")).toEqual([{ email: "other@else.example" }]);
  });

  it("[A7.8] a Google sign-in links an address that a code verifies at the same moment, without a deadlock", async () => {
    await makeSignup(PRIYA);
    const browser = desk.openBrowser();
    await browser.start();
    const answer = await browser.visit(desk.account(PRIYA));
    const verifying = await desk.connect();
    try {
      await verifying.query("BEGIN");
      await verifying.query("UPDATE signups SET tries = tries + 1 WHERE email = $1", [PRIYA]);
      const finishing = browser.finish(answer);
      await waitForBlocked();
      const id = randomUUID();
      await verifying.query(
        "INSERT INTO users (id, email, name, password_hash, role, created_at) VALUES ($1, $2, 'Priya', 'own', 'user', now())",
        [id, PRIYA],
      );
      await verifying.query("DELETE FROM signups WHERE email = $1", [PRIYA]);
      await verifying.query("COMMIT");

      expect(await finishing).toMatchObject(refused(401, "google_link_unproved"));
      expect(userOf(await browser.confirm(DESK_PASSWORD)).id).toBe(id);
      expect(await users()).toEqual([{ id, email: PRIYA, google_sub: desk.account(PRIYA).sub, password_hash: "own" }]);
      expect(await auditKinds()).toEqual(["google_linked"]);
    } finally {
      await verifying.end();
    }
  });

  async function waitForBlocked(): Promise<void> {
    const blocked = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await desk.query(blocked)).length).toBe(1);
  }
});
