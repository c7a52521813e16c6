import { DAY_MS, MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

const clock = createVirtualClock();
let product: TestProduct;
let bearer: string;

beforeAll(async () => {
  product = await startTestProduct({ clock });
});
beforeEach(async () => {
  clock.advance(DAY_MS);
  bearer = await product.staffToken("blog_admin");
  await product.query("TRUNCATE newsletter_readers, newsletter_issues, newsletter_deliveries");
});
afterAll(() => product.close());

let people = 0;
const newAddress = (): string => {
  people += 1;
  return `reader-${people}@example.com`;
};
const post = (path: string, body: object) => product.send("POST", path, { body });
const signUp = (email: string, more: object = {}) => post("/api/newsletter/sign-up", { email, ...more });
const mailed = (email: string, count: number) =>
  expect.poll(() => product.mailsTo(email), { timeout: 60_000 }).toHaveLength(count);
const linkIn = (text: string, name: string): string => new RegExp(`[?&]${name}=([\\w-]+)`).exec(text)?.[1] ?? "";
const confirmToken = async (email: string): Promise<string> => {
  await mailed(email, 1);
  return linkIn((await product.mailsTo(email))[0]?.text ?? "", "confirm");
};
const stateOf = async (email: string) =>
  (await product.query<{ state: string }>("SELECT state FROM newsletter_readers WHERE email = $1", [email]))[0]?.state;
const confirmed = async (): Promise<string> => {
  const email = newAddress();
  await signUp(email);
  expect((await post("/api/newsletter/confirm", { token: await confirmToken(email) })).statusCode).toBe(200);
  return email;
};
const draft = { title: "Costs in November", category: "Market Analysis", content: "What **changed** this month." };
const admin = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) =>
  product.send(method, `/api/newsletter/admin${path}`, { bearer, ...(body === undefined ? {} : { body }) });
const newIssue = async (): Promise<string> => (await admin("POST", "/issues", draft)).json().id;
const sendingOf = async (id: string) =>
  (await admin("GET", "/issues")).json().issues.find((issue: { id: string }) => issue.id === id);
const sent = (id: string) => expect.poll(async () => (await sendingOf(id)).state, { timeout: 60_000 }).toBe("sent");

describe("a sign-up for the newsletter", () => {
  it("a newsletter sign-up counts only after the link in the mail was used", async () => {
    const email = newAddress();
    const reply = await signUp(` ${email.toUpperCase()} `);
    expect(reply.json().message).toMatch(/Check your inbox/);
    expect(await stateOf(email)).toBe("unconfirmed");
    const token = await confirmToken(email);
    for (let press = 0; press < 2; press += 1)
      expect((await post("/api/newsletter/confirm", { token })).statusCode).toBe(200);
    expect(await stateOf(email)).toBe("confirmed");
    const hash = await product.query("SELECT 1 FROM newsletter_readers WHERE token_hash = $1", [token]);
    expect(hash).toEqual([]);
  });

  it("a newsletter sign-up gets the same answer for every address, and at most three mails a day", async () => {
    const email = await confirmed();
    const again = await signUp(email);
    const fresh = newAddress();
    const first = await signUp(fresh);
    expect(again.json()).toEqual(first.json());
    for (let count = 0; count < 4; count += 1) await signUp(fresh);
    await mailed(fresh, 3);
    expect(await product.mailsTo(email)).toHaveLength(1);
  });

  it("ignores a newsletter sign-up by a bot that fills in the hidden field", async () => {
    const email = newAddress();
    expect((await signUp(email, { website: "https://spam.example" })).statusCode).toBe(200);
    expect(await stateOf(email)).toBeUndefined();
  });

  it("refuses a newsletter sign-up by an expired, forged or outdated link", async () => {
    const email = newAddress();
    await signUp(email);
    const token = await confirmToken(email);
    clock.advance(8 * DAY_MS);
    expect((await post("/api/newsletter/confirm", { token })).json().code).toBe("link_expired");
    expect((await post("/api/newsletter/confirm", { token: "A".repeat(32) })).json().code).toBe("link_wrong");
    expect((await post("/api/newsletter/confirm", { token: "short" })).statusCode).toBe(400);
  });
});

describe("a newsletter issue", () => {
  it("a newsletter issue is written, changed and deleted as a draft", async () => {
    const id = await newIssue();
    const changed = await admin("PUT", `/issues/${id}`, { ...draft, title: "Costs" });
    expect(changed.json()).toMatchObject({ title: "Costs", state: "draft", sending: null });
    expect((await admin("DELETE", `/issues/${id}`)).statusCode).toBe(200);
    expect((await admin("PUT", `/issues/${id}`, draft)).json().code).toBe("issue_unknown");
    expect((await product.send("GET", "/api/newsletter/issues")).json().issues).toEqual([]);
  });

  it("a newsletter issue without readers stays a draft", async () => {
    const id = await newIssue();
    expect((await admin("POST", `/issues/${id}/send`)).json().code).toBe("no_readers");
    expect((await sendingOf(id)).state).toBe("draft");
  });

  it("a newsletter issue goes once to every confirmed reader, and then is public", async () => {
    const readers = [await confirmed(), await confirmed()];
    const unconfirmed = newAddress();
    await signUp(unconfirmed);
    await mailed(unconfirmed, 1);
    const id = await newIssue();
    await Promise.all([admin("POST", `/issues/${id}/send`), admin("POST", `/issues/${id}/send`)]);
    await sent(id);
    for (const email of readers) {
      const mails = await product.mailsTo(email);
      expect(mails.filter(({ subject }) => subject.startsWith("Costs in November"))).toHaveLength(1);
      expect(mails.find(({ subject }) => subject.startsWith("Costs"))?.html).toContain("<strong>changed</strong>");
    }
    expect(await product.mailsTo(unconfirmed)).toHaveLength(1);
    expect((await sendingOf(id)).sending).toEqual({
      readers: 2,
      waiting: 0,
      sent: 2,
      refused: 0,
      unknown: 0,
      bounced: 0,
    });
    expect((await admin("PUT", `/issues/${id}`, draft)).json().code).toBe("issue_sent");
    expect((await admin("DELETE", `/issues/${id}`)).json().code).toBe("issue_sent");
    const published = (await product.send("GET", "/api/newsletter/issues")).json();
    expect(published).toMatchObject({ issues: [{ id, title: draft.title }], has_more: false });
  });

  it("an issue whose process died while sending is unknown for the claimed readers, and not resent", async () => {
    const [first, second] = [await confirmed(), await confirmed()];
    const id = await newIssue();
    // The state that a process killed in the middle of a batch leaves.
    await product.query(
      `INSERT INTO newsletter_deliveries SELECT $1, id, CASE email WHEN $2 THEN 'sending' ELSE 'waiting' END,
         CASE email WHEN $2 THEN $3 END, now() FROM newsletter_readers`,
      [id, first, await idOfDeadProcess()],
    );
    await product.query(
      "UPDATE newsletter_issues SET state = 'sending', sending_at = now(), is_filled = true WHERE id = $1",
      [id],
    );
    await sent(id);
    expect((await sendingOf(id)).sending).toMatchObject({ readers: 2, sent: 1, unknown: 1 });
    const subjects = async (email: string) => (await product.mailsTo(email)).map(({ subject }) => subject);
    expect(await subjects(first)).toHaveLength(1);
    expect(await subjects(second)).toHaveLength(2);
  });
});

async function idOfDeadProcess(): Promise<string> {
  const { hostname } = await import("node:os");
  return `${hostname()}/4194303/1/dead`;
}

describe("unsubscribing", () => {
  const tokenOf = async (email: string): Promise<string> => {
    const id = await newIssue();
    await admin("POST", `/issues/${id}/send`);
    await sent(id);
    const mail = (await product.mailsTo(email)).find(({ subject }) => subject.startsWith("Costs"));
    return linkIn(mail?.text ?? "", "unsubscribe");
  };

  it("unsubscribing takes one click, and a used confirmation link does not undo it", async () => {
    const email = newAddress();
    await signUp(email);
    const confirming = await confirmToken(email);
    await post("/api/newsletter/confirm", { token: confirming });
    const token = await tokenOf(email);
    for (let press = 0; press < 2; press += 1)
      expect((await post("/api/newsletter/unsubscribe", { token })).statusCode).toBe(200);
    expect(await stateOf(email)).toBe("unsubscribed");
    expect((await post("/api/newsletter/confirm", { token: confirming })).json().code).toBe("link_wrong");
    // Only some bits of the last character count, so this changes the character before it.
    const other = `${token.slice(0, -2)}${token.at(-2) === "A" ? "B" : "A"}${token.at(-1)}`;
    expect((await post("/api/newsletter/unsubscribe", { token: other })).json().code).toBe("link_wrong");
  });

  it("unsubscribing works with a mail program's one-click form (RFC 8058)", async () => {
    const email = await confirmed();
    const token = await tokenOf(email);
    const click = (address: string) =>
      product.send("POST", address, {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
    expect((await click("/newsletter?unsubscribe=forged-token-of-another-reader")).statusCode).toBe(404);
    expect(await stateOf(email)).toBe("confirmed");
    expect((await click(`/newsletter?unsubscribe=${token}`)).statusCode).toBe(200);
    expect(await stateOf(email)).toBe("unsubscribed");
  });

  it("a permanent bounce, or three temporary ones, unsubscribe a reader", async () => {
    const [gone, full] = [await confirmed(), await confirmed()];
    await tokenOf(gone);
    await admin("POST", "/bounces", { email: gone, is_permanent: true });
    expect(await stateOf(gone)).toBe("bounced");
    for (let count = 0; count < 3; count += 1) {
      expect(await stateOf(full)).toBe("confirmed");
      await admin("POST", "/bounces", { email: full, is_permanent: false });
    }
    expect(await stateOf(full)).toBe("bounced");
    const { readers } = (await admin("GET", "/issues")).json();
    expect(readers).toEqual({ confirmed: 0, unconfirmed: 0, unsubscribed: 0, bounced: 2 });
    clock.advance(MINUTE_MS);
  });
});
