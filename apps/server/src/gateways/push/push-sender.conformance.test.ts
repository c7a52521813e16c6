import { randomBytes } from "node:crypto";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { createFaults, type Faults } from "@vriddhi/sandbox/faults/faults";
import { startWebPush, type WebPushSimulator } from "@vriddhi/sandbox/web-push/start-web-push";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "../../platform/log/logger.ts";
import { createPushSender, type PushNote, type PushSender } from "./push-sender.ts";
import { createVapid } from "./vapid.ts";

const clock = createVirtualClock();
const note: PushNote = { payload: '{"title":"Ready ₹"}', ttlSeconds: 600, urgency: "high", topic: "a-topic" };
let faults: Faults;
let service: WebPushSimulator;
let sender: PushSender;
let log: string[];

const newSender = (origins: readonly string[], seed = randomBytes(32)) =>
  createPushSender({
    vapid: createVapid({ privateKey: null, seed, subject: "mailto:desk@vriddhi.example" }),
    clock,
    log: createLogger("debug", (line) => void log.push(line)),
    otherOrigins: origins,
  });

beforeEach(async () => {
  log = [];
  faults = createFaults();
  service = await startWebPush({ clock, faults, random: createSeededRandom(3) });
  sender = newSender([service.origin]);
});
afterEach(async () => {
  await sender.close();
  await service.stop();
});

describe("a push notification", () => {
  it("is readable by its device only, and carries its lifetime and urgency", async () => {
    const [device, other] = [service.subscribe(), service.subscribe()];
    expect(await sender.send(device, note)).toEqual({ kind: "sent" });
    expect(service.list()).toEqual([
      expect.objectContaining({ text: note.payload, urgency: "high", ttlSeconds: 600, topic: "a-topic" }),
    ]);
    const mixedUp = { endpoint: device.endpoint, keys: other.keys };
    expect(await sender.send(mixedUp, note)).toEqual({ kind: "refused", reason: "http_400" });
  });

  it("from another sender is rejected by the device", async () => {
    const device = service.subscribe();
    await sender.send(device, note);
    const stranger = newSender([service.origin]);
    expect(await stranger.send(device, note)).toEqual({ kind: "refused", reason: "http_403" });
    await stranger.close();
  });

  it("to an unsubscribed device is reported as gone", async () => {
    const device = service.subscribe();
    service.unsubscribe(device.endpoint);
    expect(await sender.send(device, note)).toEqual({ kind: "gone" });
    const unknown = { ...device, endpoint: `${service.origin}/push/unknown` };
    expect(await sender.send(unknown, note)).toEqual({ kind: "gone" });
  });

  it("waits as long as the push service demands, and is retried after a fault", async () => {
    const device = service.subscribe();
    faults.set("push", "throttle");
    expect(await sender.send(device, note)).toEqual({ kind: "again", afterSeconds: 7, reason: "http_429" });
    faults.set("push", "http500");
    expect(await sender.send(device, note)).toEqual({ kind: "again", afterSeconds: null, reason: "http_500" });
    faults.set("push", "drop-before-accept");
    expect(await sender.send(device, note)).toMatchObject({ kind: "again", afterSeconds: null });
    expect(log.join()).not.toContain(device.endpoint.split("/").at(-1));
  });

  it("is signed by the same key after a restart", async () => {
    const seed = randomBytes(32);
    const device = service.subscribe();
    for (const each of [newSender([service.origin], seed), newSender([service.origin], seed)]) {
      expect(await each.send(device, note)).toEqual({ kind: "sent" });
      await each.close();
    }
  });
});

describe("an endpoint", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://db5p.notify.windows.com/w/?token=abc",
    "https://web.push.apple.com/abc",
  ])("of a browser's push service is accepted: %s", (endpoint) => {
    expect(newSender([]).isAllowed(endpoint)).toBe(true);
  });

  it.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/abc",
    "https://fcm.googleapis.com.evil.example/abc",
    "https://evilpush.apple.com.example/abc",
    "https://me@fcm.googleapis.com/abc",
    "https://169.254.169.254/latest",
    "http://127.0.0.1:5432/",
    "https://localhost/abc",
    "file:///etc/passwd",
    "nonsense",
  ])("of any other server is never called: %s", async (endpoint) => {
    const strict = newSender([]);
    expect(strict.isAllowed(endpoint)).toBe(false);
    expect(await strict.send({ endpoint, keys: { p256dh: "x", auth: "y" } }, note)).toEqual({ kind: "gone" });
  });
});
