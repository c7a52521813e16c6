import { randomUUID } from "node:crypto";
import { OTP_LIFE_MS } from "@vriddhi/core/account/phone";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Person, type PhoneFixture, startPhoneFixture } from "../../testing/phone-fixture.ts";

const PHONE = "9876543210";

let desk: PhoneFixture;
let asha: Person;

beforeAll(async () => {
  desk = await startPhoneFixture();
});

beforeEach(async () => {
  await desk.reset();
  asha = await desk.makePerson();
});

afterAll(() => desk.close());

/** Returns a number in the given block of numbers. */
const phoneIn = (block: number) => `9${String(block).padStart(5, "0")}0000`;
const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status;
const budgets = async (pattern: string) =>
  (await desk.query<{ key: string }>("SELECT key FROM rate_limit WHERE key LIKE $1", [pattern])).map(({ key }) => key);

async function sendAsStranger(digits: string, ip?: string): Promise<number> {
  const stranger = await desk.makePerson();
  return statusOf(desk.send(stranger, digits, ip === undefined ? {} : { ip }));
}

describe("codes to one number", () => {
  it("codes to one number are a minute apart", async () => {
    expect(await sendAsStranger(PHONE)).toBe(200);
    desk.clock.advance(MINUTE_MS - 1);
    expect(await desk.send(asha, PHONE)).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    desk.clock.advance(1);
    expect(await sendAsStranger(PHONE)).toBe(200);
    expect(desk.sms.list()).toHaveLength(2);
  });

  it("codes to one number are three in ten minutes, in every spelling of it", async () => {
    for (const digits of [PHONE, `0${PHONE}`, `91${PHONE}`]) {
      expect(await sendAsStranger(digits)).toBe(200);
      desk.clock.advance(MINUTE_MS);
    }
    expect(await sendAsStranger(PHONE)).toBe(429);
    desk.clock.advance(MINUTE_MS);
    expect(await sendAsStranger(PHONE)).toBe(200);
  });

  it("codes to one number are six a day, not counting those refused for haste", async () => {
    for (let text = 1; text <= 6; text += 1) {
      expect(await sendAsStranger(PHONE)).toBe(200);
      expect(await sendAsStranger(PHONE)).toBe(429);
      desk.clock.advance(200 * SECOND_MS);
    }
    expect(await sendAsStranger(PHONE)).toBe(429);
    desk.clock.advance(4 * HOUR_MS);
    expect(await sendAsStranger(PHONE)).toBe(200);
  });
});

describe("codes for one account", () => {
  it("codes for one account are three in ten minutes, and a refusal does not count against the number", async () => {
    for (const block of [1, 2, 3]) expect(await statusOf(desk.send(asha, phoneIn(block)))).toBe(200);

    expect(await statusOf(desk.send(asha, phoneIn(4)))).toBe(429);
    expect(await budgets(`%${phoneIn(4)}`)).toEqual([]);
    expect(await sendAsStranger(phoneIn(4))).toBe(200);
  });
});

describe("codes from one address", () => {
  it("codes from one address are five in ten minutes, an IPv6 household being one", async () => {
    for (let block = 1; block <= 5; block += 1)
      expect(await sendAsStranger(phoneIn(block), `2001:db8::${block}`)).toBe(200);

    expect(await sendAsStranger(phoneIn(6), "2001:db8::6")).toBe(429);
    expect(await sendAsStranger(phoneIn(6), "2001:db8:0:1::6")).toBe(200);
  });

  it("codes from one address are twenty a day, and a refusal does not count against the number", async () => {
    for (let block = 1; block <= 20; block += 1) {
      expect(await sendAsStranger(phoneIn(block), "203.0.113.7")).toBe(200);
      desk.clock.advance(2 * MINUTE_MS);
    }
    expect(await sendAsStranger(phoneIn(21), "203.0.113.7")).toBe(429);
    expect(await budgets(`%${phoneIn(21)}`)).toEqual([]);
  });
});

describe("codes to one block of numbers", () => {
  it("codes to one block of numbers are ten an hour, and a refusal does not count against the total", async () => {
    for (let last = 1; last <= 10; last += 1) expect(await sendAsStranger(`98765400${last + 10}`)).toBe(200);
    const before = await desk.query("SELECT whole_at FROM rate_limit WHERE key = 'otp-send:all:'");

    expect(await sendAsStranger("9876549999")).toBe(429);
    expect(await desk.query("SELECT whole_at FROM rate_limit WHERE key = 'otp-send:all:'")).toEqual(before);
    expect(await sendAsStranger("9876559999")).toBe(200);
  });
});

describe("all codes together", () => {
  it("all codes together have a limit, which alerts an operator", async () => {
    const spentUntil = new Date(desk.clock.now() + HOUR_MS);
    await desk.query("INSERT INTO rate_limit (key, whole_at) VALUES ('otp-send:all:', $1)", [spentUntil]);

    expect(await statusOf(desk.send(asha, PHONE))).toBe(429);
    expect(desk.log.join("")).toContain("phone: SMS budget spent");
    expect(desk.sms.list()).toEqual([]);
  });
});

describe("a block with SMS pumping", () => {
  const plant = async (texts: number, given: { verified?: number; sentAgoMs?: number; gateway?: string } = {}) => {
    const sentAt = desk.clock.now() - (given.sentAgoMs ?? HOUR_MS);
    await desk.query(
      `INSERT INTO otp_sessions (id, user_id, phone, gateway, gateway_ref, ip, expires_at, verified_at)
       SELECT gen_random_uuid(), $1, '91987654' || lpad(n::text, 4, '0'), $2, 'ref', '10.0.0.1', $3::timestamptz,
              CASE WHEN n <= $4 THEN $3::timestamptz - interval '9 minutes' END
       FROM generate_series(1, $5) n`,
      [asha.id, given.gateway ?? "twofactor", new Date(sentAt + OTP_LIFE_MS), given.verified ?? 0, texts],
    );
  };

  it("a block of numbers with SMS pumping is blocked, and the log names the block but no number", async () => {
    await plant(50, { verified: 14 });

    expect(await statusOf(desk.send(asha, PHONE))).toBe(429);
    expect(desk.sms.list()).toEqual([]);
    const [line = ""] = desk.log.filter((text) => text.includes("phone: unverified number block"));
    expect(JSON.parse(line)).toMatchObject({ level: 40, block: "+91 987654••••", texts: 50, verified: 14 });
    expect(desk.log.join("")).not.toContain(PHONE);
    expect(await budgets(`%${PHONE}`)).toEqual([]);
  });

  it("a block with SMS pumping does not affect its neighbours", async () => {
    await plant(50);
    expect(await statusOf(desk.send(asha, "9876553210"))).toBe(200);
  });

  it("a block with SMS pumping is allowed again a day later", async () => {
    await plant(50, { sentAgoMs: DAY_MS - 1 });
    expect(await sendAsStranger(PHONE)).toBe(429);
    desk.clock.advance(1);
    expect(await sendAsStranger(PHONE)).toBe(200);
  });

  it("SMS pumping is detected by the latest fifty codes of a block", async () => {
    await plant(60, { sentAgoMs: 2 * HOUR_MS });
    await plant(50, { verified: 15 });
    expect(await statusOf(desk.send(asha, PHONE))).toBe(200);
  });

  it.each([
    ["49 texts", 49, {}],
    ["a third of them typed", 50, { verified: 15 }],
    ["codes that may still be typed", 50, { sentAgoMs: OTP_LIFE_MS - 1 }],
    ["numbers of other accounts, which were not texted", 50, { gateway: "none" }],
  ])("a block of numbers is not blocked because of %s", async (_case, texts, given) => {
    await plant(texts, given);
    expect(await statusOf(desk.send(asha, PHONE))).toBe(200);
  });
});

describe("code checks", () => {
  it("code checks of one number are fifteen a day over all its codes", async () => {
    const guess = async (person: Person, session: unknown) => {
      const code = desk.codeFor(PHONE) === "000000" ? "111111" : "000000";
      return (await desk.verify(person, session, PHONE, code)).body["code"];
    };
    for (let text = 1; text <= 3; text += 1) {
      const { body } = await desk.send(asha, PHONE);
      for (let tries = 1; tries <= 5; tries += 1) expect(await guess(asha, body["session_id"])).toBe("otp_wrong");
      desk.clock.advance(200 * SECOND_MS);
    }
    const { body } = await desk.send(asha, PHONE);
    const refused = await desk.verify(asha, body["session_id"], PHONE, desk.codeFor(PHONE));
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  });

  it("code checks of another user's sessions do not count against the number", async () => {
    await desk.send(asha, PHONE);
    const stranger = await desk.makePerson();
    for (let tries = 1; tries <= 15; tries += 1) await desk.verify(stranger, randomUUID(), PHONE, "123456");

    expect(await budgets("otp-check:phone-day:%")).toEqual([]);
  });

  it("code checks from one address are thirty in ten minutes", async () => {
    const guess = () => statusOf(desk.verify(asha, randomUUID(), PHONE, "123456", "203.0.113.8"));
    const statuses: number[] = [];
    for (let tries = 1; tries <= 31; tries += 1) statuses.push(await guess());

    expect(statuses).toEqual([...Array(30).fill(400), 429]);
  });
});
