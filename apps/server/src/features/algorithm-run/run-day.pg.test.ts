import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";
import { createRunsFixture, type FixtureUser, type RunsFixture, refusalOf } from "../../testing/runs-fixture.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: RunsFixture;
/** A user who runs in background mode at Angel One. */
let asha: FixtureUser;
/** A user who logs in at Zerodha's page. */
let meera: FixtureUser;
/** A user who never started a run. */
let kabir: FixtureUser;

beforeAll(async () => {
  // a Sunday
  product = await startTestProduct({ clock, env: { SANDBOX_CLOCK: "2026-11-15T18:00:00+05:30@0" } });
  desk = createRunsFixture(product, clock);
  asha = await desk.person({ brokers: ["angelone"] });
  meera = await desk.person({ brokers: ["zerodha"] });
  kabir = await desk.person({ brokers: ["angelone"] });
});
afterAll(() => product.close());

const CAPITAL = { capital: 10_000 };
async function goTo(istText: string): Promise<void> {
  // An authenticator code works once, so each morning's login needs the code of another minute.
  clock.advance(MINUTE_MS);
  await desk.brokers.setClock(`${istText}+05:30`);
}
/** Ends all runs: active ones make the sandbox simulate every trade on the way; without them the clock jumps. */
const endRuns = () =>
  product.query("UPDATE algo_run SET stopped_at = now(), stop_cause = 'day_over' WHERE stopped_at IS NULL");

const approvalNoticesOf = async ({ user }: FixtureUser): Promise<number> =>
  (await product.query("SELECT 1 FROM notifications WHERE user_id = $1 AND kind = 'day_approval'", [user.id])).length;

describe("on a day without trading", () => {
  it("[B8.4] a start on a closed day says that the market is closed and which day is next", async () => {
    expect(refusalOf(await desk.start(asha, CAPITAL))).toEqual([
      400,
      "market_closed",
      "Market is closed today. The next trading day is Monday, 16 November.",
    ]);
  });

  it("a start on a closed day arms an automatic start on the next trading day on request", async () => {
    for (const who of [asha, meera]) {
      const reply = await desk.post(who, "/algorithm/start-next-day", CAPITAL);
      expect(reply.json()).toMatchObject({
        status: "stopped",
        background_mode: true,
        next_start: "2026-11-16",
        message: "It starts automatically at 9:00 AM on Monday, 16 November",
      });
    }
  });

  it("refuses an automatic start without a plan, an account or a valid capital", async () => {
    const arm = async (who: FixtureUser, body: object) =>
      refusalOf(await desk.post(who, "/algorithm/start-next-day", body)).slice(0, 2);
    expect(await arm(await desk.person({ band: null }), CAPITAL)).toEqual([403, "subscription_required"]);
    expect(await arm(await desk.person({ brokers: [] }), CAPITAL)).toEqual([400, "credentials_missing"]);
    expect(await arm(kabir, { capital: 60_000 })).toEqual([400, "capital_refused"]);
    expect(await arm(kabir, { capital: 100 })).toEqual([400, "capital_refused"]);
  });
});

describe("the automatic start at 9:00 of a trading day", () => {
  beforeAll(async () => {
    await product.query("UPDATE algo_setting SET approval_mode = 'auto' WHERE user_id = $1 AND broker = 'zerodha'", [
      meera.user.id,
    ]);
    await goTo("2026-11-16T08:40:00");
    clock.advance(MINUTE_MS);
    const account = meera.accounts.zerodha;
    if (account === undefined) throw new Error("there is no account");
    await desk.brokers.connect("zerodha", meera.as, account);
    await goTo("2026-11-16T09:00:00");
  });

  it("[B9.5] at 9:00 starts every user in background mode, with the chosen capital", async () => {
    expect(await desk.get(asha, "/algorithm/status")).toMatchObject({
      status: "running",
      capital: 10_000,
      background_mode: true,
      broker: "angelone",
    });
    expect(await desk.runsOf(asha)).toMatchObject([{ started_by: "schedule", is_background: true }]);
    expect(await desk.runsOf(kabir)).toEqual([]);
  });

  it("the automatic start waits for the day's approval", async () => {
    expect(await desk.get(asha, "/algorithm/status")).toMatchObject({ day_approval: "waiting" });
    expect(await approvalNoticesOf(asha)).toBe(1);
    expect(await approvalNoticesOf(meera)).toBe(0);
    const approved = await desk.post(asha, "/algorithm/approve-day");
    expect(approved.json()).toMatchObject({ day_approval: "given", message: "Today's trading is approved" });
    const [run] = await desk.runsOf(asha);
    expect(run?.["day_approved_at"]).toEqual(new Date("2026-11-16T09:00:00+05:30"));
    expect((await desk.post(asha, "/algorithm/approve-day")).statusCode).toBe(200);
  });

  it("the automatic start counts this morning's login at the broker's page as the approval", async () => {
    expect(await desk.get(meera, "/algorithm/status")).toMatchObject({ status: "running", day_approval: "given" });
  });

  it("asks no user without a run for an approval", async () => {
    const refused = await desk.post(kabir, "/algorithm/approve-day");
    expect(refusalOf(refused).slice(0, 2)).toEqual([409, "nothing_running"]);
  });

  it("does not restart a stopped run when its account reconnects", async () => {
    await desk.post(asha, "/algorithm/stop");
    clock.advance(MINUTE_MS);
    const account = asha.accounts.angelone;
    if (account === undefined) throw new Error("there is no account");
    await desk.brokers.connect("angelone", asha.as, account);
    await goTo("2026-11-16T09:01:00");
    expect(await desk.get(asha, "/algorithm/status?broker=angelone")).toMatchObject({
      status: "stopped",
      background_mode: true,
      next_start: "2026-11-17",
    });
  });
});

describe("the last minute for a start", () => {
  it("[B9.4] the last minute for a start is 9:10:00", async () => {
    await endRuns();
    await goTo("2026-11-16T09:10:00");
    expect((await desk.start(kabir, CAPITAL)).statusCode).toBe(200);
    await desk.post(kabir, "/algorithm/stop");
    await goTo("2026-11-16T09:10:01");
    expect(refusalOf(await desk.start(kabir, CAPITAL))).toEqual([
      400,
      "start_too_late",
      "Strategy cannot be started after 9:10 AM. Please try again tomorrow.",
    ]);
  });

  it("[B9.4] after 9:10 a lifted kill switch promises no start before the next trading day", async () => {
    const ravi = await desk.person({ brokers: [] });
    await desk.post(ravi, "/algorithm/kill");
    const lifted = await product.send("DELETE", "/algorithm/kill", { as: ravi.as });
    expect(lifted.json().message).toBe(
      "The kill switch is lifted. Nothing starts again today; you can start again on Tuesday, 17 November.",
    );
  });

  it("[B9.4] after 9:10 the next trading day can be armed", async () => {
    const reply = await desk.post(kabir, "/algorithm/start-next-day", CAPITAL);
    expect(reply.json()).toMatchObject({ next_start: "2026-11-17", background_mode: true });
  });
});

describe("the automatic start on the next morning", () => {
  it("[B9.5] starts again the next morning, with the capital that the plan and the other brokers leave", async () => {
    await endRuns();
    await product.query("UPDATE subscription_periods SET band_paise = 700000 WHERE user_id = $1", [kabir.user.id]);
    await goTo("2026-11-17T09:00:00");
    for (const who of [asha, kabir])
      expect(await desk.get(who, "/algorithm/status")).toMatchObject({ status: "running", broker: "angelone" });
    expect(await desk.get(kabir, "/algorithm/status")).toMatchObject({ capital: 7_000 });
    expect(await desk.blocksOf(asha)).toEqual([]);
  });

  it("[B9.5] starts nothing the next morning after the kill switch", async () => {
    await desk.post(kabir, "/algorithm/kill");
    await endRuns();
    await goTo("2026-11-18T09:00:00");
    expect(await desk.get(kabir, "/algorithm/status")).toMatchObject({ status: "stopped", background_mode: false });
    await endRuns();
  });
});
