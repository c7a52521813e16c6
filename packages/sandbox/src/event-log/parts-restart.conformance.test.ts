import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFaults } from "../faults/faults.ts";
import { startGoogle } from "../google/start-google.ts";
import { startMailbox } from "../mailbox/start-mailbox.ts";
import { startRazorpay } from "../razorpay/start-razorpay.ts";
import { startSms } from "../sms/start-sms.ts";
import { startTelegram } from "../telegram/start-telegram.ts";
import { createPushService } from "../web-push/push-service.ts";
import { startWebPush } from "../web-push/start-web-push.ts";
import { type EventLog, openEventLog } from "./event-log.ts";

vi.setConfig({ testTimeout: 120_000 });

const clock = createVirtualClock();
const faults = createFaults();
let folder: string;
const stops: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "vriddhi-parts-"));
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  rmSync(folder, { recursive: true, force: true });
});

function kept<T extends { stop(): unknown }>(started: T): T {
  stops.push(started.stop);
  return started;
}

const openLog = (): EventLog => openEventLog(folder, clock);
const random = () => createSeededRandom(4);

describe("after a restart", () => {
  it("the session of a text message is known and its code is still valid", async () => {
    const start = async () =>
      kept(await startSms({ clock, faults, random: random(), apiKey: "key", memories: openLog() }));
    const first = await start();
    const sent = await (await fetch(`${first.baseUrl}/API/V1/key/SMS/9876500001/AUTOGEN`)).json();
    const caught = first.list();
    const code = /\d{6}/.exec(caught[0]?.text ?? "")?.[0];
    const second = await start();
    expect(second.list()).toEqual(caught);
    const { Details: session } = sent as { Details: string };
    const verified = await fetch(`${second.baseUrl}/API/V1/key/SMS/VERIFY/${session}/${code}`);
    expect(await verified.json()).toMatchObject({ Details: "OTP Matched" });
  });

  it("a chat is known, a blocked chat stays blocked, and a read message is not returned again", async () => {
    const bot = { token: "7:x", botName: "bot" };
    const start = async () => kept(await startTelegram({ ...bot, clock, faults, memories: openLog() }));
    const call = async (baseUrl: string, method: string, body: object) =>
      (await (await fetch(`${baseUrl}/bot7:x/${method}`, { method: "POST", body: JSON.stringify(body) })).json()) as {
        ok: boolean;
        result: { update_id: number }[];
      };
    const first = await start();
    const [chat, rude] = [first.start("a"), first.start("b")];
    first.block(rude);
    const { result: updates } = await call(first.baseUrl, "getUpdates", {});
    await call(first.baseUrl, "getUpdates", { offset: (updates[1]?.update_id ?? 0) + 1 });
    expect((await call(first.baseUrl, "sendMessage", { chat_id: chat, text: "hello" })).ok).toBe(true);
    const second = await start();
    expect(second.list()).toEqual(first.list());
    expect((await call(second.baseUrl, "getUpdates", {})).result).toEqual(updates.slice(2));
    expect((await call(second.baseUrl, "sendMessage", { chat_id: chat, text: "again" })).ok).toBe(true);
    expect((await call(second.baseUrl, "sendMessage", { chat_id: rude, text: "again" })).ok).toBe(false);
    expect(second.start("c")).toBeGreaterThan(rude);
  });

  it("a device keeps its keys, and a deleted one stays deleted", () => {
    const first = createPushService({ random: random(), memories: openLog() });
    const [device, gone] = [first.subscribe("http://push"), first.subscribe("http://push")];
    first.unsubscribe(gone.endpoint);
    const second = createPushService({ random: createSeededRandom(5), memories: openLog() });
    const statusOf = (endpoint: string) =>
      second.handle(
        { method: "POST", path: new URL(endpoint).pathname, headers: {}, body: Buffer.alloc(0) },
        "http://push",
        clock.now(),
      ).status;
    // known, but without proof of the sender
    expect([statusOf(device.endpoint), statusOf(gone.endpoint), statusOf("http://push/push/x")]).toEqual([
      403, 410, 404,
    ]);
  });

  it("an order is open, a payment is known, and an undelivered webhook is retried", async () => {
    const received: string[] = [];
    const product = createServer((incoming, outgoing) => {
      received.push(String(incoming.headers["x-razorpay-event-id"]));
      incoming.resume();
      outgoing.end();
    });
    await new Promise<void>((resolve) => product.listen(0, "127.0.0.1", resolve));
    stops.push(() => product.close());
    const home = `http://127.0.0.1:${(product.address() as AddressInfo).port}/payment/webhook`;
    const keys = { keyId: "rzp_test_x", keySecret: "secret", webhookSecret: "hook" };
    const start = async (webhookUrl: string | null) =>
      kept(
        await startRazorpay({
          ...keys,
          clock,
          faults,
          random: random(),
          memories: openLog(),
          webhookUrl: () => webhookUrl,
          wait: async () => undefined,
        }),
      );
    const authorization = `Basic ${Buffer.from("rzp_test_x:secret").toString("base64")}`;
    const headers = { authorization, "content-type": "application/json" };
    const first = await start(null);
    const order = async (amount: number) => {
      const body = JSON.stringify({ amount, currency: "INR" });
      return (await (await fetch(`${first.baseUrl}/v1/orders`, { method: "POST", headers, body })).json()) as {
        id: string;
      };
    };
    const [open, paid] = [await order(100), await order(200)];
    await first.pay({ orderId: paid.id, outcome: "success" });
    const sent = first.webhooks.list().map(({ id }) => id);
    expect(sent.length).toBeGreaterThan(0);
    await first.stop();
    const second = await start(home);
    const read = async (id: string) => (await fetch(`${second.baseUrl}/v1/orders/${id}`, { headers })).json();
    expect(await read(open.id)).toMatchObject({ status: "created", amount: 100 });
    expect(await read(paid.id)).toMatchObject({ status: "paid", amount_paid: 200 });
    await eventually("the events arrive", () => (sent.every((id) => received.includes(id)) ? true : null));
  });
});

async function reset(port: number, text: string): Promise<void> {
  const socket = net.connect(port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(text);
  socket.resetAndDestroy();
  await new Promise((resolve) => socket.once("close", resolve));
}

describe("a connection that is reset", () => {
  it("does not end a simulator, in any phase of a request", async () => {
    const shared = { clock, faults, random: random() };
    const keys = { keyId: "k", keySecret: "s", webhookSecret: "w", webhookUrl: () => null };
    const addresses = [
      kept(await startSms({ ...shared, apiKey: "key" })).baseUrl,
      kept(await startTelegram({ clock, faults, token: "7:x", botName: "bot" })).baseUrl,
      kept(await startWebPush(shared)).origin,
      kept(await startRazorpay({ ...shared, ...keys })).baseUrl,
      kept(await startGoogle({ clientId: "c", clientSecret: "s", redirectUris: () => [], faults })).issuer,
      kept(await startMailbox({ clock, faults })).url.replace("smtp:", "http:"),
    ];
    const upgrade = "Connection: Upgrade\r\nUpgrade: websocket";
    for (const address of addresses) {
      const port = Number(new URL(address).port);
      for (const head of [
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nhalf",
        `GET / HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`,
      ])
        for (let count = 0; count < 5; count++) await reset(port, head);
      // still running: an unhandled error would have ended this process
      await reset(port, "");
    }
    expect(addresses).toHaveLength(6);
  });
});
