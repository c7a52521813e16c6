import { HOUR_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestSession } from "../../testing/product.ts";
import { settledSubjects } from "../../testing/traces.ts";

const clock = createVirtualClock();
const QUESTION = "Does it work with my broker?";
const EMAIL = "visitor@example.com";
let product: TestProduct;
let admin: string;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  admin = await product.staffToken("admin");
});
beforeEach(async () => {
  clock.advance(HOUR_MS);
  await product.query("TRUNCATE support_threads CASCADE");
});
afterAll(() => product.close());

interface Chat {
  readonly id: string;
  readonly cookie: string;
  readonly setCookie: string;
}

async function open(cookie = "", as?: TestSession): Promise<Chat> {
  const body = { name: "Asha Rao", email: EMAIL, topic: "broker", message: QUESTION };
  const headers = { cookie };
  const reply = await product.send("POST", "/support/messages", { body, ...(as ? { as } : { headers }) });
  expect(reply.statusCode, reply.body).toBe(200);
  const setCookie = [reply.headers["set-cookie"] ?? ""].flat().join();
  return { id: reply.json().thread_id, cookie: setCookie.split(";")[0] ?? "", setCookie };
}
const get = (path: string, cookie: string) => product.send("GET", path, { headers: { cookie } });
const post = (path: string, cookie: string, body?: object) =>
  product.send("POST", path, { headers: { cookie }, ...(body && { body }) });
const answer = (id: string, message: string) =>
  product.send("POST", `/api/admin/support/threads/${id}/messages`, { bearer: admin, body: { message } });
const bodiesIn = async ({ id, cookie }: Chat) =>
  (await get(`/support/chats/${id}`, cookie)).json().messages.map(({ body }: { body: string }) => body);

describe("a visitor's chat [A1.4]", () => {
  it("a visitor's chat carries messages both ways at any hour, and the answer also comes by mail", async () => {
    const chat = await open();
    expect(await bodiesIn(chat)).toEqual([QUESTION]);
    clock.advance(1_000);
    expect((await answer(chat.id, "Yes, with three of them.")).statusCode).toBe(200);
    expect((await get("/support/chats", chat.cookie)).json().threads).toEqual([
      expect.objectContaining({
        id: chat.id,
        status: "answered",
        is_unread: true,
        excerpt: "Yes, with three of them.",
      }),
    ]);
    expect(await settledSubjects(product, EMAIL)).toContainEqual(expect.stringContaining("support has answered"));
    await post(`/support/chats/${chat.id}/read`, chat.cookie);
    clock.advance(1_000);
    expect((await post(`/support/chats/${chat.id}/messages`, chat.cookie, { message: "Thank you" })).statusCode).toBe(
      200,
    );
    expect(await bodiesIn(chat)).toEqual([QUESTION, "Yes, with three of them.", "Thank you"]);
    expect((await get("/support/chats", chat.cookie)).json().threads).toEqual([
      expect.objectContaining({ status: "open", is_unread: false }),
    ]);
    const desk = (await product.send("GET", `/api/admin/support/threads/${chat.id}`, { bearer: admin })).json();
    expect(desk.thread).toMatchObject({ user_id: null, name: "Asha Rao", email: EMAIL, is_unread: true });
    expect(desk.messages.map(({ author }: { author: string }) => author)).toEqual(["writer", "desk", "writer"]);
  });

  it("a visitor's chat is bound to an HttpOnly cookie, and only its hash is stored", async () => {
    const { cookie, setCookie } = await open();
    expect(setCookie).toMatch(/HttpOnly/i);
    expect(setCookie).toMatch(/SameSite=Lax/i);
    const token = cookie.split("=")[1] ?? "";
    expect(token).toMatch(/^[\w-]{43}$/);
    const [{ row = "", hash = "" } = {}] = await product.query<{ row: string; hash: string }>(
      "SELECT t::text AS row, encode(visitor_hash, 'hex') AS hash FROM support_threads t",
    );
    expect(row).not.toContain(token);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("a visitor's chat shares the browser with later ones, and is not linked to a signed-in account", async () => {
    const first = await open();
    const second = await open(first.cookie);
    expect(second.cookie).toBe(first.cookie);
    const as = await product.signIn(await product.makeUser());
    const own = await open("", as);
    expect(own.setCookie).not.toContain("support_chat");
    const listed = (await get("/support/chats", first.cookie)).json().threads.map(({ id }: { id: string }) => id);
    expect(listed.toSorted()).toEqual([first.id, second.id].toSorted());
    expect((await product.send("GET", "/support/threads", { as })).json().threads).toHaveLength(1);
  });

  it("a visitor's chat ignores a token that the server did not issue", async () => {
    const planted = `support_chat=${"A".repeat(43)}`;
    expect((await open(planted)).cookie).not.toBe(planted);
  });

  it("a visitor's chat is a 404 for every other browser, account and token", async () => {
    const chat = await open();
    const other = await open();
    const as = await product.signIn(await product.makeUser());
    const own = await open("", as);
    const ways = [
      ["", chat.id],
      [other.cookie, chat.id],
      [`support_chat=${"A".repeat(43)}`, chat.id],
      ["support_chat=x", chat.id],
      [chat.cookie, own.id],
      [as.cookie, own.id],
    ] as const;
    for (const [cookie, id] of ways) {
      expect((await get(`/support/chats/${id}`, cookie)).statusCode).toBe(404);
      expect((await post(`/support/chats/${id}/read`, cookie)).statusCode).toBe(404);
      expect((await post(`/support/chats/${id}/messages`, cookie, { message: "Mine" })).statusCode).toBe(404);
    }
    expect((await product.send("GET", `/support/threads/${chat.id}`, { as })).statusCode).toBe(404);
    expect((await get("/support/chats", "")).json()).toEqual({ threads: [] });
    expect(await bodiesIn(chat)).toEqual([QUESTION]);
  });

  it("a visitor's chat is limited to thirty messages an hour", async () => {
    const { id, cookie } = await open();
    const codes: number[] = [];
    for (let n = 0; n < 31; n += 1)
      codes.push((await post(`/support/chats/${id}/messages`, cookie, { message: `${n}` })).statusCode);
    expect(codes).toEqual([...Array<number>(30).fill(200), 429]);
  });

  it("a visitor's chat is deleted with the account of the same address", async () => {
    const asha = await product.makeUser();
    await product.query("UPDATE users SET email = $2 WHERE id = $1", [asha.id, EMAIL]);
    const chat = await open();
    const as = await product.signIn({ ...asha, email: EMAIL });
    const gone = await product.send("POST", "/auth/delete-account", {
      as,
      body: { password: asha.password, confirm: "DELETE" },
    });
    expect(gone.statusCode, gone.body).toBe(200);
    expect((await get(`/support/chats/${chat.id}`, chat.cookie)).statusCode).toBe(404);
  });
});
