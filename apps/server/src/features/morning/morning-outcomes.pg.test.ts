import { eventually } from "@vriddhi/testing/eventually";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createMorningFixture,
  idsOf,
  type Linked,
  type MorningFixture,
  type TestMail,
} from "../../testing/morning-fixture.ts";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: MorningFixture;
/** A user who must log in at the broker's page. */
let asha: Linked;
/** A user whose broker is down. */
let kabir: Linked;
let meera: Linked;
/** A user whose login the broker refuses. */
let tara: Linked;
/** A user without a subscription. */
let nila: Linked;
/** A user who subscribes after 8:30. */
let ravi: Linked;

beforeAll(async () => {
  // a Sunday
  product = await startTestProduct({ clock, env: { SANDBOX_CLOCK: "2026-11-15T10:00:00+05:30@0" } });
  desk = createMorningFixture(product, clock);
  asha = await desk.person("zerodha");
  kabir = await desk.person("angelone");
  meera = await desk.person("fyers");
  tara = await desk.person("angelone");
  nila = await desk.person("angelone", false);
  ravi = await desk.person("angelone", false);
});
afterAll(() => product.close());

const mailAbout = (linked: Linked, subject: RegExp): Promise<TestMail> =>
  eventually(`a mail about ${subject}`, async () => (await desk.mailsAbout(linked, subject))[0] ?? null);

describe("the status before the morning logins", () => {
  it("on a weekend the status says that the market is closed and which day is next", async () => {
    expect(await desk.readinessOf(meera)).toMatchObject({
      trading_day: "2026-11-16",
      is_ready: false,
      reason: "market_closed",
      detail: "The market is closed today. The next trading day is Monday, 16 November.",
      action: null,
    });
  });

  it("between 8:00 and 8:30 the status says which accounts connect automatically, and who must log in", async () => {
    await desk.goTo("2026-11-16T08:10:00");
    expect(await desk.readinessOf(kabir)).toMatchObject({
      reason: "connects_by_itself",
      detail: "We connect Angel One at 8:30 AM with what you stored; nothing to do.",
      action: null,
    });
    expect(await desk.readinessOf(asha)).toMatchObject({ reason: "login_needed" });
  });
});

describe("the morning logins at 8:30", () => {
  beforeAll(async () => {
    await desk.stageLogins(kabir, "http500");
    await desk.stageLogins(tara, "reject");
    await desk.goTo("2026-11-16T08:40:00");
  });

  it("[B9.5] the morning logs in no user without a subscription", async () => {
    expect(await desk.outcomeOf("reconnect", nila, "2026-11-16")).toBe("no_subscription");
    expect(await desk.isConnected(nila)).toBe(false);
    expect(await desk.readinessOf(nila)).toMatchObject({
      reason: "subscription_missing",
      action: { label: "See the plans", path: "/subscription-plans" },
    });
    expect(await desk.noticesTo(nila, "login_link")).toEqual([]);
  });

  it("users without a subscription keep Connect, Disconnect and Delete", async () => {
    expect((await desk.brokers.connect("angelone", nila.as, nila.account)).statusCode).toBe(200);
    expect(await desk.isConnected(nila)).toBe(true);
    expect((await product.send("DELETE", "/angelone/disconnect", { as: nila.as })).statusCode).toBe(200);
  });

  it("[B9.5] the morning reconnects the accounts that it can", async () => {
    expect(await desk.outcomeOf("reconnect", meera, "2026-11-16")).toBe("connected");
    expect(await desk.isConnected(meera)).toBe(true);
  });

  it("says that we retry a broker that is down, and asks no user to log in", async () => {
    expect(await desk.outcomeOf("reconnect", kabir, "2026-11-16")).toBe("broker_unavailable");
    expect(await desk.readinessOf(kabir)).toMatchObject({
      reason: "broker_unavailable",
      detail: "Angel One does not answer. We keep trying until 9:10 AM; nothing to do.",
      action: null,
      broker_said: null,
    });
    expect(await desk.noticesTo(kabir, "login_link")).toEqual([]);
  });

  it("shows the broker's message about a refused login, and where to correct it", async () => {
    expect(await desk.outcomeOf("reconnect", tara, "2026-11-16")).toBe("refused");
    const shown = await desk.readinessOf(tara);
    expect(shown).toMatchObject({
      reason: "credentials_refused",
      broker_said: expect.stringMatching(/\S/),
      action: { label: "Open the form", path: "/algorithm/dashboard/AngelOneConnection" },
    });
    expect(shown["detail"]).toBe(`Angel One refused the last login and said: ${shown["broker_said"]}`);
  });

  it("mails the user the reason of a refused login and the form's address, without a login link", async () => {
    const { broker_said: brokerMessage } = await desk.readinessOf(tara);
    const { text } = await mailAbout(tara, /^Angel One is not connected today/);
    expect(text).toContain(`Angel One refused this morning's login. It said: ${brokerMessage}`);
    expect(text).toContain("/algorithm/dashboard/AngelOneConnection");
    expect(text).not.toContain("works once");
    expect(text).not.toContain("asks for your own login");
  });

  it("tells users who log in at the broker's page that the link works once", async () => {
    const { text } = await mailAbout(asha, /^Log in to Zerodha before 9:10/);
    expect(text).toContain("Zerodha asks for your own login each trading day.");
    expect(text).toContain("The link works once and opens nothing but this login.");
  });
});

describe("a user who subscribes after 8:30", () => {
  it("the next step of the morning logs in a user who subscribes after 8:30, without asking them", async () => {
    expect(await desk.outcomeOf("reconnect", ravi, "2026-11-16")).toBe("no_subscription");
    await desk.subscribe(ravi);
    await desk.goTo("2026-11-16T08:51:00");
    expect(await desk.outcomeOf("ask_last", ravi, "2026-11-16")).toBe("login_retried");
    expect(await desk.isConnected(ravi)).toBe(true);
    expect(await desk.noticesTo(ravi, "login_link")).toEqual([]);
  });
});

describe("a broker that is back at 8:55", () => {
  it("[B9.5] a broker that is back at 8:55 connects the waiting accounts in time for the start", async () => {
    await desk.goTo("2026-11-16T08:54:00");
    await desk.clearFaults();
    await desk.goTo("2026-11-16T08:56:00");
    expect(await desk.isConnected(kabir)).toBe(true);
    await desk.goTo("2026-11-16T09:01:00");
    expect(await desk.startedOn("2026-11-16")).toEqual(idsOf(kabir, meera, ravi));
  });

  it("the morning notifies ready users once, and the others not", async () => {
    await desk.goTo("2026-11-16T09:05:00");
    // Feeds run in real time.
    for (const linked of [kabir, meera])
      await expect.poll(() => desk.readinessOf(linked)).toMatchObject({ is_ready: true });
    await desk.goTo("2026-11-16T09:06:30");
    await desk.goTo("2026-11-16T09:12:00");
    for (const linked of [kabir, meera])
      expect(await desk.noticesTo(linked, "readiness")).toEqual([expect.stringMatching(/:2026-11-16:ready$/)]);
    for (const linked of [asha, tara, nila]) expect(await desk.noticesTo(linked, "readiness")).toEqual([]);
    for (const linked of [asha, kabir, meera, tara, nila])
      expect(await desk.noticesTo(linked, "morning_failed")).toEqual([]);
  });

  it("finally tells users whose account did not start that they do not trade today, and what comes next", async () => {
    expect(await desk.readinessOf(asha)).toMatchObject({
      reason: "start_missed",
      detail:
        "Zerodha was not started by 9:10 AM, so nothing is traded there today. The next trading day is Tuesday, 17 November.",
    });
  });
});

describe("the status after the close", () => {
  it("the status after the close says which day is next", async () => {
    await desk.goTo("2026-11-16T15:31:00");
    expect(await desk.readinessOf(meera)).toMatchObject({
      is_ready: false,
      reason: "after_close",
      detail: "The market has closed for today. The next trading day is Tuesday, 17 November.",
      action: null,
    });
  });
});

describe("a session that the broker ends", () => {
  it("a session that the broker ends is announced to the user once, and renewed where that needs no person", async () => {
    await desk.goTo("2026-11-17T08:20:00");
    await desk.stageLogins(kabir, "http500");
    await desk.goTo("2026-11-17T08:43:00");
    expect(await desk.isConnected(meera)).toBe(true);
    const body = { target: "fyers", kind: "expire-session", count: 1, on: "reads", account: meera.account.client_id };
    expect((await product.send("POST", "/sandbox/faults", { body })).statusCode).toBe(200);
    await desk.goTo("2026-11-17T08:50:00");
    expect(await desk.noticesTo(meera, "session_lost")).toHaveLength(1);
    const { text } = await mailAbout(meera, /^Your Fyers connection ended/);
    expect(text).toContain("We log in again with what you stored.");
    expect(await desk.isConnected(meera)).toBe(true);
  });
});

describe("a broker that stays away until 9:10", () => {
  it("a broker that is down until 9:10 costs its users the day; they are notified once, with the reason", async () => {
    await desk.goTo("2026-11-17T09:12:00");
    expect(await desk.outcomeOf("tell_failed", kabir, "2026-11-17")).toBe("broker_unavailable");
    expect(await desk.noticesTo(kabir, "morning_failed")).toHaveLength(1);
    const { text } = await mailAbout(kabir, /^Nothing is traded at Angel One today/);
    expect(text).toContain("Your morning failed because Angel One did not answer until 9:10 AM");
    expect(text).toContain("Today nothing is traded.");
    expect(await desk.noticesTo(meera, "morning_failed")).toEqual([]);
  });

  it("an account does not become ready when its broker comes back after 9:10", async () => {
    await desk.clearFaults();
    await desk.goTo("2026-11-17T09:40:00");
    expect(await desk.isConnected(kabir)).toBe(true);
    expect(await desk.readinessOf(kabir)).toMatchObject({ is_ready: false, reason: "start_missed" });
    expect(await desk.startedOn("2026-11-17")).not.toContain(kabir.user.id);
  });

  it("a broker that is down does not affect other brokers' connections, which are warm before the first entry", async () => {
    expect(await desk.outcomeOf("warm", meera, "2026-11-17")).toBe("warmed");
  });
});
