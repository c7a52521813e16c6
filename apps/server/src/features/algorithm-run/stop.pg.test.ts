import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../../testing/product.ts";
import { createRunsFixture, type RunsFixture, refusalOf } from "../../testing/runs-fixture.ts";

const clock = createVirtualClock();
let product: TestProduct;
let desk: RunsFixture;

beforeAll(async () => {
  product = await startTestProduct({ clock });
  desk = createRunsFixture(product, clock);
});
afterAll(() => product.close());

const CAPITAL = { capital: 10_000 };

describe("a stop", () => {
  it("[B7.15] a stop ends today's run, blocks its entries and keeps the daily restart", async () => {
    const asha = await desk.person({});
    await desk.start(asha, { ...CAPITAL, background_mode: true });
    const reply = await desk.post(asha, "/algorithm/stop", {});
    expect(reply.json()).toMatchObject({
      status: "stopped",
      broker: "angelone",
      closing: false,
      background_mode: true,
      stop_cause: "person",
      next_start: "2026-11-17",
      message: "Algorithm stopped successfully",
    });
    expect(await desk.blocksOf(asha)).toEqual(["run_stopped"]);
    expect(await desk.runsOf(asha)).toMatchObject([{ stop_cause: "person" }]);
  });

  it("[B7.15] a stop with background also ends the daily restart, with or without a run", async () => {
    const asha = await desk.person({});
    await desk.start(asha, { ...CAPITAL, background_mode: true });
    const reply = await desk.post(asha, "/algorithm/stop-background", {});
    expect(reply.json()).toMatchObject({ status: "stopped", background_mode: false, next_start: null });
    await desk.post(asha, "/algorithm/start-next-day", CAPITAL);
    expect(await desk.get(asha, "/algorithm/status?broker=angelone")).toMatchObject({ background_mode: true });
    await desk.post(asha, "/algorithm/stop-background");
    expect(await desk.get(asha, "/algorithm/status?broker=angelone")).toMatchObject({ background_mode: false });
  });

  it("[B7.15] [B7.17] a stop ends the run of the named broker, or the first active one", async () => {
    const asha = await desk.person({ brokers: ["angelone", "zerodha"] });
    for (const broker of ["angelone", "zerodha"]) await desk.start(asha, { capital: 500, broker });
    expect((await desk.post(asha, "/algorithm/stop")).json().broker).toBe("zerodha");
    expect(await desk.get(asha, "/algorithm/status")).toMatchObject({ status: "running", broker: "angelone" });
    const own = await desk.post(asha, "/angelone-algorithm/stop");
    expect(own.json()).toMatchObject({ status: "stopped", message: "Angel One algorithm stopped successfully!" });
    expect((await desk.post(asha, "/algorithm/stop", { broker: "zerodha" })).json().status).toBe("stopped");
  });

  it("a stop without a run changes nothing", async () => {
    const asha = await desk.person({});
    const reply = await desk.post(asha, "/algorithm/stop");
    expect([reply.statusCode, reply.json().status]).toEqual([200, "stopped"]);
    expect(await desk.blocksOf(asha)).toEqual([]);
  });

  it("a stop before 9:10 allows another start, which lifts the block", async () => {
    const asha = await desk.person({});
    await desk.start(asha, CAPITAL);
    await desk.post(asha, "/algorithm/stop");
    expect((await desk.start(asha, CAPITAL)).json()).toMatchObject({ status: "running", stop_cause: null });
    expect(await desk.blocksOf(asha)).toEqual([]);
    expect(await desk.runsOf(asha)).toHaveLength(2);
  });

  it("a run stopped with an open position is closing until it is flat, and refuses starts meanwhile", async () => {
    const asha = await desk.person({});
    await desk.start(asha, CAPITAL);
    const position = await desk.openIn(asha, "angelone");
    const reply = await desk.post(asha, "/algorithm/stop");
    expect(reply.json()).toMatchObject({
      status: "stopped",
      closing: true,
      message: "Algorithm stopped. Open positions are being closed now; this can take a minute.",
    });
    expect(await desk.get(asha, "/algorithm/status")).toMatchObject({ broker: "angelone", closing: true });
    expect(refusalOf(await desk.start(asha, CAPITAL)).slice(0, 2)).toEqual([409, "still_closing"]);
    expect(await desk.blocksOf(asha)).toEqual(["run_stopped"]);
    await position.close();
    expect(await desk.get(asha, "/algorithm/status?broker=angelone")).toMatchObject({ closing: false });
    expect((await desk.start(asha, CAPITAL)).statusCode).toBe(200);
    expect(await desk.blocksOf(asha)).toEqual([]);
  });

  it("disconnecting stops the run; deleting the credentials also ends the daily restart", async () => {
    const asha = await desk.person({});
    await desk.start(asha, { ...CAPITAL, background_mode: true });
    await product.send("DELETE", "/angelone/disconnect", { as: asha.as });
    const left = await desk.get(asha, "/algorithm/status?broker=angelone");
    expect(left).toMatchObject({ status: "stopped", stop_cause: "disconnected", background_mode: true });
    await product.send("DELETE", "/angelone/credentials", { as: asha.as });
    expect(await desk.get(asha, "/algorithm/status?broker=angelone")).toMatchObject({ background_mode: false });
  });
});

describe("the kill switch", () => {
  it("the kill switch stops every run, blocks every account and ends every restart", async () => {
    const asha = await desk.person({ brokers: ["angelone", "zerodha"] });
    for (const broker of ["angelone", "zerodha"])
      await desk.start(asha, { capital: 500, broker, background_mode: true });
    const reply = await desk.post(asha, "/algorithm/kill");
    expect(reply.json()).toEqual({
      message: "Everything is stopped. Nothing is open.",
      is_flat: true,
      still_open: [],
    });
    const { angelone, zerodha } = await desk.get(asha, "/algorithm/all-status");
    for (const shown of [angelone, zerodha])
      expect(shown).toMatchObject({
        status: "stopped",
        stop_cause: "kill_switch",
        kill_switch: true,
        background_mode: false,
        next_start: null,
      });
    expect(await desk.blocksOf(asha)).toEqual(["kill_switch", "kill_switch"]);
  });

  it("the kill switch works in every state, lists what is open, and stays on until it is lifted", async () => {
    const asha = await desk.person({ brokers: ["angelone", "zerodha"] });
    const position = await desk.openIn(asha, "zerodha");
    const reply = await desk.post(asha, "/algorithm/kill");
    expect(reply.json()).toMatchObject({ is_flat: false, still_open: ["zerodha"] });
    expect(refusalOf(await desk.start(asha, CAPITAL)).slice(0, 2)).toEqual([409, "kill_switch_on"]);
    const early = await product.send("DELETE", "/algorithm/kill", { as: asha.as });
    expect(refusalOf(early).slice(0, 2)).toEqual([409, "still_closing"]);
    expect(await desk.blocksOf(asha)).toEqual(["kill_switch", "kill_switch"]);
    await position.close();
    const lifted = await product.send("DELETE", "/algorithm/kill", { as: asha.as });
    expect(lifted.json()).toEqual({ message: "The kill switch is lifted. You can start again." });
    expect(await desk.blocksOf(asha)).toEqual([]);
    expect((await desk.start(asha, CAPITAL)).statusCode).toBe(200);
  });

  it("the next start lifts the kill switch of an earlier day", async () => {
    const asha = await desk.person({});
    await desk.post(asha, "/algorithm/kill");
    await product.query("UPDATE kill_switch SET trading_day = '2026-11-13' WHERE user_id = $1", [asha.user.id]);
    expect(await desk.get(asha, "/algorithm/status")).toMatchObject({ kill_switch: false });
    expect((await desk.start(asha, CAPITAL)).statusCode).toBe(200);
    expect(await desk.blocksOf(asha)).toEqual([]);
    expect(await product.query("SELECT 1 FROM kill_switch WHERE user_id = $1", [asha.user.id])).toEqual([]);
  });

  it("the kill switch needs no subscription", async () => {
    const asha = await desk.person({ band: null });
    expect((await desk.post(asha, "/algorithm/kill")).statusCode).toBe(200);
    expect(await desk.blocksOf(asha)).toEqual(["kill_switch"]);
  });
});
