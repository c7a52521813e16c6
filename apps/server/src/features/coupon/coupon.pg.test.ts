import { DAY_MS, later } from "@vriddhi/core/time/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";

let desk: BillingFixture;

beforeAll(async () => {
  desk = await startBillingFixture();
});
beforeEach(async () => {
  await desk.reset();
  const ends = new Date(later(desk.clock.now(), DAY_MS)).toISOString();
  await desk.query("INSERT INTO coupons VALUES ('WELCOME10', 9000, NULL, NULL), ('TODAY', 3333, $1, NULL)", [ends]);
});
afterAll(() => desk.close());

const validate = (code: string) => desk.call("POST", "/coupon/validate", null, { code });
const INVALID = { status: 400, body: { code: "coupon_invalid", detail: "Invalid coupon code" } };

describe("POST /coupon/validate", () => {
  it("[A7.11] [A3.4] a valid coupon returns the price's multiplier, for a visitor too", async () => {
    expect(await validate("WELCOME10")).toEqual({ status: 200, body: { discount: 0.9 } });
    expect((await validate(" welcome10 ")).body).toEqual({ discount: 0.9 });
    expect((await validate("today")).body).toEqual({ discount: 0.3333 });
  });

  it("[A8.8] [A5.10] refuses an unknown and an ended coupon with the same text", async () => {
    expect(await validate("NOPE")).toEqual(INVALID);
    expect(await validate("' OR 1=1 --")).toEqual(INVALID);
    desk.clock.advance(DAY_MS);
    expect(await validate("TODAY")).toEqual(INVALID);
  });

  it("limits coupon guesses from one address", async () => {
    const guess = (index: number) =>
      desk.app.inject({
        method: "POST",
        url: "/coupon/validate",
        remoteAddress: "203.0.113.5",
        payload: { code: `GUESS${index}` },
      });
    const statuses = [];
    for (let index = 0; index < 31; index += 1) statuses.push((await guess(index)).statusCode);
    expect([statuses[29], statuses[30]]).toEqual([400, 429]);
  });

  it("a coupon counts for an order that is paid after its reservation expired", async () => {
    await desk.query("INSERT INTO coupons VALUES ('LAST', 5000, NULL, 1)");
    const asha = await desk.makePerson();
    const { body } = await desk.order(asha, "MONTHLY", 1, "LAST", 499);
    expect((await validate("LAST")).body.code).toBe("coupon_used_up");
    expect((await desk.order(asha, "MONTHLY", 1, "LAST", 499)).body.id).toBe(body.id);
    desk.clock.advance(DAY_MS);
    expect((await validate("LAST")).status).toBe(200);
    await desk.pay(body.id);
    await desk.razorpay.webhooks.idle();
    expect((await desk.call("GET", "/algorithm/subscription", asha)).body.status).toBe("active");
    expect((await validate("LAST")).body.code).toBe("coupon_used_up");
  });

  it("a coupon can be used once per user, and a signed-in user learns it before the payment", async () => {
    const [asha, kabir] = [await desk.makePerson(), await desk.makePerson()];
    const mine = (person: Person | null) => desk.call("POST", "/coupon/validate", person, { code: "WELCOME10" });
    const order = (person: Person, level = 1, price = 899) => desk.order(person, "MONTHLY", level, "WELCOME10", price);
    desk.razorpay.webhooks.setManner("withhold");
    // An order for another plan does not use up the coupon.
    expect((await order(asha, 2, 2_249)).status).toBe(200);
    expect((await mine(asha)).status).toBe(200);
    expect((await desk.verify(asha, await desk.pay((await order(asha)).body.id))).status).toBe(200);
    expect((await mine(asha)).body).toMatchObject({ code: "coupon_used_before" });
    const again = await order(asha, 3, 4_499);
    expect([again.status, again.body.code]).toEqual([400, "coupon_used_before"]);
    expect([(await mine(kabir)).status, (await mine(null)).status, (await order(kabir)).status]).toEqual([
      200, 200, 200,
    ]);
  });

  it("a coupon cannot be used repeatedly by parallel orders that are paid later", async () => {
    const asha = await desk.makePerson();
    const orders = [
      [1, 899],
      [2, 2_249],
      [3, 4_499],
      [4, 8_999],
      [5, 17_999],
    ] as const;
    const replies = await Promise.all(
      orders.map(([level, price]) => desk.order(asha, "MONTHLY", level, "WELCOME10", price)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it("a coupon can be used any number of times where its row allows it", async () => {
    await desk.query("INSERT INTO coupons VALUES ('ALWAYS', 5000, NULL, NULL, NULL)");
    const asha = await desk.makePerson();
    desk.razorpay.webhooks.setManner("withhold");
    for (let count = 0; count < 2; count += 1) {
      const { body } = await desk.order(asha, "MONTHLY", 1, "ALWAYS", 499);
      expect((await desk.verify(asha, await desk.pay(body.id))).status).toBe(200);
    }
  });
});
