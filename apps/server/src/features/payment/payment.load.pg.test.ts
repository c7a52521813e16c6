import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";

let desk: BillingFixture;
let asha: Person;

beforeAll(async () => {
  desk = await startBillingFixture({ replyWithinMs: MINUTE_MS, connections: 80 });
});
beforeEach(async () => {
  await desk.reset();
  await desk.query("INSERT INTO coupons VALUES ('HALF', 5000, NULL, NULL), ('FIRST7', 5000, NULL, 7)");
  asha = await desk.makePerson();
});
afterAll(() => desk.close());

const manyUsers = <T>(size: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: size }, (_, index) => act(index)));
const countOf = async (table: string) =>
  (await desk.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;
const periodsOf = (person: Person) =>
  desk.query("SELECT plan, band_paise AS band FROM subscription_periods WHERE user_id = $1", [person.id]);
const tally = (words: readonly string[]) =>
  Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((other) => other === word).length]));

describe("verify, webhook, reconciliation and a double click concurrently", () => {
  it("200 concurrent calls for one payment activate once", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    const proof = await desk.pay((await desk.order(asha, "MONTHLY", 3, "HALF", 2_499)).body.id);
    desk.clock.advance(3 * MINUTE_MS);
    const replay = () => Promise.all(desk.razorpay.webhooks.list().map(({ id }) => desk.razorpay.webhooks.replay(id)));
    const tries = Array.from({ length: 200 }, (_, index) => {
      if (index % 20 === 7) return replay();
      return index % 50 === 3 ? desk.billing.runPaymentUpkeep() : desk.verify(asha, proof);
    });
    const replies = await Promise.all(tries);
    const answers = replies.flatMap((reply) => (reply && "status" in reply ? [reply] : []));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(["200 active"]));
    expect(answers.length).toBeGreaterThan(150);
    expect(await periodsOf(asha)).toEqual([{ plan: "MONTHLY", band: "50000000" }]);
    expect([await countOf("invoices"), await countOf("refunds"), desk.mails.length]).toEqual([1, 0, 1]);
    expect(await desk.query("SELECT used_at IS NOT NULL AS used FROM coupon_uses")).toEqual([{ used: true }]);
  });

  it("40 concurrent buyers get one period each, and every payment one invoice, without a gap", async () => {
    desk.razorpay.webhooks.setManner("duplicate");
    const people = await Promise.all(Array.from({ length: 40 }, () => desk.makePerson()));
    await Promise.all(
      people.map(async (person) => {
        const proof = await desk.pay((await desk.order(person)).body.id);
        expect((await desk.verify(person, proof)).body.status).toBe("active");
      }),
    );
    await desk.razorpay.webhooks.idle();
    const rows = await desk.query<{ number: string; serial: number }>(
      "SELECT number, serial FROM invoices ORDER BY serial",
    );
    expect(rows.map(({ serial }) => serial)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(rows.at(-1)?.number).toBe("INV/26-27/000040");
    expect(await countOf("subscription_periods")).toBe(40);
  });
});

describe("a coupon with seven uses", () => {
  it("[A7.11] a coupon with seven uses is used seven times by 50 concurrent users, and unpaid uses become free again", async () => {
    const people = await manyUsers(50, () => desk.makePerson());
    const replies = await manyUsers(50, async (index) => {
      const person = people[index];
      return person ? desk.order(person, "MONTHLY", 1, "FIRST7", 499) : null;
    });
    expect(tally(replies.map((reply) => reply?.body.code ?? "ordered"))).toEqual({ ordered: 7, coupon_used_up: 43 });
    expect(await countOf("coupon_uses")).toBe(7);
    expect(await countOf("payment_orders")).toBe(7);
    const lost = await desk.call("POST", "/coupon/validate", null, { code: "first7" });
    expect(lost).toEqual({ status: 400, body: { code: "coupon_used_up", detail: "This coupon has been used up." } });

    const [paid] = replies.filter((reply) => reply?.status === 200);
    await desk.pay(paid?.body.id);
    await desk.razorpay.webhooks.idle();
    desk.clock.advance(31 * MINUTE_MS);
    const again = await manyUsers(50, async () => desk.order(await desk.makePerson(), "MONTHLY", 1, "FIRST7", 499));
    expect(tally(again.map(({ body }) => body.code ?? "ordered"))).toEqual({ ordered: 6, coupon_used_up: 44 });
  });

  it("a coupon is reserved once for a user who orders the same again", async () => {
    await manyUsers(20, () => desk.order(asha, "MONTHLY", 1, "FIRST7", 499));
    expect(await countOf("coupon_uses")).toBe(1);
  });
});

describe("the free trial", () => {
  const start = (person: Person) => desk.call("POST", `/free-trial/${person.id}`, person);

  it("[A7.10] 50 concurrent clicks start the free trial once", async () => {
    const replies = await manyUsers(50, () => start(asha));
    expect(tally(replies.map(({ status, body }) => `${status} ${body.detail ?? body.message}`))).toEqual({
      "200 Free trial activated successfully!": 1,
      "400 Free trial already used": 49,
    });
    expect(await periodsOf(asha)).toEqual([{ plan: "FREE_TRIAL", band: "500000" }]);
  });
});
