import { brand } from "@vriddhi/core/site/brand";
import { SUPPORT_AWAY_MS, SUPPORT_THREADS_OPEN_MAX } from "@vriddhi/core/site/support-thread";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestSession, type TestUser } from "../../testing/product.ts";
import { settledSubjects } from "../../testing/traces.ts";

const clock = createVirtualClock();
const QUESTION = "The link says that it was used already. <b>Please</b> help!";
let product: TestProduct;
let admin: string;
let support: string;
let rohan: TestUser;
let as: TestSession;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  admin = await product.staffToken("admin");
  support = await product.staffToken("support");
});
beforeEach(async () => {
  clock.advance(MINUTE_MS);
  await product.query("TRUNCATE support_threads CASCADE");
  rohan = await product.makeUser();
  as = await product.signIn(rohan);
});
afterAll(() => product.close());

const open = async (message = QUESTION) => {
  const reply = await product.send("POST", "/support/threads", { as, body: { topic: "broker", message } });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().thread as { id: string; reference: string; status: string; is_unread: boolean };
};
const read = async (id: string) => (await product.send("GET", `/support/threads/${id}`, { as })).json();
const readAtDesk = async (id: string, bearer = admin) =>
  (await product.send("GET", `/api/admin/support/threads/${id}`, { bearer })).json();
const answer = (id: string, message: string, bearer = admin) =>
  product.send("POST", `/api/admin/support/threads/${id}/messages`, { bearer, body: { message } });
const write = (id: string, message: string) =>
  product.send("POST", `/support/threads/${id}/messages`, { as, body: { message } });
const subjectsTo = async (email: string, reference: string) =>
  (await settledSubjects(product, email)).filter((subject) => subject.includes(reference));

describe("a thread between a user and support", () => {
  it("a support thread carries messages both ways, and shows each side its unread ones", async () => {
    const { id, reference } = await open();
    const listed = (await product.send("GET", "/api/admin/support/threads", { bearer: support })).json();
    expect(listed).toEqual({
      waiting: 1,
      threads: [
        expect.objectContaining({
          id,
          reference,
          status: "open",
          is_unread: true,
          email: rohan.email,
          excerpt: QUESTION,
        }),
      ],
    });
    await product.send("POST", `/api/admin/support/threads/${id}/read`, { bearer: admin });
    expect((await readAtDesk(id)).thread.is_unread).toBe(false);
    clock.advance(1_000);
    expect((await answer(id, "A fresh link is on its way.")).statusCode).toBe(200);
    const own = await read(id);
    expect(own.thread).toMatchObject({ status: "answered", is_unread: true, last_author: "desk" });
    expect(own.messages).toEqual([
      { id: expect.any(String), author: "writer", body: QUESTION, at: expect.any(String) },
      { id: expect.any(String), author: "desk", body: "A fresh link is on its way.", at: expect.any(String) },
    ]);
    clock.advance(1_000);
    await write(id, "Got it");
    expect((await readAtDesk(id)).thread).toMatchObject({ status: "open", is_unread: true, is_read_by_writer: true });
  });

  it("a support thread is closed by an admin and reopened by another message", async () => {
    const { id } = await open();
    await product.send("POST", `/api/admin/support/threads/${id}/close`, { bearer: admin });
    expect((await read(id)).thread.status).toBe("closed");
    clock.advance(1_000);
    await write(id, "One more thing");
    expect((await read(id)).thread.status).toBe("open");
    const kinds = await product.query(
      "SELECT kind, detail FROM audit_event WHERE user_id = $1 AND by_user_id IS NOT NULL",
      [rohan.id],
    );
    expect(kinds).toEqual([
      { kind: "desk_support_closed", detail: expect.objectContaining({ before: { status: "open" } }) },
    ]);
  });

  it("a support thread is private; read-only support reads it and cannot answer", async () => {
    const { id } = await open();
    const stranger = await product.signIn(await product.makeUser());
    for (const [method, path, body] of [
      ["GET", `/support/threads/${id}`, undefined],
      ["POST", `/support/threads/${id}/messages`, { message: "mine now" }],
      ["POST", `/support/threads/${id}/read`, undefined],
    ] as const)
      expect((await product.send(method, path, { as: stranger, ...(body ? { body } : {}) })).statusCode).toBe(404);
    expect((await readAtDesk(id, support)).messages).toHaveLength(1);
    expect((await answer(id, "hello", support)).statusCode).toBe(403);
    expect((await read(id)).messages).toHaveLength(1);
  });

  it("a user is limited to ten open support threads, and learns it", async () => {
    for (let n = 0; n < SUPPORT_THREADS_OPEN_MAX; n += 1) await open();
    const reply = await product.send("POST", "/support/threads", { as, body: { topic: "other", message: QUESTION } });
    expect([reply.statusCode, reply.json().code]).toEqual([409, "threads_full"]);
  });

  it("a support thread stores plain text and refuses an empty message", async () => {
    const { id } = await open();
    await write(id, "  \u202e<img src=x onerror=alert(1)>\u0007  ");
    expect((await read(id)).messages[1].body).toBe("<img src=x onerror=alert(1)>");
    expect((await write(id, " \u200b ")).statusCode).toBe(400);
  });
});

describe("an absent side of a support thread", () => {
  it("an absent user is mailed support's answer after two minutes, once, unless they have read it", async () => {
    const [seen, unseen] = [await open(), await open("Another question, and a longer one.")];
    for (const { id } of [seen, unseen])
      await product.send("POST", `/api/admin/support/threads/${id}/read`, { bearer: admin });
    clock.advance(1_000);
    for (const { id } of [seen, unseen]) await answer(id, "Please try once more.\nIt works again.");
    await product.send("POST", `/support/threads/${seen.id}/read`, { as });
    // The user must also receive an answer in a thread that support has closed.
    await product.send("POST", `/api/admin/support/threads/${unseen.id}/close`, { bearer: admin });
    clock.advance(SUPPORT_AWAY_MS);
    const mail = await eventually(
      "the answer is mailed",
      async () =>
        (await product.mailsTo(rohan.email)).find(({ subject }) => subject.includes(unseen.reference)) ?? null,
    );
    expect(mail.text).toContain("It works again.");
    expect(mail.text).toContain(`/support?thread=${unseen.id}`);
    expect(await subjectsTo(rohan.email, unseen.reference)).toHaveLength(1);
    expect(await subjectsTo(rohan.email, seen.reference)).toEqual([]);
  });

  it("absent support is mailed the waiting threads, with markup as text", async () => {
    const { reference } = await open();
    clock.advance(SUPPORT_AWAY_MS);
    const mail = await eventually(
      "the desk is mailed",
      async () =>
        (await product.mailsTo(brand.supportEmail)).find(({ subject }) => subject.includes(reference)) ?? null,
    );
    expect(mail.html).toContain("&lt;b&gt;Please");
    expect(await subjectsTo(brand.supportEmail, reference)).toHaveLength(1);
  });

  it("an absent visitor is mailed the answer at once", async () => {
    const email = "walk-in@example.com";
    const body = { name: "Walk In", email, topic: "ebook", message: "Where is the book that I bought?" };
    const { reference } = (await product.send("POST", "/support/messages", { body })).json();
    const [row] = await product.query<{ id: string }>("SELECT id FROM support_threads WHERE reference = $1", [
      reference,
    ]);
    await answer(row?.id ?? "", "Here it is.");
    const mail = await eventually(
      "the answer is mailed",
      async () => (await product.mailsTo(email)).find(({ subject }) => subject.includes("has answered")) ?? null,
    );
    expect(mail.text).toContain("Here it is.");
    // The mail is sent once: a later thread of the same kind proves that the check ran meanwhile.
    clock.advance(SUPPORT_AWAY_MS);
    const later = await open();
    clock.advance(SUPPORT_AWAY_MS);
    await eventually(
      "the desk is mailed",
      async () =>
        (await product.mailsTo(brand.supportEmail)).find(({ subject }) => subject.includes(later.reference)) ?? null,
    );
    expect((await subjectsTo(email, reference)).filter((subject) => subject.includes("has answered"))).toHaveLength(1);
  });
});

describe("live updates of a support thread", () => {
  it("live updates reach both sides' open pages at once, and no ended session", async () => {
    const clerk = await product.makeUser({ role: "admin" });
    const token = await product.signInStaff(clerk);
    const response = await fetch(`${product.address}/api/admin/events`, {
      headers: { accept: "text/event-stream", authorization: `Bearer ${token}` },
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    let received = "";
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const piece of response.body ?? []) received += decoder.decode(piece as Uint8Array, { stream: true });
    })();
    await eventually("the stream begins", async () => received.includes("event: hello") || null);
    const { id } = await open();
    await eventually(
      "support is notified",
      async () => received.includes(`event: support\ndata: {"thread":"${id}"}`) || null,
    );
    const own = await product.send("GET", "/events?after=0", { as });
    expect(own.body).toContain("event: support");
    await product.send("POST", "/api/logout", { bearer: token });
    await reading;
    expect(received).toContain("event: ended");
  });
});

describe("canned answers", () => {
  it("canned answers are built in, and an admin adds and deletes further ones", async () => {
    const list = async () =>
      (await product.send("GET", "/api/admin/support/canned", { bearer: support })).json().answers as {
        id: string;
        title: string;
        is_own: boolean;
      }[];
    const builtIn = await list();
    expect(builtIn.length).toBeGreaterThan(0);
    expect(builtIn.every(({ is_own: isOwn }) => !isOwn)).toBe(true);
    const kept = await product.send("POST", "/api/admin/support/canned", {
      bearer: admin,
      body: { title: "Hello", body: "Good morning." },
    });
    const { id } = kept.json().answer;
    expect((await list()).at(-1)).toMatchObject({ id, title: "Hello", is_own: true });
    await product.send("DELETE", `/api/admin/support/canned/${id}`, { bearer: admin });
    expect(await list()).toEqual(builtIn);
  });
});
