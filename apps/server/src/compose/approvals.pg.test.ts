import { randomUUID } from "node:crypto";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FanOut } from "../features/fan-out/fan-out.service.ts";
import { createInstrumentStore } from "../features/instrument-map/instrument.store.pg.ts";
import type { Notice } from "../features/notification/notice.ts";
import { createPublish } from "../platform/events/publish.ts";
import { createLogger } from "../platform/log/logger.ts";
import { listShare, makeSignal, startRun, stepped } from "../testing/signals-fixture.ts";
import { openTradingFixture, type Trader, type TradingFixture } from "../testing/trading-fixture.ts";
import { composeApprovals } from "./approvals.ts";
import { composeFanOut } from "./fan-out.ts";

const clock = createVirtualClock(istInstant(istDate("2026-11-16"), istMinute(9, 30)));
const log = createLogger("silent");
let simulators: TradingFixture;
let trader: Trader;
let fanOut: FanOut;
let approvals: ReturnType<typeof composeApprovals>;
let desk: () => Promise<void>;
let notices: Notice[] = [];
let asked: Paise | null = null;
let seq = 0;

beforeAll(async () => {
  simulators = await openTradingFixture(clock);
  simulators.setPrice(simulators.price());
  const { database } = simulators.home;
  const platform = { database, humanClock: clock, marketClock: clock, log };
  const { prices } = simulators;
  const executor = simulators.executor();
  fanOut = composeFanOut({
    platform,
    executor,
    prices,
    accounts: simulators.accounts,
    instruments: createInstrumentStore(database),
  });
  approvals = composeApprovals({
    platform,
    prices: {
      band: prices.band,
      watch: prices.watch,
      quotes: (isin) => (asked === null ? prices.quotes(isin) : prices.quotes(isin).map((q) => ({ ...q, ask: asked }))),
    },
    publish: createPublish(clock),
    notify: async (_tx, notice) => void notices.push(notice),
  });
  desk = approvals.deskFor(executor);
});
afterAll(() => simulators.close());

async function offer(): Promise<{ readonly tag: string; readonly token: string; readonly userId: string }> {
  const { database } = simulators.home;
  // A run that starts at the very instant of a signal takes part in it.
  clock.advance(SECOND_MS);
  await database.pool.query("UPDATE algo_run SET stopped_at = $1 WHERE stopped_at IS NULL", [new Date(clock.now())]);
  trader = await simulators.moveIn("fyers");
  const { account, link, instrument } = trader;
  const runner = { account, userId: link.userId, linkId: link.id, broker: "fyers" };
  await startRun(database, runner, clock.now(), { approvalMode: "manual", startedAt: clock.now() });
  await listShare(database, clock.now(), "fyers", instrument);
  // Active runs are reloaded after a few seconds; leases are renewed meanwhile.
  clock.advance(4 * SECOND_MS);
  await simulators.live("the buckets are held", () => simulators.executor().buckets().length > 0);
  await fanOut.look();
  const price = simulators.price();
  // Prices between two ticks, as a strategy computes them.
  const terms = { stop: paise(stepped(price * 0.985) + 1), target: paise(stepped(price * 1.01) - 1) };
  const { isin, symbol } = instrument;
  seq += 1;
  await makeSignal(database, clock.now(), { desk: "fyers", seq, isin, symbol, price, ...terms });
  await fanOut.idle();
  await desk();
  const [notice] = notices;
  const url = notice?.kind === "approval" ? notice.data.url : "";
  const [first] = await approvals.service.listOf(link.userId);
  return { tag: first?.tag ?? "", token: url.split("#")[1] ?? "", userId: link.userId };
}

const statusOf = async (tag: string): Promise<string | undefined> =>
  (await simulators.dayOf(trader)).orders.find((order) => order.tag === tag)?.state.status;

const sentOrders = () => simulators.home.simulators.exchange.dayOrders(trader.link.clientId);

const until = (what: string, isSo: () => Promise<boolean>): Promise<void> =>
  simulators.live(what, async () => {
    await desk();
    return isSo();
  });

beforeEach(() => {
  notices = [];
  asked = null;
});

describe("an entry of a user who approves by hand", () => {
  it("[B9.6] is offered for 15 seconds with its order in a sentence, and sends nothing before the answer", async () => {
    const { tag, userId } = await offer();
    const [offered] = await approvals.service.listOf(userId);
    expect(offered).toMatchObject({ symbol: "SBIN", side: "buy", answer: null });
    expect((offered?.until ?? 0) - (offered?.offeredAt ?? 0)).toBe(15 * SECOND_MS);
    expect(offered?.sentence).toMatch(/^Buy \d+ SBIN for no more than ₹[\d,.]+ each\.$/);
    expect(await statusOf(tag)).toBe("planned");
    expect([(offered?.details?.stop ?? 1) % 5, (offered?.details?.target ?? 1) % 5]).toEqual([0, 0]);
    expect(sentOrders()).toEqual([]);
    expect(notices).toMatchObject([
      { kind: "approval", userId, data: { url: expect.stringMatching(/^\/approve#.{43}$/) } },
    ]);
  });

  it("is sent once after an approval, however many devices and processes answer at once", async () => {
    const { tag, token, userId } = await offer();
    const { service } = approvals;
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => service.decide(userId, tag, "approve")),
      ...Array.from({ length: 8 }, () => service.decideByLink(token, "approve")),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers)
      if (!answer.ok)
        expect(answer.error).toEqual({ code: "approval_over", detail: "This entry was approved already." });
    await until("the entry is at the exchange", async () => sentOrders().length > 0);
    expect(simulators.home.simulators.exchange.findOrders({ tag })).toHaveLength(1);
  });

  it("accepts one of a simultaneous approval and rejection, and does what that one says", async () => {
    for (let round = 0; round < 4; round++) {
      notices = [];
      const { tag, userId } = await offer();
      const [yes, no] = await Promise.all([
        approvals.service.decide(userId, tag, "approve"),
        approvals.service.decide(userId, tag, "decline"),
      ]);
      expect(Number(yes.ok) + Number(no.ok)).toBe(1);
      await until("the order knows", async () => (await statusOf(tag)) !== "planned");
      if (no.ok) expect(await statusOf(tag)).toBe("cancelled");
      else await until("it is at the exchange", async () => sentOrders().length > 0);
      if (no.ok) expect(sentOrders()).toEqual([]);
    }
  });

  it("is cancelled without an answer after 15 seconds, and a late answer is refused", async () => {
    const { tag, token, userId } = await offer();
    clock.advance(15 * SECOND_MS);
    const late = await approvals.service.decide(userId, tag, "approve");
    expect(late).toMatchObject({
      error: { code: "approval_over", detail: "The 15 seconds are over. Nothing was traded." },
    });
    await until(
      "the order has ended",
      async () => (await statusOf(tag)) === "cancelled" || (await statusOf(tag)) === "expired",
    );
    expect(await approvals.service.decideByLink(token, "approve")).toMatchObject({ error: { code: "approval_over" } });
    expect(sentOrders()).toEqual([]);
    expect(await approvals.service.listOf(userId)).toEqual([]);
  });

  it("is cancelled when its price moves beyond the limit before the approval", async () => {
    const { tag, userId } = await offer();
    asked = paise(Math.round(simulators.price() * 1.02));
    expect(await approvals.service.decide(userId, tag, "approve")).toMatchObject({ value: { answer: "price_moved" } });
    await until("the order has ended", async () => (await statusOf(tag)) === "cancelled");
    expect(sentOrders()).toEqual([]);
  });

  it("is shown by its link without deciding it; other users and invalid links are refused", async () => {
    const { tag, token } = await offer();
    expect(await approvals.service.showByLink(token)).toMatchObject({ value: { tag, answer: null } });
    expect(await approvals.service.showByLink(token)).toMatchObject({ value: { tag, answer: null } });
    expect(await approvals.service.showByLink("A".repeat(43))).toEqual({ ok: false, error: "link_wrong" });
    expect(await approvals.service.decide(randomUUID(), tag, "approve")).toEqual({ ok: false, error: "not_found" });
    expect(await statusOf(tag)).toBe("planned");
    clock.advance(90 * SECOND_MS);
    expect(await approvals.service.showByLink(token)).toEqual({ ok: false, error: "link_wrong" });
  });
});
