import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieOf } from "../../testing/broker-accounts-fixture.ts";
import { createMorningFixture, idsOf, type Linked, type MorningFixture } from "../../testing/morning-fixture.ts";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: MorningFixture;
let asha: Linked;
let kabir: Linked;
let meera: Linked;
let nila: Linked;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createMorningFixture(product, clock);
  asha = await desk.person("zerodha");
  kabir = await desk.person("angelone");
  meera = await desk.person("fyers");
  nila = await desk.person("zerodha", false);
});
afterAll(() => product.close());

const linksMailed = ({ user }: Linked, count: number): Promise<readonly string[]> =>
  eventually("the links are mailed", async () => {
    const mails = await product.mailsTo(user.email);
    const links = mails.flatMap(({ text }) => /\/connect\/\w+\?link=(\S+)/.exec(text)?.[1] ?? []);
    return links.length >= count ? links : null;
  });

const scheduler = async () => (await product.send("GET", "/api/angelone/scheduler/status", { as: kabir.as })).json();

describe("a week of mornings", () => {
  it("[B3.9] [B7.13] the morning status reports that the schedule runs and what comes next", async () => {
    await expect.poll(scheduler).toEqual({
      is_running: true,
      next_action: "Strategy auto-start at 9:00 AM on Monday, 16 November",
      next_action_at: "2026-11-16T03:30:00.000Z",
    });
  });

  it("the morning status reports the market's time, its speed, and when it opens and closes", async () => {
    const reply = (await product.send("GET", "/market/clock", { as: kabir.as })).json();
    expect(reply).toEqual({
      now: expect.stringMatching(/^2026-11-16T0[0-3]:/),
      speed: 0,
      state: "before_open",
      day: "2026-11-16",
      opens_at: "2026-11-16T03:45:00.000Z",
      closes_at: "2026-11-16T10:00:00.000Z",
      next_day: "2026-11-17",
      next_opens_at: "2026-11-17T03:45:00.000Z",
    });
  });

  it("[B9.5] the schedule starts every connected subscriber at 9:00", async () => {
    await desk.goTo("2026-11-16T09:00:00");
    expect(await desk.startedOn("2026-11-16")).toEqual(idsOf(asha, kabir, meera));
    expect((await scheduler()).next_action).toBe("Auto disconnect at 8:00 AM on Tuesday, 17 November");
  });

  it("the schedule knows before 9:10 who can trade", async () => {
    await desk.goTo("2026-11-16T09:09:00");
    for (const linked of [asha, kabir, meera])
      await expect
        .poll(() => desk.readinessOf(linked))
        .toMatchObject({
          trading_day: "2026-11-16",
          checked_at: expect.stringContaining("2026-11-16T03:3"),
          is_ready: true,
          reason: null,
          detail: null,
          action: null,
        });
    expect(await desk.readinessOf(nila)).toMatchObject({ is_ready: false, reason: "subscription_missing" });
  });

  it("[B9.5] the schedule disconnects at 8:00 and mails at 8:05 the users who must log in at the broker's page", async () => {
    await desk.goTo("2026-11-17T08:00:00");
    expect(await desk.isConnected(kabir)).toBe(false);
    expect(await desk.isConnected(asha)).toBe(false);
    await desk.goTo("2026-11-17T08:06:00");
    expect(await linksMailed(asha, 1)).toHaveLength(1);
    expect(await desk.readinessOf(asha)).toMatchObject({
      reason: "login_needed",
      detail: "Zerodha needs your own login today. Log in by 9:10 AM to trade there today.",
      action: { label: "Log in", path: "/algorithm/dashboard/ZerodhaConnection" },
    });
  });

  it("[B9.5] the schedule reconnects at 8:30 with the stored credentials, without the user", async () => {
    await desk.goTo("2026-11-17T08:30:00");
    expect(await desk.isConnected(kabir)).toBe(true);
    expect(await desk.isConnected(meera)).toBe(true);
    expect(await desk.isConnected(asha)).toBe(false);
    for (const { user } of [kabir, meera, nila])
      expect((await product.mailsTo(user.email)).filter(({ text }) => text.includes("/connect/"))).toEqual([]);
  });

  it("a tap on the link and a login at the broker connect until 9:10, and the start follows at once", async () => {
    await desk.goTo("2026-11-17T09:05:00");
    expect(await desk.startedOn("2026-11-17")).toEqual(idsOf(kabir, meera));
    const [newest = ""] = await linksMailed(asha, 3);
    const begun = await product.send("POST", "/connect/zerodha/begin", { body: { link: newest } });
    const landed = new URL(await desk.brokers.logInByPage(begun.json().login_url, asha.account));
    const body = { grant: landed.href, state: landed.searchParams.get("state") };
    const headers = { cookie: cookieOf(begun, "login_zerodha") };
    const completed = await product.send("POST", "/connect/zerodha/complete", { body, headers });
    expect(completed.statusCode).toBe(200);
    await desk.goTo("2026-11-17T09:06:00");
    expect(await desk.startedOn("2026-11-17")).toEqual(idsOf(asha, kabir, meera));
    expect((await product.send("POST", "/connect/zerodha/begin", { body: { link: newest } })).json().code).toBe(
      "link_used",
    );
  });

  it("the schedule skips disconnected accounts", async () => {
    const left = await product.send("DELETE", "/angelone/disconnect", { as: kabir.as });
    expect(left.statusCode).toBe(200);
    await desk.goTo("2026-11-18T09:06:00");
    expect(await desk.isConnected(kabir)).toBe(false);
    expect(await desk.readinessOf(kabir)).toMatchObject({
      reason: "disconnected",
      action: { label: "Connect", path: "/algorithm/dashboard/AngelOneConnection" },
    });
    expect(await desk.startedOn("2026-11-18")).toEqual(idsOf(meera));
  });

  it("the schedule starts only on the owner's request, and reports no failed morning otherwise", async () => {
    await desk.disarmAll();
    await desk.goTo("2026-11-19T09:11:00");
    expect(await desk.startedOn("2026-11-19")).toEqual([]);
    expect(await desk.outcomeOf("start", meera, "2026-11-19")).toBe("not_wanted");
    expect(await desk.outcomeOf("tell_failed", meera, "2026-11-19")).toBe("not_wanted");
    expect(await desk.noticesTo(meera, "morning_failed")).toEqual([]);
    expect(await desk.readinessOf(meera)).toMatchObject({ is_ready: false, reason: "start_missed" });
  });

  it("[B9.5] the schedule does nothing on a holiday and on a weekend", async () => {
    await desk.goTo("2026-11-24T12:00:00");
    const rows = await product.query<{ day: string }>(
      "SELECT DISTINCT trading_day::text AS day FROM due_steps ORDER BY 1",
    );
    const closed = ["2026-11-21", "2026-11-22", "2026-11-24"];
    expect(rows.map(({ day }) => day).filter((day) => closed.includes(day))).toEqual([]);
    expect(rows.map(({ day }) => day)).toContain("2026-11-23");
    expect((await scheduler()).next_action).toBe("Auto disconnect at 8:00 AM on Wednesday, 25 November");
  });
});
