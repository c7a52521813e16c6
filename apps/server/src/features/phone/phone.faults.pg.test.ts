import { PHONE_VERIFIED_LIFE_MS } from "@vriddhi/core/account/phone-verified";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import type { FaultKind } from "@vriddhi/sandbox/faults/faults";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Person, type PhoneFixture, startPhoneFixture } from "../../testing/phone-fixture.ts";
import { phoneMessages, phoneReplies } from "./phone.messages.ts";

const PHONE = "9876543210";
const KINDS: readonly FaultKind[] = [
  "timeout",
  "http500",
  "drop-before-accept",
  "drop-after-accept",
  "throttle",
  "reject",
];

let desk: PhoneFixture;
let asha: Person;
let kabir: Person;

beforeAll(async () => {
  desk = await startPhoneFixture();
});

beforeEach(async () => {
  await desk.reset();
  [asha, kabir] = [await desk.makePerson(), await desk.makePerson()];
});

afterAll(() => desk.close());

const isProved = async (person: Person) =>
  (await desk.query("SELECT 1 FROM users WHERE id = $1 AND phone IS NOT NULL", [person.id])).length === 1;

async function prove(person: Person, ip: string, digits = PHONE): Promise<void> {
  const { body } = await desk.send(person, digits, { ip });
  expect((await desk.verify(person, body["session_id"], digits, desk.codeFor(digits), ip)).status).toBe(200);
}

describe.each(KINDS)("an SMS gateway with the fault %s", (kind) => {
  it("a fault while sending stores nothing, and a minute later sending works [A8.11]", async () => {
    desk.faults.set("sms", kind);

    expect(await desk.send(asha, PHONE)).toEqual({
      status: 503,
      body: { code: "sms_unavailable", detail: phoneMessages.sms_unavailable },
    });
    expect(await desk.query("SELECT 1 FROM otp_sessions")).toEqual([]);
    expect((await desk.send(asha, PHONE)).status).toBe(429);

    desk.clock.advance(MINUTE_MS);
    await prove(asha, "10.1.1.1");
  });

  it("a fault while sending again keeps the previous code valid", async () => {
    const { body } = await desk.send(asha, PHONE);
    const code = desk.codeFor(PHONE);
    desk.clock.advance(MINUTE_MS);
    desk.faults.set("sms", kind);
    await desk.send(asha, PHONE);

    expect((await desk.verify(asha, body["session_id"], PHONE, code)).status).toBe(200);
  });

  it("a fault while checking makes the right code prove nothing, and it works once the gateway answers", async () => {
    const { body } = await desk.send(asha, PHONE);
    const code = desk.codeFor(PHONE);
    desk.faults.set("sms", kind);

    const refused = await desk.verify(asha, body["session_id"], PHONE, code);
    expect(refused).toMatchObject({ status: 503, body: { code: "busy" } });
    expect(await isProved(asha)).toBe(false);
    expect(await desk.query("SELECT 1 FROM audit_event")).toEqual([]);

    expect((await desk.verify(asha, body["session_id"], PHONE, code)).status).toBe(200);
  });
});

describe("a gateway outage", () => {
  it("a gateway outage counts attempts: there are no free guesses", async () => {
    const { body } = await desk.send(asha, PHONE);
    desk.faults.set("sms", "http500", 5);
    for (let tries = 1; tries <= 5; tries += 1) await desk.verify(asha, body["session_id"], PHONE, "123456");

    const dead = await desk.verify(asha, body["session_id"], PHONE, desk.codeFor(PHONE));
    expect(dead.body["code"]).toBe("otp_expired");
  });
});

describe("a new gateway vendor", () => {
  it("a new gateway vendor is not asked about sessions of the previous one", async () => {
    const { body } = await desk.send(asha, PHONE);
    await desk.query("UPDATE otp_sessions SET gateway = 'msg91'");

    const reply = await desk.verify(asha, body["session_id"], PHONE, desk.codeFor(PHONE));
    expect(reply.body["code"]).toBe("otp_expired");
  });
});

describe("the check at app start [A7.19, A7.21]", () => {
  const reply = (is_verified: boolean, verified_at: string | null, message: string) => ({
    status: 200,
    body: { is_verified, verified_at, message },
  });
  const timestamp = () => new Date(desk.clock.now()).toISOString();

  it("the check at app start does not know a new client, signed in or not", async () => {
    const no = reply(false, null, phoneReplies.notProved);
    expect(await desk.ask(null, "203.0.113.9")).toEqual(no);
    expect(await desk.ask(asha, "203.0.113.9")).toEqual(no);
  });

  it("the check at app start knows a caller with a verified phone, everywhere and permanently", async () => {
    await prove(asha, "203.0.113.9");
    const provedAt = timestamp();
    desk.clock.advance(2 * PHONE_VERIFIED_LIFE_MS);
    expect(await desk.ask(asha, "198.51.100.1")).toEqual(reply(true, provedAt, phoneReplies.provedByCaller));
  });

  it("the check at app start hides the dialog at an IP address where a user verified a phone, for 365 days [A9.2]", async () => {
    await prove(asha, "203.0.113.9");
    const yes = reply(true, timestamp(), phoneReplies.provedNearby);
    expect(await desk.ask(null, "203.0.113.9")).toEqual(yes);
    expect(await desk.ask(kabir, "203.0.113.9")).toEqual(yes);
    expect((await desk.ask(null, "203.0.113.10")).body["is_verified"]).toBe(false);

    desk.clock.advance(PHONE_VERIFIED_LIFE_MS - 1);
    expect(await desk.ask(null, "203.0.113.9")).toEqual(yes);
    desk.clock.advance(1);
    expect((await desk.ask(null, "203.0.113.9")).body["is_verified"]).toBe(false);
  });

  it("the check at app start treats an IPv6 household as one address", async () => {
    await prove(asha, "2001:db8:1:2::a");
    expect((await desk.ask(null, "2001:db8:1:2:ffff::b")).body["is_verified"]).toBe(true);
    expect((await desk.ask(null, "2001:db8:1:3::a")).body["is_verified"]).toBe(false);
  });

  it("a verified phone grants nothing to other users at its IP address", async () => {
    await prove(asha, "203.0.113.9");
    await desk.ask(kabir, "203.0.113.9");

    expect(await isProved(kabir)).toBe(false);
  });

  it("the check at app start ignores a code that was sent and not entered", async () => {
    await desk.send(asha, PHONE, { ip: "203.0.113.9" });
    expect((await desk.ask(null, "203.0.113.9")).body["is_verified"]).toBe(false);
  });
});
