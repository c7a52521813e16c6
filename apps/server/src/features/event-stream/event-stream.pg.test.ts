import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestSession } from "../../testing/product.ts";

const clock = createVirtualClock();
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ clock });
});
afterAll(() => product.close());

interface StreamEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: unknown;
}

interface Listening {
  next(): Promise<StreamEvent | null>;
  hangUp(): void;
}

function toStreamEvent(block: string): StreamEvent | null {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? null;
  const [event, data] = [field("event"), field("data")];
  return event === null || data === null ? null : { id: field("id"), event, data: JSON.parse(data) };
}

async function listen(as: TestSession, headers: Record<string, string> = {}, path = "/events"): Promise<Listening> {
  const ending = new AbortController();
  const response = await fetch(`${product.address}${path}`, {
    headers: { accept: "text/event-stream", cookie: as.cookie, ...headers },
    signal: ending.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const nextBlock = async (): Promise<string | null> => {
    while (!text.includes("\n\n")) {
      const piece = await reader?.read();
      if (piece === undefined || piece.done) return null;
      text += piece.value;
    }
    const [block = "", ...rest] = text.split("\n\n");
    text = rest.join("\n\n");
    return block;
  };
  return {
    async next() {
      for (let block = await nextBlock(); block !== null; block = await nextBlock()) {
        const event = toStreamEvent(block);
        if (event) return event;
      }
      return null;
    },
    hangUp: () => ending.abort(),
  };
}

const someone = async () => {
  const user = await product.makeUser();
  return { user, as: await product.signIn(user) };
};
const change = (as: TestSession) =>
  product.send("PUT", "/notifications/preferences", { as, body: { switches: [], quiet_nights: true } });
const publish = (userId: string, kind = "readiness") =>
  product.query("INSERT INTO user_events (user_id, kind, payload, at) VALUES ($1, $2, '{}', now())", [userId, kind]);

describe("an event stream", () => {
  it("an event stream sends its user's changes in order, and no other user's", async () => {
    const [one, other] = [await someone(), await someone()];
    const stream = await listen(one.as);
    expect(await stream.next()).toMatchObject({ event: "hello", id: "0" });
    await change(other.as);
    await change(one.as);
    await publish(one.user.id, "broker_status");
    expect(await stream.next()).toEqual({ id: "1", event: "notifications", data: {} });
    expect(await stream.next()).toEqual({ id: "2", event: "broker_status", data: {} });
    stream.hangUp();
  });

  it("an event stream resumes at its last position, by header or query, without duplicates or gaps", async () => {
    const { user, as } = await someone();
    const first = await listen(as);
    await first.next();
    for (let count = 0; count < 3; count += 1) await publish(user.id);
    expect((await first.next())?.id).toBe("1");
    first.hangUp();
    for (let count = 0; count < 3; count += 1) await publish(user.id);
    for (const again of [await listen(as, { "last-event-id": "1" }), await listen(as, {}, "/events?after=1")]) {
      expect(await again.next()).toMatchObject({ event: "hello", id: "1" });
      const ids = [];
      for (let count = 0; count < 5; count += 1) ids.push((await again.next())?.id);
      expect(ids).toEqual(["2", "3", "4", "5", "6"]);
      again.hangUp();
    }
  });

  it("an event stream reports a gap when too much was missed, and an unknown position", async () => {
    const { user, as } = await someone();
    for (let count = 0; count < 3; count += 1) await publish(user.id);
    await expect.poll(async () => (await product.query("SELECT 1 FROM user_events WHERE seq IS NULL")).length).toBe(0);
    await product.query("DELETE FROM user_events WHERE user_id = $1 AND seq < 3", [user.id]);
    for (const after of ["1", "99"]) {
      const stream = await listen(as, { "last-event-id": after });
      expect(await stream.next()).toMatchObject({ event: "hello", id: "3" });
      expect(await stream.next()).toMatchObject({ event: "reset", id: "3" });
      stream.hangUp();
    }
  });

  it("an event stream does not skip a change whose transaction commits late", async () => {
    const { user, as } = await someone();
    const stream = await listen(as);
    await stream.next();
    const late = new pg.Client({ connectionString: product.databaseUrl });
    await late.connect();
    await late.query("BEGIN");
    await late.query("INSERT INTO user_events (user_id, kind, payload, at) VALUES ($1, 'late', '{}', now())", [
      user.id,
    ]);
    await publish(user.id, "quick");
    expect(await stream.next()).toMatchObject({ event: "quick", id: "1" });
    await late.query("COMMIT");
    await late.end();
    expect(await stream.next()).toMatchObject({ event: "late", id: "2" });
    stream.hangUp();
  });

  it("an event stream ends with the session, by logout and by expiry", async () => {
    const { user, as } = await someone();
    const stream = await listen(as);
    await stream.next();
    await product.send("POST", "/auth/logout", { as });
    expect(await stream.next()).toMatchObject({ event: "ended" });
    expect(await stream.next()).toBeNull();

    const again = await listen(await product.signIn(user));
    await again.next();
    await product.query("UPDATE sessions SET expires_at = $2 WHERE user_id = $1", [user.id, new Date(clock.now())]);
    expect(await again.next()).toMatchObject({ event: "ended" });
  });

  it("a user's event streams are limited to the newest eight browsers", async () => {
    const { as } = await someone();
    const streams = [];
    for (let count = 0; count < 9; count += 1) {
      const stream = await listen(as);
      await stream.next();
      streams.push(stream);
    }
    expect(await streams[0]?.next()).toMatchObject({ event: "ended" });
    for (const stream of streams) stream.hangUp();
  });

  it("an event stream returns the new events and ends, for a caller that does not stay", async () => {
    const { user, as } = await someone();
    await publish(user.id);
    await expect
      .poll(async () => (await product.send("GET", "/events?after=0", { as })).body)
      .toContain("id: 1\nevent: readiness\ndata: {}\n\n");
  });

  it("an event stream needs a session", async () => {
    const reply = await product.send("GET", "/events", { headers: { accept: "text/event-stream" } });
    expect([reply.statusCode, reply.json().code]).toEqual([401, "not_signed_in"]);
  });

  it("an open event stream does not keep the server from closing", async () => {
    const own = await startTestProduct({ clock });
    const user = await own.makeUser();
    const { cookie } = await own.signIn(user);
    const response = await fetch(`${own.address}/events`, { headers: { accept: "text/event-stream", cookie } });
    expect(response.status).toBe(200);
    await own.close();
    await response.body?.cancel();
  });
});
