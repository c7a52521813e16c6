import { DAY_MS, later } from "@vriddhi/core/time/clock";
import { VIRTUAL_START } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BillingFixture, type Person, startBillingFixture } from "../../testing/billing-fixture.ts";

const PHONE = "919876500001";
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

const start = (person: Person, userId = person.id) => desk.call("POST", `/free-trial/${userId}`, person);
const subscriptionOf = async (person: Person) => (await desk.call("GET", "/algorithm/subscription", person)).body;
const USED = { status: 400, body: { code: "trial_used", detail: "Free trial already used" } };

describe("POST /free-trial/{userId}", () => {
  it("[A7.10] [A8.5] [A9.5] a free trial grants seven days at a band of 5,000 rupees, without a phone", async () => {
    expect(await start(asha)).toEqual({
      status: 200,
      body: {
        message: "Free trial activated successfully!",
        end_date: new Date(later(VIRTUAL_START, 7 * DAY_MS)).toISOString(),
      },
    });
    expect(await subscriptionOf(asha)).toMatchObject({ status: "active", plan: "FREE_TRIAL", days_remaining: 7 });
    expect(await desk.query("SELECT band_paise FROM subscription_periods")).toEqual([{ band_paise: "500000" }]);
  });

  it("[A7.10] a free trial is once per account, also long afterwards", async () => {
    await start(asha);
    expect(await start(asha)).toEqual(USED);
    desk.market.advance(400 * DAY_MS);
    expect(await start(asha)).toEqual(USED);
  });

  it("[A7.10] a free trial is once per verified number, even after its account is deleted", async () => {
    const first = await desk.makePerson({ phone: PHONE });
    expect((await start(first)).status).toBe(200);
    await desk.query("UPDATE users SET phone = NULL WHERE id = $1", [first.id]);
    const second = await desk.makePerson({ phone: PHONE });
    expect(await start(second)).toEqual(USED);
    expect((await start(await desk.makePerson({ phone: "919876500002" }))).status).toBe(200);
  });

  it("[A7.10] a free trial counts a number that was verified after the trial began", async () => {
    await start(asha);
    await desk.query("UPDATE users SET phone = $2 WHERE id = $1", [asha.id, PHONE]);
    await desk.billing.runPaymentUpkeep();
    await desk.query("UPDATE users SET phone = NULL WHERE id = $1", [asha.id]);
    expect(await start(await desk.makePerson({ phone: PHONE }))).toEqual(USED);
    expect(JSON.stringify(await desk.query("SELECT * FROM trial_uses"))).not.toContain(PHONE);
  });

  it.each([
    ["x@mail.example", "x+a@mail.example"],
    ["asha.rao@gmail.com", "asharao+again@googlemail.com"],
  ])(
    "[A7.10] a free trial is once per mailbox: %s, then %s, even after its account is deleted",
    async (first, second) => {
      const [one, other] = [await desk.makePerson(), await desk.makePerson()];
      const rename = (person: Person, email: string) =>
        desk.query("UPDATE users SET email = $2 WHERE id = $1", [person.id, email]);
      await rename(one, first);
      expect((await start(one)).status).toBe(200);
      await rename(one, `${one.id}@deleted.invalid`);
      await rename(other, second);
      expect(await start(other)).toEqual(USED);
      expect(await desk.query("SELECT 1 FROM trial_uses WHERE user_id = $1", [other.id])).toEqual([]);
      expect(JSON.stringify(await desk.query("SELECT * FROM trial_keys"))).not.toContain("@");
    },
  );

  describe("free trials and broker accounts", () => {
    const link = async (person: Person, clientId: string) => {
      await desk.query(
        `INSERT INTO broker_links (id, user_id, broker, client_id, credentials_id, sealed_app_key, connected_at)
         VALUES (gen_random_uuid(), $1, 'zerodha', $2, gen_random_uuid(), 'sealed', now())`,
        [person.id, clientId],
      );
      await desk.linked(person.id);
    };
    const unlink = (person: Person) => desk.query("DELETE FROM broker_links WHERE user_id = $1", [person.id]);

    it("[A9.5] a free trial is once per broker account: linking one that had a trial rules another out", async () => {
      await link(asha, "ZR1003");
      await start(asha);
      await unlink(asha);
      const kabir = await desk.makePerson();
      await link(kabir, "ZR1003");
      expect(await start(kabir)).toEqual(USED);
    });

    it("[A9.5] ends the second trial when the broker account is linked after the trial began, and says so", async () => {
      await start(asha);
      await link(asha, "ZR1004");
      await unlink(asha);
      const kabir = await desk.makePerson();
      expect((await start(kabir)).status).toBe(200);
      await link(kabir, "ZR1004");
      expect(await subscriptionOf(kabir)).toMatchObject({ status: "inactive" });
      expect(desk.mails.map(({ subject }) => subject)).toContain("Your Vriddhi free trial has ended");
      expect(await subscriptionOf(asha)).toMatchObject({ status: "active" });
    });
  });

  it("a free trial is refused during a running plan, and available later", async () => {
    await desk.buy(asha);
    expect(await start(asha)).toMatchObject({ status: 400, body: { code: "already_subscribed" } });
    desk.market.advance(31 * DAY_MS);
    expect((await start(asha)).status).toBe(200);
  });

  it("a free trial cannot be started for another user", async () => {
    const kabir = await desk.makePerson();
    expect((await start(asha, kabir.id)).status).toBe(404);
    expect(await subscriptionOf(kabir)).toMatchObject({ has_subscription: false });
  });

  it("[A9.5] a purchase replaces a free trial at once, and its unused days follow", async () => {
    await start(asha);
    desk.market.advance(2 * DAY_MS);
    await desk.buy(asha, "MONTHLY", 1);
    expect(await subscriptionOf(asha)).toMatchObject({ plan: "MONTHLY", days_remaining: 35 });
    desk.market.advance(30 * DAY_MS);
    expect(await subscriptionOf(asha)).toMatchObject({ plan: "FREE_TRIAL", days_remaining: 5 });
  });
});
