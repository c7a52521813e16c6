import { PAGE_ABSENCE_MS } from "@vriddhi/core/run/run";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";
import { createRunsFixture, type RunsFixture, refusalOf } from "../../testing/runs-fixture.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: RunsFixture;

beforeAll(async () => {
  // a Monday, 8:40
  product = await startTestProduct({ clock });
  desk = createRunsFixture(product, clock);
});
afterAll(() => product.close());

const CAPITAL = { trading_type: "equity", capital: 10_000 };

describe("a start", () => {
  it("[B6.2] [B8.4] a start needs an active subscription", async () => {
    const visitor = await desk.person({ band: null });
    expect(refusalOf(await desk.start(visitor, CAPITAL))).toEqual([
      403,
      "subscription_required",
      "Active subscription required to run algorithms",
    ]);
    expect(await desk.runsOf(visitor)).toEqual([]);
  });

  it("a start requires a date of birth, and an age of 18", async () => {
    const asha = await desk.person({});
    const bornOn = (dob: string | null) =>
      product.query("UPDATE users SET dob = $2 WHERE id = $1", [asha.user.id, dob]);
    await bornOn("2008-11-17");
    const young = [403, "too_young_to_trade", expect.stringContaining("18 years")];
    expect(refusalOf(await desk.start(asha, CAPITAL))).toEqual(young);
    expect(refusalOf(await desk.post(asha, "/algorithm/start-next-day", { capital: 10_000 }))).toEqual(young);
    await bornOn(null);
    expect(refusalOf(await desk.start(asha, CAPITAL)).slice(0, 2)).toEqual([409, "dob_missing"]);
    expect(await desk.runsOf(asha)).toEqual([]);
    await bornOn("2008-11-16");
    expect((await desk.start(asha, CAPITAL)).statusCode).toBe(200);
  });

  it("[B8.4] a start needs a connected broker, and says whose credentials are missing", async () => {
    const asha = await desk.person({ brokers: [] });
    expect(refusalOf(await desk.start(asha, CAPITAL))).toEqual([
      400,
      "credentials_missing",
      "Fyers credentials missing. Please reconnect your account.",
    ]);
    const other = refusalOf(await desk.start(asha, { ...CAPITAL, broker: "zerodha" }));
    expect(other[2]).toBe("Zerodha credentials missing. Please reconnect your account.");
    const paper = refusalOf(await desk.start(asha, { ...CAPITAL, broker: "paper" }));
    expect([paper[0], paper[1]]).toEqual([400, "credentials_missing"]);
  });

  it("[B3.8] [B7.4] [B7.5] [B7.6] [B7.14] a start makes a run, and every read shows it", async () => {
    const asha = await desk.person({ brokers: ["angelone"] });
    const stopped = await desk.get(asha, "/algorithm/status");
    expect(stopped).toMatchObject({
      status: "stopped",
      broker: null,
      capital: 500,
      stocks: [],
      background_mode: false,
    });
    const reply = await desk.start(asha, CAPITAL);
    expect(reply.statusCode).toBe(200);
    const shown = {
      status: "running",
      broker: "angelone",
      capital: 10_000,
      stocks: [],
      background_mode: false,
      closing: false,
      approval_mode: "auto",
      day_approval: "given",
      stop_cause: null,
    };
    expect(reply.json()).toMatchObject({ ...shown, message: "Algorithm started successfully" });
    for (const path of ["/algorithm/status", "/algorithm/details", "/algorithm/status?broker=angelone"])
      expect(await desk.get(asha, path)).toMatchObject(shown);
    expect(await desk.get(asha, "/algorithm/all-status")).toMatchObject({
      angelone: { status: "running", capital: 10_000 },
      zerodha: { status: "stopped" },
      fyers: { status: "stopped" },
    });
    expect(await desk.runsOf(asha)).toMatchObject([
      { broker: "angelone", trading_day: expect.anything(), capital_paise: "1000000", started_by: "person" },
    ]);
  });

  it("[B8.4] refuses a second start while a run is active", async () => {
    const asha = await desk.person({});
    await desk.start(asha, CAPITAL);
    expect(refusalOf(await desk.start(asha, CAPITAL))).toEqual([
      400,
      "already_running",
      "Strategy is already running for your account",
    ]);
    expect(await desk.runsOf(asha)).toHaveLength(1);
  });

  it("[B7.14] a start without a broker uses the first connected of Fyers, Zerodha and Angel One", async () => {
    const asha = await desk.person({ brokers: ["angelone", "zerodha"] });
    expect((await desk.start(asha, CAPITAL)).json().broker).toBe("zerodha");
    const kabir = await desk.person({ brokers: ["zerodha", "fyers"] });
    expect((await desk.start(kabir, CAPITAL)).json().broker).toBe("fyers");
  });

  it("[B7.14] [B7.16] a start reads background mode from the query or the body", async () => {
    const asha = await desk.person({ brokers: ["angelone", "zerodha"] });
    const byQuery = await desk.post(asha, "/algorithm/start?background_mode=true", { ...CAPITAL, broker: "zerodha" });
    expect(byQuery.json()).toMatchObject({ status: "running", background_mode: true, next_start: "2026-11-17" });
    const byBody = await desk.post(asha, "/angelone-algorithm/start", { capital: 500, background_mode: true });
    expect(byBody.json()).toMatchObject({ broker: "angelone", background_mode: true, capital: 500 });
    const plain = await desk.person({});
    const reply = (await desk.post(plain, "/angelone-algorithm/start", { capital: 500 })).json();
    expect(reply).toMatchObject({ background_mode: false, message: "Angel One algorithm started successfully!" });
  });

  it("[B5.1] [B5.2] a start accepts capital in steps of 500 from 500 up to the band, with each broker's texts", async () => {
    const asha = await desk.person({ brokers: ["angelone", "zerodha"] });
    const refused = async (capital: number, broker: string) => {
      const [status, code, detail] = refusalOf(await desk.start(asha, { capital, broker }));
      expect([status, code]).toEqual([400, "capital_refused"]);
      return detail;
    };
    for (const low of [0, 499, -500]) expect(await refused(low, "zerodha")).toBe("Capital must be at least ₹500");
    expect(await refused(750, "zerodha")).toBe("Capital changes in steps of ₹500");
    expect(await refused(50_500, "zerodha")).toBe("Capital cannot exceed your upper band of ₹50,000");
    expect(await refused(50_500, "angelone")).toBe("Your upper band capital is: ₹50,000");
    for (const odd of ["5000", 500.5, null, 1e300])
      expect((await desk.start(asha, { capital: odd, broker: "zerodha" })).json().code).toBe("invalid_input");
    expect(await desk.runsOf(asha)).toEqual([]);
    expect((await desk.start(asha, { capital: 50_000, broker: "zerodha" })).statusCode).toBe(200);
  });

  it("[B5.2] a start counts the capital of the user's other brokers", async () => {
    const asha = await desk.person({ brokers: ["angelone", "zerodha"] });
    await desk.start(asha, { capital: 30_000, broker: "zerodha" });
    const [, code, detail] = refusalOf(await desk.start(asha, { capital: 20_500, broker: "angelone" }));
    expect([code, detail]).toEqual([
      "capital_refused",
      "Your upper band capital is: ₹50,000; ₹30,000 of it trade at your other brokers",
    ]);
    expect((await desk.start(asha, { capital: 20_000, broker: "angelone" })).statusCode).toBe(200);
  });

  it("a start refuses unknown values", async () => {
    const asha = await desk.person({});
    for (const body of [
      { ...CAPITAL, trading_type: "options" },
      { ...CAPITAL, broker: "upstox" },
      { ...CAPITAL, extra: 1 },
      {},
    ])
      expect((await desk.start(asha, body)).json().code).toBe("invalid_input");
    expect(await desk.runsOf(asha)).toEqual([]);
  });
});

describe("concurrent starts", () => {
  it("concurrent starts make one run", async () => {
    const asha = await desk.person({});
    const replies = await Promise.all(Array.from({ length: 8 }, () => desk.start(asha, CAPITAL)));
    const codes = replies.map((reply) => (reply.statusCode === 200 ? "started" : reply.json().code)).toSorted();
    expect(codes).toEqual([...Array.from({ length: 7 }, () => "already_running"), "started"]);
    expect(await desk.runsOf(asha)).toHaveLength(1);
  });

  it("[B5.2] concurrent starts at two brokers never exceed the band together", async () => {
    const asha = await desk.person({ brokers: ["angelone", "zerodha"] });
    const replies = await Promise.all(
      ["angelone", "zerodha"].map((broker) => desk.start(asha, { capital: 30_000, broker })),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    expect(await desk.runsOf(asha)).toHaveLength(1);
  });

  it("concurrent starts and stops leave one state and no second run", async () => {
    const asha = await desk.person({});
    await Promise.all([
      desk.start(asha, CAPITAL),
      desk.post(asha, "/algorithm/stop"),
      desk.start(asha, CAPITAL),
      desk.post(asha, "/algorithm/stop"),
    ]);
    const running = (await desk.runsOf(asha)).filter((run) => run["stopped_at"] === null);
    expect(running.length).toBeLessThanOrEqual(1);
    expect(await desk.blocksOf(asha)).toEqual(running.length === 1 ? [] : ["run_stopped"]);
  });
});

describe("the user's consent to trading", () => {
  it("records the consent with its shown version, and asks for it until then", async () => {
    const asha = await desk.person({});
    const { consent_needed: version } = await desk.get(asha, "/algorithm/status");
    expect(version).toMatch(/^\d{4}-\d\d-\d\d(\.\d+)?$/);
    const old = await desk.start(asha, { ...CAPITAL, consent_version: "2020-01-01" });
    expect(refusalOf(old).slice(0, 2)).toEqual([409, "consent_outdated"]);
    expect(await desk.runsOf(asha)).toEqual([]);
    const reply = await desk.start(asha, { ...CAPITAL, consent_version: version });
    expect(reply.json()).toMatchObject({ status: "running", consent_needed: null });
    const rows = await product.query("SELECT version, ip FROM algo_consent WHERE user_id = $1", [asha.user.id]);
    expect(rows).toEqual([{ version, ip: expect.stringMatching(/^127\./) }]);
  });

  it("records no consent for a start without it", async () => {
    const asha = await desk.person({});
    expect((await desk.start(asha, CAPITAL)).json()).toMatchObject({ consent_needed: expect.any(String) });
    expect(await product.query("SELECT 1 FROM algo_consent WHERE user_id = $1", [asha.user.id])).toEqual([]);
  });
});

describe("the approval mode", () => {
  const setMode = (who: Parameters<RunsFixture["get"]>[0], broker: string, mode: string) =>
    product.send("PUT", "/algorithm/approval-mode", { as: who.as, body: { broker, mode } });

  it("[B3.6] the approval mode is Zerodha's own switch until the user chooses", async () => {
    const asha = await desk.person({ brokers: ["zerodha"] });
    expect((await desk.start(asha, CAPITAL)).json()).toMatchObject({
      approval_mode: "manual",
      day_approval: "not_needed",
    });
  });

  it("a chosen approval mode stays when credentials are saved again", async () => {
    const asha = await desk.person({ brokers: ["zerodha"] });
    expect((await setMode(asha, "zerodha", "auto")).json()).toMatchObject({ approval_mode: "auto", status: "stopped" });
    clock.advance(MINUTE_MS);
    const account = asha.accounts.zerodha;
    if (account === undefined) throw new Error("there is no account");
    await desk.brokers.connect("zerodha", asha.as, account);
    expect((await desk.start(asha, CAPITAL)).json()).toMatchObject({ approval_mode: "auto", day_approval: "given" });
  });

  it("a new approval mode also changes the active run", async () => {
    const asha = await desk.person({ brokers: ["angelone"] });
    await desk.start(asha, CAPITAL);
    expect((await setMode(asha, "angelone", "manual")).json()).toMatchObject({
      status: "running",
      approval_mode: "manual",
    });
  });

  it("an approval mode belongs to a linked account", async () => {
    const asha = await desk.person({ brokers: ["angelone"] });
    const refused = await setMode(asha, "fyers", "auto");
    expect(refusalOf(refused).slice(0, 2)).toEqual([404, "not_stored"]);
  });
});

describe("a run without background mode", () => {
  it("a run without background mode makes no entries while no page polls, and resumes as soon as one does", async () => {
    const asha = await desk.person({});
    await desk.start(asha, CAPITAL);
    const kabir = await desk.person({});
    await desk.start(kabir, { ...CAPITAL, background_mode: true });
    clock.advance(PAGE_ABSENCE_MS + 1);
    await expect.poll(() => desk.blocksOf(asha), { timeout: 60_000 }).toEqual(["page_absent"]);
    expect(await desk.blocksOf(kabir)).toEqual([]);
    expect(await desk.get(asha, "/algorithm/status")).toMatchObject({ status: "running" });
    await expect.poll(() => desk.blocksOf(asha), { timeout: 60_000 }).toEqual([]);
  });
});

describe("live events", () => {
  it("live events notify the user's pages of each change of a run", async () => {
    const asha = await desk.person({});
    await desk.start(asha, CAPITAL);
    await desk.post(asha, "/algorithm/stop");
    const rows = await product.query<{ payload: { what: string } }>(
      "SELECT payload FROM user_events WHERE user_id = $1 AND kind = 'algorithm' ORDER BY id",
      [asha.user.id],
    );
    expect(rows.map(({ payload }) => payload.what)).toEqual(["started", "stopped"]);
  });
});
