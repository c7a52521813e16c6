import { randomUUID } from "node:crypto";
import { OTP_LIFE_MS, phoneFaultText } from "@vriddhi/core/account/phone";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Person, type PhoneFixture, startPhoneFixture } from "../../testing/phone-fixture.ts";
import { phoneMessages, phoneReplies } from "./phone.messages.ts";

const PHONE = "9876543210";
const OTHER_PHONE = "9876543211";

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

const wrong = (code: string) => (code === "000000" ? "111111" : "000000");
const refusal = (status: number, code: keyof typeof phoneMessages) => ({
  status,
  body: { code, detail: phoneMessages[code] },
});
const phoneOf = async (person: Person) =>
  (await desk.query("SELECT phone, phone_verified_at FROM users WHERE id = $1", [person.id]))[0];
const auditKinds = async () =>
  (await desk.query<{ kind: string }>("SELECT kind FROM audit_event")).map((row) => row.kind);
const triesOf = async (session: unknown) =>
  (await desk.query<{ tries: number }>("SELECT tries FROM otp_sessions WHERE id = $1", [session]))[0]?.tries;
const unverified = { phone: null, phone_verified_at: null };
const proved = (digits: string) => ({ phone: `91${digits}`, phone_verified_at: new Date(desk.clock.now()) });

async function textTo(person: Person, digits = PHONE) {
  const { status, body } = await desk.send(person, digits);
  expect(status).toBe(200);
  return { session: body["session_id"], code: desk.codeFor(digits) };
}

describe("verifying a phone [A7.17, A7.18]", () => {
  it("the phone verification sends a code and accepts it, with the specification's texts [A4.6, A5.7, A5.8, A8.11]", async () => {
    const sent = await desk.send(asha, PHONE);
    expect(sent).toEqual({
      status: 200,
      body: { success: true, session_id: expect.any(String), message: phoneReplies.sent },
    });
    expect(desk.sms.list().map(({ to }) => to)).toEqual(["+919876543210"]);

    const verified = await desk.verify(asha, sent.body["session_id"], PHONE, desk.codeFor(PHONE));
    expect(verified).toEqual({ status: 200, body: { success: true, message: "Phone number verified successfully" } });
    expect(await phoneOf(asha)).toEqual(proved(PHONE));
    expect(await auditKinds()).toEqual(["phone_verified"]);
    expect(phoneMessages).toMatchObject({
      phone_invalid: "Please enter a valid phone number (10-15 digits)",
      otp_wrong: "Invalid OTP",
      otp_expired: "Session expired. Please request a new OTP.",
      sms_unavailable: "Failed to send OTP",
    });
  });

  it("the phone verification works through the other vendor too", async () => {
    const other = await startPhoneFixture("msg91");
    try {
      const person = await other.makePerson();
      const { body } = await other.send(person, PHONE);
      expect((await other.verify(person, body["session_id"], PHONE, wrong(other.codeFor(PHONE)))).status).toBe(400);
      expect((await other.verify(person, body["session_id"], PHONE, other.codeFor(PHONE))).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  it("the phone verification recognises the number in another spelling", async () => {
    const { session, code } = await textTo(asha, `0${PHONE}`);
    expect((await desk.verify(asha, session, `91${PHONE}`, code)).status).toBe(200);
    expect(await phoneOf(asha)).toEqual(proved(PHONE));
  });

  it("the phone verification gives the browser our own id, and stores the gateway's and the address", async () => {
    const { body } = await desk.send(asha, PHONE, { ip: "2001:db8:1:2:3:4:5:6" });
    const [row] = await desk.query("SELECT * FROM otp_sessions");

    expect(row).toMatchObject({
      id: body["session_id"],
      user_id: asha.id,
      phone: `91${PHONE}`,
      gateway: "twofactor",
      ip: "2001:db8:1:2::/64",
      expires_at: new Date(desk.clock.now() + OTP_LIFE_MS),
    });
    expect(row?.["gateway_ref"]).not.toBe(body["session_id"]);
  });

  it("the phone verification needs a session", async () => {
    expect((await desk.send(null, PHONE)).status).toBe(401);
    expect((await desk.verify(null, randomUUID(), PHONE, "123456")).status).toBe(401);
    expect(desk.sms.list()).toEqual([]);
  });

  it("a verified phone replaces an earlier phone", async () => {
    const first = await textTo(asha);
    await desk.verify(asha, first.session, PHONE, first.code);
    const second = await textTo(asha, OTHER_PHONE);
    await desk.verify(asha, second.session, OTHER_PHONE, second.code);

    expect(await phoneOf(asha)).toEqual(proved(OTHER_PHONE));
  });
});

describe("a number that cannot get a code [A5.7]", () => {
  it.each(["+1", "+44", "+61"])("%s is refused for now, without counting", async (country) => {
    expect(await desk.send(asha, "2125550123", { country })).toEqual(refusal(400, "phone_country"));
    expect(await desk.query("SELECT key FROM rate_limit WHERE key LIKE 'otp-send:%'")).toEqual([]);
  });

  it.each(["1234567890", "5876543210", "98765432101"])("%s is not an Indian mobile", async (digits) => {
    expect(await desk.send(asha, digits)).toEqual(refusal(400, "phone_invalid"));
  });

  it.each(["12345", "123456789", "1".repeat(16), "98765 43210", "+919876543210"])(
    "%s is invalid input",
    async (digits) => {
      const { status, body } = await desk.send(asha, digits);
      expect({ status, code: body["code"] }).toEqual({ status: 400, code: "invalid_input" });
      expect(body["detail"]).toContain(phoneFaultText("+91"));
    },
  );

  it("[A5.7] a refused number names the range of its country", async () => {
    const { body } = await desk.send(asha, "12345", { country: "+44" });
    expect(body["detail"]).toContain("Please enter a valid phone number (6-15 digits)");
  });

  it("[A7.17] a refused number does not count against the address, however often it is typed", async () => {
    for (const digits of ["12345", "123456789", "1234567890", "5876543210", "98765432101", "1".repeat(16)])
      expect((await desk.send(asha, digits)).status).toBe(400);
    expect((await desk.send(asha, PHONE)).status).toBe(200);
  });
});

describe("a sent code [A5.8]", () => {
  it("an SMS code is valid after four wrong guesses", async () => {
    const { session, code } = await textTo(asha);
    for (let guess = 1; guess <= 4; guess += 1)
      expect(await desk.verify(asha, session, PHONE, wrong(code))).toEqual(refusal(400, "otp_wrong"));
    expect((await desk.verify(asha, session, PHONE, code)).status).toBe(200);
  });

  it("an SMS code is invalid after five wrong guesses", async () => {
    const { session, code } = await textTo(asha);
    for (let guess = 1; guess <= 5; guess += 1)
      expect(await desk.verify(asha, session, PHONE, wrong(code))).toEqual(refusal(400, "otp_wrong"));

    expect(await desk.verify(asha, session, PHONE, code)).toEqual(refusal(400, "otp_expired"));
    expect(await phoneOf(asha)).toEqual(unverified);
    expect(await auditKinds()).toEqual([]);
  });

  it("an SMS code allows five parallel guesses in all", async () => {
    const { session, code } = await textTo(asha);
    const guesses = Array.from({ length: 14 }, () => desk.verify(asha, session, PHONE, wrong(code)));
    const codes = (await Promise.all(guesses)).map(({ body }) => body["code"]);

    expect(codes.filter((code) => code === "otp_wrong")).toHaveLength(5);
    expect(codes.filter((code) => code === "otp_expired")).toHaveLength(9);
    expect(await triesOf(session)).toBe(5);
  });

  it("an SMS code is valid for ten minutes", async () => {
    const { session, code } = await textTo(asha);
    desk.clock.advance(OTP_LIFE_MS - 1);
    expect(await desk.verify(asha, session, PHONE, wrong(code))).toEqual(refusal(400, "otp_wrong"));
    desk.clock.advance(1);
    expect(await desk.verify(asha, session, PHONE, code)).toEqual(refusal(400, "otp_expired"));
    expect(await phoneOf(asha)).toEqual(unverified);
  });

  it("an SMS code works once, in sequence and concurrently", async () => {
    const { session, code } = await textTo(asha);
    const outcomes = await Promise.all([1, 2, 3].map(() => desk.verify(asha, session, PHONE, code)));

    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await desk.verify(asha, session, PHONE, code)).toEqual(refusal(400, "otp_expired"));
    expect(await auditKinds()).toEqual(["phone_verified"]);
  });

  it("the next SMS code replaces a sent one, also of another number", async () => {
    const first = await textTo(asha);
    const second = await textTo(asha, OTHER_PHONE);

    expect(await desk.verify(asha, first.session, PHONE, first.code)).toEqual(refusal(400, "otp_expired"));
    expect((await desk.verify(asha, second.session, OTHER_PHONE, second.code)).status).toBe(200);
  });

  it("two concurrent requests leave one phone session open", async () => {
    await Promise.all([desk.send(asha, PHONE), desk.send(asha, OTHER_PHONE)]);
    expect(await desk.query("SELECT id FROM otp_sessions WHERE tries < 5")).toHaveLength(1);
  });
});

describe("another user's phone session", () => {
  it("refuses another user's phone session, which loses no attempt", async () => {
    const { session, code } = await textTo(asha);

    expect(await desk.verify(kabir, session, PHONE, code)).toEqual(refusal(400, "otp_expired"));
    expect(await triesOf(session)).toBe(0);
    expect(await phoneOf(kabir)).toEqual(unverified);
    expect(await auditKinds()).toEqual([]);
    expect((await desk.verify(asha, session, PHONE, code)).status).toBe(200);
  });

  it("a phone session proves only the number that got the code", async () => {
    const { session, code } = await textTo(asha);

    expect(await desk.verify(asha, session, OTHER_PHONE, code)).toEqual(refusal(400, "otp_expired"));
    expect(await triesOf(session)).toBe(0);
    expect(await phoneOf(asha)).toEqual(unverified);
  });

  it("a phone session cannot be guessed by a forged or malformed id", async () => {
    expect(await desk.verify(asha, randomUUID(), PHONE, "123456")).toEqual(refusal(400, "otp_expired"));
    expect((await desk.verify(asha, "1", PHONE, "123456")).body["code"]).toBe("invalid_input");
  });

  it("a phone session cannot be addressed by the gateway's id", async () => {
    await textTo(asha);
    const [row] = await desk.query<{ gateway_ref: string }>("SELECT gateway_ref FROM otp_sessions");
    const reply = await desk.verify(asha, row?.gateway_ref, PHONE, desk.codeFor(PHONE));
    expect(reply).toEqual(refusal(400, "otp_expired"));
  });
});

describe("a number of another account", () => {
  it("a number of another account gets no code, and the caller the usual answers", async () => {
    const { session, code } = await textTo(asha);
    await desk.verify(asha, session, PHONE, code);
    desk.clock.advance(5 * MINUTE_MS);
    desk.sms.clear();

    const sent = await desk.send(kabir, PHONE);
    expect(sent).toEqual({
      status: 200,
      body: { success: true, session_id: expect.any(String), message: phoneReplies.sent },
    });
    expect(desk.sms.list()).toEqual([]);
    for (let guess = 1; guess <= 5; guess += 1)
      expect(await desk.verify(kabir, sent.body["session_id"], PHONE, code)).toEqual(refusal(400, "otp_wrong"));
    expect(await desk.verify(kabir, sent.body["session_id"], PHONE, code)).toEqual(refusal(400, "otp_expired"));
    expect(await phoneOf(kabir)).toEqual(unverified);
  });

  it("a number is refused to the slower of two users who verify it", async () => {
    const first = await textTo(asha);
    desk.clock.advance(MINUTE_MS);
    const second = await textTo(kabir);
    await desk.verify(asha, first.session, PHONE, first.code);

    expect(await desk.verify(kabir, second.session, PHONE, second.code)).toEqual(refusal(409, "phone_taken"));
    expect(await desk.verify(kabir, second.session, PHONE, second.code)).toEqual(refusal(400, "otp_expired"));
    expect(await phoneOf(kabir)).toEqual(unverified);
    expect(await auditKinds()).toEqual(["phone_verified"]);
  });

  it("a number goes to exactly one of two users who verify it concurrently", async () => {
    const first = await textTo(asha);
    desk.clock.advance(MINUTE_MS);
    const second = await textTo(kabir);
    const outcomes = await Promise.all([
      desk.verify(asha, first.session, PHONE, first.code),
      desk.verify(kabir, second.session, PHONE, second.code),
    ]);

    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await desk.query("SELECT id FROM users WHERE phone IS NOT NULL")).toHaveLength(1);
    expect(await desk.query("SELECT id FROM otp_sessions WHERE verified_at IS NOT NULL")).toHaveLength(1);
  });
});

it("the phone verification never logs numbers or codes, not even in database errors", async () => {
  const { session, code } = await textTo(asha);
  desk.faults.set("sms", "reject");
  await desk.verify(asha, session, PHONE, code);
  desk.faults.set("sms", "http500");
  await desk.send(kabir, OTHER_PHONE);
  await desk.verify(asha, session, PHONE, code);
  await desk.alter("ALTER TABLE otp_sessions RENAME TO elsewhere");
  desk.clock.advance(MINUTE_MS);
  expect((await desk.send(kabir, OTHER_PHONE)).status).toBe(500);
  expect((await desk.verify(asha, session, PHONE, code)).status).toBe(500);
  await desk.alter("ALTER TABLE elsewhere RENAME TO otp_sessions");
  const logged = desk.log.join("");

  expect(logged).toContain("phone: gateway did not send a code");
  expect(logged).toContain("request failed");
  for (const hidden of [PHONE, OTHER_PHONE, code, String(session), "desk-sms-key"])
    expect(logged).not.toContain(hidden);
});
