import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";
import { subscriptionReplies } from "./subscription.messages.ts";

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

/** The virtual clock begins on a Monday at 08:40 in India, so the first midnight is 15:20 hours away. */
const inDays = (days: number) => later(VIRTUAL_START, days * DAY_MS);
const subjects = () =>
  desk.mails.map(({ subject }) => subject).filter((subject) => /subscription (ends|has ended)/.test(subject));

async function subjectsOver(fromDay: number, toDay: number): Promise<string[]> {
  for (let hour = fromDay * 24; hour <= toDay * 24; hour += 6) await desk.moveTo(later(VIRTUAL_START, hour * HOUR_MS));
  return subjects();
}

describe("reminders and the end of a subscription", () => {
  it("reminders come 7, 3 and 1 days before and at the end, each once, however often the check runs", async () => {
    await desk.buy(asha);
    expect(await subjectsOver(0, 40)).toEqual([
      "Your Vriddhi subscription ends in 7 days",
      "Your Vriddhi subscription ends in 3 days",
      "Your Vriddhi subscription ends tomorrow",
      "Your Vriddhi subscription has ended",
    ]);
  });

  it("reminders come once when twenty processes check concurrently", async () => {
    await desk.buy(asha);
    await Promise.all(Array.from({ length: 20 }, () => desk.billing.runDueBilling(inDays(24))));
    await Promise.all(Array.from({ length: 20 }, () => desk.billing.runDueBilling(inDays(31))));
    expect(subjects()).toEqual(["Your Vriddhi subscription ends in 6 days", "Your Vriddhi subscription has ended"]);
  });

  it("reminders skip all but the nearest when the clock jumps", async () => {
    await desk.buy(asha);
    await desk.moveTo(inDays(28));
    expect(subjects()).toEqual(["Your Vriddhi subscription ends in 2 days"]);
    await desk.moveTo(inDays(400));
    expect(subjects().slice(1)).toEqual(["Your Vriddhi subscription has ended"]);
  });

  it("reminders have the right number of days when the clock jumps over all of them", async () => {
    await desk.buy(asha);
    await desk.leapTo(inDays(40));
    expect(subjects()).toEqual([
      "Your Vriddhi subscription ends in 7 days",
      "Your Vriddhi subscription ends in 3 days",
      "Your Vriddhi subscription ends tomorrow",
      "Your Vriddhi subscription has ended",
    ]);
  });

  it.each([1_440, 5_000, 10_000])(
    "reminders have the right number of days on a clock that runs %i times as fast",
    async (speed) => {
      await desk.buy(asha);
      const { dailyBilling } = desk.billing;
      await dailyBilling.runDue();
      while (desk.market.now() < inDays(40)) {
        desk.clock.advance(MINUTE_MS);
        desk.market.advance(speed * MINUTE_MS);
        await dailyBilling.runDue();
      }
      expect(subjects()).toEqual([
        "Your Vriddhi subscription ends in 7 days",
        "Your Vriddhi subscription ends in 3 days",
        "Your Vriddhi subscription ends tomorrow",
        "Your Vriddhi subscription has ended",
      ]);
    },
  );

  it("reminders come seven days before, also when the rest of a trial ends last", async () => {
    await desk.call("POST", `/free-trial/${asha.id}`, asha);
    await desk.buy(asha);
    await desk.leapTo(inDays(33));
    expect(subjects()).toEqual(["Your Vriddhi subscription ends in 7 days"]);
  });

  it("reminders begin at midnight in India", async () => {
    await desk.buy(asha);
    const midnight = later(inDays(22), 15 * HOUR_MS + 20 * 60_000);
    await desk.moveTo(later(midnight, -1));
    expect(subjects()).toEqual([]);
    await desk.moveTo(midnight);
    expect(subjects()).toEqual(["Your Vriddhi subscription ends in 7 days"]);
  });

  it("reminders wait for the end of an early renewal", async () => {
    await desk.buy(asha);
    await desk.moveTo(inDays(28));
    await desk.buy(asha);
    expect((await subjectsOver(28, 52)).slice(1)).toEqual([]);
    expect((await subjectsOver(52, 62)).slice(1)).toEqual([
      "Your Vriddhi subscription ends in 7 days",
      "Your Vriddhi subscription ends in 3 days",
      "Your Vriddhi subscription ends tomorrow",
      "Your Vriddhi subscription has ended",
    ]);
  });

  it("reminders of a trial come three days and one day before", async () => {
    await desk.call("POST", `/free-trial/${asha.id}`, asha);
    expect(await subjectsOver(0, 8)).toEqual([
      "Your Vriddhi subscription ends in 3 days",
      "Your Vriddhi subscription ends tomorrow",
      "Your Vriddhi subscription has ended",
    ]);
  });

  it.each([1, 2, 4, 5, 6, 30])(
    "reminders of a trial have the right number of days when the clock jumps by %i days",
    async (days) => {
      await desk.call("POST", `/free-trial/${asha.id}`, asha);
      await desk.leapTo(inDays(days));
      const due: readonly (readonly [number, string])[] = [
        [4, "Your Vriddhi subscription ends in 3 days"],
        [6, "Your Vriddhi subscription ends tomorrow"],
        [7, "Your Vriddhi subscription has ended"],
      ];
      expect(subjects()).toEqual(due.filter(([day]) => day <= days).map(([, subject]) => subject));
    },
  );

  it("reminders are not sent to a deleted account", async () => {
    await desk.buy(asha);
    await desk.query("UPDATE users SET deleted_at = now() WHERE id = $1", [asha.id]);
    expect(await subjectsOver(20, 31)).toEqual([]);
  });
});

describe("cancelling a subscription", () => {
  const cancel = (person: Person) => desk.call("POST", "/billing/cancel", person);
  const remindersOf = async (person: Person) => (await desk.call("GET", "/billing/history", person)).body.reminders;

  it("[B2.25] stops reminders and nothing else", async () => {
    await desk.buy(asha);
    expect((await cancel(asha)).body).toEqual({ message: subscriptionReplies.cancelled, reminders: false });
    expect(await remindersOf(asha)).toBe(false);
    expect((await desk.call("GET", "/algorithm/subscription", asha)).body).toMatchObject({ is_active: true });
    expect(await subjectsOver(20, 31)).toEqual(["Your Vriddhi subscription has ended"]);
  });

  it("[B2.25] cancelling is undone on request, and by buying again", async () => {
    await desk.buy(asha);
    await cancel(asha);
    expect((await desk.call("POST", "/billing/resume", asha)).body.reminders).toBe(true);
    await cancel(asha);
    await desk.buy(asha);
    expect(await remindersOf(asha)).toBe(true);
  });

  it("[B2.25] cancelling does nothing without a subscription", async () => {
    expect(await cancel(asha)).toMatchObject({ status: 400, body: { code: "not_subscribed" } });
  });
});
