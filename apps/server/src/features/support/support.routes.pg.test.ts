import { brand } from "@vriddhi/core/site/brand";
import { SUPPORT_MESSAGE_MAX } from "@vriddhi/core/site/support-message";
import { HOUR_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestRequest } from "../../testing/product.ts";
import { settledSubjects } from "../../testing/traces.ts";

const clock = createVirtualClock();
let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct({ clock });
});
beforeEach(async () => {
  clock.advance(HOUR_MS);
  await product.query("TRUNCATE support_threads CASCADE");
});
afterAll(() => product.close());

let writers = 0;
const question = (changes: object = {}) => {
  writers += 1;
  return {
    name: "Asha Rao",
    email: `writer-${writers}@example.com`,
    topic: "broker",
    message: "My Fyers link ends every morning.\nWhat am I missing?",
    ...changes,
  };
};
const send = (body: object, options: Omit<TestRequest, "body"> = {}) =>
  product.send("POST", "/support/messages", { ...options, body });
const threads = () => product.query("SELECT * FROM support_threads ORDER BY created_at");
const messages = () => product.query("SELECT author, body FROM support_messages");
const deskMails = async (reference: string) =>
  (await product.mailsTo(brand.supportEmail)).filter(({ subject }) => subject.includes(reference));

describe("a message to support [A2.17]", () => {
  it("a message to support opens a thread, reaches support in full and is confirmed", async () => {
    const asked = question({ email: " Asha.Support@Example.com " });
    const reply = await send(asked);
    expect(reply.statusCode).toBe(200);
    const { reference, message } = reply.json();
    expect(reference).toMatch(/^VR-[2-9B-Z]{8}$/);
    expect(message).toBe("Your message has arrived. A person reads it and answers here and by email.");
    expect(await threads()).toEqual([
      expect.objectContaining({
        reference,
        user_id: null,
        name: "Asha Rao",
        email: "asha.support@example.com",
        topic: "broker",
        status: "open",
        created_at: new Date(clock.now()),
      }),
    ]);
    expect(await messages()).toEqual([{ author: "writer", body: asked.message }]);

    expect(await settledSubjects(product, "asha.support@example.com")).toEqual([`[${reference}] We have your message`]);
    const [desk, ...more] = await deskMails(reference);
    expect(more).toEqual([]);
    expect(desk?.subject).toBe(`[${reference}] Broker connection`);
    for (const part of ["Asha Rao", "asha.support@example.com", "What am I missing?"])
      expect(desk?.text).toContain(part);
  });

  it("a message to support belongs to the signed-in account", async () => {
    const meera = await product.makeUser();
    const as = await product.signIn(meera);
    const asked = question();
    const { reference } = (await send(asked, { as })).json();
    expect(await threads()).toEqual([expect.objectContaining({ user_id: meera.id })]);
    const { data } = (await product.send("GET", "/auth/data", { as })).json();
    const { name, email, topic, message: body } = asked;
    const createdAt = new Date(clock.now()).toISOString();
    expect(data.supportMessages).toEqual([{ reference, topic, name, email, author: "writer", body, createdAt }]);
  });

  it("a message to support sends none of the typed text to the typed address", async () => {
    const asked = question({ name: "Win at evil dot example", message: "Click https://evil.example right now" });
    const { reference } = (await send(asked)).json();
    await settledSubjects(product, asked.email);
    const [mail] = await product.mailsTo(asked.email);
    expect(mail?.text).toContain(reference);
    for (const part of [mail?.subject, mail?.text, mail?.html]) expect(part).not.toMatch(/evil|Click/);
  });

  it("a message to support is stored as plain text: without control or direction characters and heaps of empty lines, with Indian scripts intact", async () => {
    await send(question({ message: "  क्\u200dष and \u202eback\u0007wards\r\n\n \n\n\nEnd <b>bold</b>  " }));
    expect(await messages()).toEqual([{ author: "writer", body: "क्\u200dष and backwards\n\nEnd <b>bold</b>" }]);
  });

  it("shows markup as text in support's mail", async () => {
    const { reference } = (await send(question({ message: "<img src=x onerror=alert(1)> what is this" }))).json();
    await settledSubjects(product, brand.supportEmail);
    const [desk] = await deskMails(reference);
    expect(desk?.html).toContain("&lt;img");
    expect(desk?.html).not.toContain("<img");
  });

  it.each([
    ["too little", { message: "  help   " }, "Please describe your question in at least 10 characters"],
    ["too much", { message: "x".repeat(SUPPORT_MESSAGE_MAX + 1) }, "Message must be at most 4000 characters"],
    ["a broken address", { email: "asha@" }, "Please enter a valid email address"],
    ["no name", { name: " " }, "Please fill in all fields"],
  ])("refuses a message to support with a sentence: %s", async (_, changes, detail) => {
    const reply = await send(question(changes));
    expect([reply.statusCode, reply.json().detail]).toEqual([400, detail]);
    expect(await threads()).toEqual([]);
  });

  it("a message by a bot that fills in the hidden field gets the same answer and is dropped", async () => {
    const asked = question({ website: "https://spam.example" });
    const reply = await send(asked);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      reference: expect.stringMatching(/^VR-/),
      thread_id: expect.any(String),
      message: expect.any(String),
    });
    expect(await threads()).toEqual([]);
    expect(await settledSubjects(product, asked.email)).toEqual([]);
  });
});

describe("many messages", () => {
  it("messages to support from one address are limited to five an hour", async () => {
    const ip = "203.0.113.9";
    const codes: number[] = [];
    for (let count = 0; count < 6; count += 1) codes.push((await send(question(), { ip })).statusCode);
    expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await threads()).toHaveLength(5);
  });

  it("messages to support with one address are all stored, and confirmed three times a day", async () => {
    const email = "victim@example.com";
    for (let count = 0; count < 5; count += 1) expect((await send(question({ email }))).statusCode).toBe(200);
    expect(await threads()).toHaveLength(5);
    expect(await settledSubjects(product, email)).toHaveLength(3);
  });
});
