import type { PlanName } from "@vriddhi/core/billing/plans";
import { bandAt, LEVELS, PLAN_NAMES, priceOf } from "@vriddhi/core/billing/plans";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { DAY_MS, type EpochMs, HOUR_MS, later } from "@vriddhi/core/time/clock";
import { VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formatLongDay, formatPeriod } from "../../platform/mail/mail-format.ts";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";

let desk: BillingFixture;
let asha: Person;

beforeAll(async () => {
  desk = await startBillingFixture();
});
beforeEach(async () => {
  await desk.reset();
  asha = await desk.makePerson();
});
afterAll(() => desk.close());

const inDays = (days: number) => later(VIRTUAL_START, days * DAY_MS);
const text = (instant: EpochMs) => new Date(instant).toISOString();
const day = (days: number) => text(inDays(days));
const subscriptionOf = async (person: Person) => (await desk.call("GET", "/algorithm/subscription", person)).body;
const historyOf = async (person: Person) => (await desk.call("GET", "/billing/history", person)).body.purchases;
const preview = (person: Person, plan: PlanName, level: number) =>
  desk.call(
    "GET",
    `/payment/preview?plan_name=${plan}&max_capital=${bandAt(level).maxCapitalRupees}&amount=${priceOf(level, plan) / PAISE_PER_RUPEE}`,
    person,
  );
const lastMail = () => desk.mails.at(-1);

async function refundAll(paymentId: string, amount: number): Promise<void> {
  const authorization = `Basic ${btoa("rzp_test_DeskDeskDeskDe:desk-secret")}`;
  await fetch(`${desk.razorpay.baseUrl}/v1/payments/${paymentId}/refund`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ amount }),
  });
  await desk.razorpay.webhooks.release();
  await desk.razorpay.webhooks.idle();
}

describe("a lower, two higher and a low plan, bought one after the other", () => {
  it("[A3.3] [A7.9] a second higher plan follows the first, and every answer has the same end", async () => {
    await desk.buy(asha, "MONTHLY", 2);
    await desk.buy(asha, "MONTHLY", 4);
    await desk.buy(asha, "QUARTERLY", 1);
    await desk.buy(asha, "MONTHLY", 4);
    const subscription = await subscriptionOf(asha);
    expect(subscription).toMatchObject({
      plan: "MONTHLY",
      start_date: day(0),
      end_date: day(180),
      days_remaining: 180,
      hours_remaining: 0,
      capital_upper_band: 1_000_000,
      running: { capital_upper_band: 1_000_000, start_date: day(0), end_date: day(30) },
      following: [
        { capital_upper_band: 1_000_000, start_date: day(30), end_date: day(60) },
        { capital_upper_band: 100_000, start_date: day(60), end_date: day(90) },
        { capital_upper_band: 50_000, start_date: day(90), end_date: day(180) },
      ],
    });
  });

  it("[B2.25] the history has the real parts of an interrupted purchase, without overlaps", async () => {
    await desk.buy(asha, "MONTHLY", 1);
    desk.market.set(inDays(10));
    await desk.buy(asha, "MONTHLY", 2);
    desk.market.set(inDays(20));
    await desk.buy(asha, "MONTHLY", 4);
    const [highest, middle, lowest] = await historyOf(asha);
    expect(highest.parts).toEqual([{ from: day(20), to: day(50), state: "running" }]);
    expect(middle.parts).toEqual([
      { from: day(10), to: day(20), state: "past" },
      { from: day(50), to: day(70), state: "to_come" },
    ]);
    expect(lowest.parts).toEqual([
      { from: day(0), to: day(10), state: "past" },
      { from: day(70), to: day(90), state: "to_come" },
    ]);
  });

  it("[B2.25] mail and history name the purchases that moved with their old and new dates", async () => {
    await desk.buy(asha, "MONTHLY", 2);
    await desk.buy(asha, "MONTHLY", 1);
    desk.market.set(inDays(10));
    await desk.buy(asha, "MONTHLY", 4);
    const mail = desk.mails.at(-1)?.text ?? "";
    for (const words of [
      `Moved: Monthly, to ₹1,00,000: from ${formatPeriod(inDays(0), inDays(30))} to ${formatPeriod(inDays(40), inDays(60))}`,
      `Moved: Monthly, to ₹50,000: from ${formatPeriod(inDays(30), inDays(60))} to ${formatPeriod(inDays(60), inDays(90))}`,
      `in total you are covered until ${formatLongDay(inDays(90))}`,
    ])
      expect(mail).toContain(words);
    expect((await historyOf(asha)).map(({ moved_from }: { moved_from: unknown }) => moved_from)).toEqual([
      null,
      { from: day(30), to: day(60) },
      { from: day(0), to: day(30) },
    ]);
  });

  it("[B2.25] a refunded purchase frees its days, and the next one continues at once", async () => {
    await desk.buy(asha, "MONTHLY", 1);
    desk.market.set(inDays(10));
    const { razorpay_payment_id: paymentId } = await desk.buy(asha, "MONTHLY", 4);
    desk.market.set(inDays(15));
    await refundAll(paymentId, priceOf(4, "MONTHLY"));
    expect(await subscriptionOf(asha)).toMatchObject({
      capital_upper_band: 50_000,
      start_date: day(0),
      end_date: day(35),
      days_remaining: 20,
      following: [],
    });
    const [back, first] = await historyOf(asha);
    expect(back).toMatchObject({ status: "refunded", parts: [{ from: day(10), to: day(15), state: "past" }] });
    expect(first.parts).toMatchObject([{ to: day(10) }, { from: day(15), to: day(35), state: "running" }]);
  });
});

describe("GET /payment/preview", () => {
  it("the preview says that a first purchase begins at once", async () => {
    expect(await preview(asha, "QUARTERLY", 5)).toEqual({
      status: 200,
      body: {
        plan: "QUARTERLY",
        capital_upper_band: 10_000_000,
        start_date: day(0),
        end_date: day(90),
        begins: "at_once",
        covered_until: day(90),
        running: null,
        timeline: [
          {
            plan: "QUARTERLY",
            capital_upper_band: 10_000_000,
            start_date: day(0),
            end_date: day(90),
            is_this_purchase: true,
          },
        ],
      },
    });
  });

  it("the preview says that a larger plan pauses the current one, and that a renewal waits", async () => {
    await desk.buy(asha, "MONTHLY", 2);
    desk.market.set(inDays(10));
    expect((await preview(asha, "MONTHLY", 4)).body).toMatchObject({
      begins: "at_once",
      start_date: day(10),
      end_date: day(40),
      covered_until: day(60),
      running: { capital_upper_band: 100_000, effect: "pauses", resumes: day(40), ends: day(60) },
    });
    expect((await preview(asha, "MONTHLY", 2)).body).toMatchObject({
      begins: "later",
      start_date: day(30),
      end_date: day(60),
      running: { effect: "goes_on", resumes: null, ends: day(30) },
    });
  });

  it("the preview changes nothing, and refuses an unknown price", async () => {
    const path = "/payment/preview?plan_name=MONTHLY&max_capital=50000";
    expect(await desk.call("GET", `${path}&amount=1000`, asha)).toMatchObject({
      status: 400,
      body: { code: "amount_wrong" },
    });
    expect((await desk.call("GET", `${path}&amount=9e2`, asha)).status).toBe(400);
    expect((await desk.call("GET", path, asha)).status).toBe(400);
    expect((await desk.call("GET", `${path}&amount=999`, null)).status).toBe(401);
    await preview(asha, "MONTHLY", 1);
    expect(await desk.query("SELECT 1 FROM payment_orders")).toEqual([]);
  });
});

describe("a payment that waits for its capture", () => {
  it("[A3.3] a payment that waits for its capture is shown until it is decided, also beside a running plan", async () => {
    desk.razorpay.webhooks.setManner("withhold");
    const proof = await desk.pay((await desk.order(asha, "MONTHLY", 2)).body.id, "authorised");
    await desk.verify(asha, proof);
    expect(await desk.query("SELECT kind FROM user_events WHERE user_id = $1", [asha.id])).toEqual([
      { kind: "subscription" },
    ]);
    const pending = { plan: "MONTHLY", capital_upper_band: 100_000, amount: 2_499, since: expect.any(String) };
    for (const _again of [1, 2])
      expect(await subscriptionOf(asha)).toMatchObject({
        status: "pending",
        plan: "MONTHLY",
        is_active: false,
        pending_payment: pending,
      });
    await desk.buy(asha, "QUARTERLY", 1);
    expect(await subscriptionOf(asha)).toMatchObject({
      status: "active",
      plan: "QUARTERLY",
      pending_payment: pending,
    });
    desk.clock.advance(3 * 60_000);
    await desk.billing.runPaymentUpkeep();
    expect(await subscriptionOf(asha)).toMatchObject({ pending_payment: null, capital_upper_band: 100_000 });
  });
});

describe("the mail about a payment", () => {
  it("the mail about a payment names plan, band, start and end, and links to the Subscription tab", async () => {
    await desk.buy(asha, "MONTHLY", 4);
    expect(lastMail()?.subject).toBe("Your Vriddhi subscription is active");
    for (const part of [
      "monthly plan with a capital of up to ₹10,00,000",
      "runs from today, 16 November 2026, to 16 December 2026",
      "/algorithm/dashboard/Subscription",
    ])
      expect(lastMail()?.text).toContain(part);
  });

  it("the mail about a payment names a later start", async () => {
    await desk.buy(asha, "MONTHLY", 4);
    await desk.buy(asha, "QUARTERLY", 1);
    expect(lastMail()?.subject).toBe("Your Vriddhi subscription begins on 16 December 2026");
    expect(lastMail()?.text).toContain(
      "begins on 16 December 2026, when your current plan ends, and runs to 16 March 2027",
    );
  });

  it("the mail about a payment says that earlier days follow a larger plan", async () => {
    await desk.buy(asha, "MONTHLY", 1);
    await desk.buy(asha, "MONTHLY", 4);
    expect(lastMail()?.text).toContain("covered until 15 January 2027");
  });
});

describe("any sequence of purchases", () => {
  const answersOf = async (person: Person) => {
    const subscription = await subscriptionOf(person);
    const purchases: { parts: { from: string; to: string; state: string }[]; max_capital: number }[] =
      await historyOf(person);
    return {
      subscription,
      parts: purchases.flatMap(({ parts, max_capital }) => parts.map((part) => ({ ...part, max_capital }))),
    };
  };

  it.each([3, 4, 5, 6])("[A3.3] [A7.9] [B2.25] subscription, history and preview agree (seed %d)", async (seed) => {
    const random = createSeededRandom(seed);
    let now = VIRTUAL_START;
    const paid: { paymentId: string; amount: number }[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      now = later(now, random.int(0, 40) * 12 * HOUR_MS);
      desk.market.set(now);
      const [plan, level] = [random.pick(PLAN_NAMES), random.pick(LEVELS)];
      const foreseen = (await preview(asha, plan, level)).body;
      const { razorpay_payment_id: paymentId } = await desk.buy(asha, plan, level);
      paid.push({ paymentId, amount: priceOf(level, plan) });
      const { subscription, parts } = await answersOf(asha);
      expect(subscription.end_date).toBe(foreseen.covered_until);
      expect(parts).toContainEqual(expect.objectContaining({ from: foreseen.start_date, to: foreseen.end_date }));
      if (turn % 3 === 2) {
        const back = random.pick(paid);
        await refundAll(back.paymentId, back.amount);
      }
      const after = await answersOf(asha);
      const chain =
        after.subscription.running === null ? [] : [after.subscription.running, ...after.subscription.following];
      const ahead = after.parts
        .filter(({ state }) => state !== "past")
        .toSorted((a, b) => a.from.localeCompare(b.from));
      expect(ahead.map(({ from, to, max_capital }) => [from, to, max_capital])).toEqual(
        chain.map(({ start_date, end_date, capital_upper_band }) => [start_date, end_date, capital_upper_band]),
      );
      const ordered = after.parts.toSorted((a, b) => a.from.localeCompare(b.from));
      for (const [place, part] of ordered.entries())
        expect((ordered[place - 1]?.to ?? part.from) <= part.from).toBe(true);
      const bands = chain.map(({ capital_upper_band }) => capital_upper_band);
      expect(bands).toEqual(bands.toSorted((a: number, b: number) => b - a));
    }
  });
});
