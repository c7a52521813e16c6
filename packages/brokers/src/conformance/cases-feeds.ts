import { MARKET_INDEX } from "@vriddhi/sandbox/exchange/market-index";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { FeedState, OrderHint, SessionSource, Tick } from "../port/feed.ts";
import type { AccountAccess } from "../port/order-gateway.ts";
import { USER_AGENT } from "../transport/user-agent.ts";
import { placed } from "./cases-orders.ts";
import type { Given } from "./given.ts";
import { ENTRY, type Harness, must, PATIENCE, rs } from "./harness.ts";

function openQuotes(harness: Harness, source: SessionSource, tokens: readonly string[]) {
  const states: FeedState[] = [];
  const ticks: Tick[] = [];
  const feed = harness.adapter.quotes.open(source, {
    state: (state) => states.push(state),
    ticks: (came) => ticks.push(...came),
  });
  feed.subscribe(tokens);
  onTestFinished(() => feed.close());
  const isState = (state: FeedState) => vi.waitFor(() => expect(states.at(-1)).toBe(state), PATIENCE);
  const sees = (token: string, price: number) =>
    vi.waitFor(() => expect(ticks.findLast((tick) => tick.token === token)?.lastPrice).toBe(price), PATIENCE);
  return { feed, states, ticks, isState, sees };
}

function openUpdates(harness: Harness, source: SessionSource) {
  const states: FeedState[] = [];
  const hints: OrderHint[] = [];
  const feed = harness.adapter.updates.open(source, {
    state: (state) => states.push(state),
    hint: (hint) => hints.push(hint),
  });
  onTestFinished(() => feed.close());
  const isState = (state: FeedState) => vi.waitFor(() => expect(states.at(-1)).toBe(state), PATIENCE);
  const sees = (hint: Partial<OrderHint>) =>
    vi.waitFor(() => expect(hints).toContainEqual(expect.objectContaining(hint)), PATIENCE);
  return { feed, states, hints, isState, sees };
}

const always =
  (access: AccountAccess): SessionSource =>
  () =>
    Promise.resolve(access);

export function describeFeeds(given: Given): void {
  describe("the quote stream", () => {
    describePrices(given);
    describeBreaks(given);
  });
  describe("pushed orders", () => describePushes(given));
}

function describePrices({ harness, isWired }: Given): void {
  it("shows the exchange's prices and volume of subscribed shares only", async () => {
    const { access } = await harness().account();
    const { token } = await harness().instrument(access);
    const quotes = openQuotes(harness(), always(access), [token]);
    await quotes.isState("open");
    harness().tradeAt(rs(1_084.1), 5);
    await quotes.sees(token, rs(1_084.1));
    harness().tradeAt(rs(1_085.3), 2);
    harness().tradeAt(rs(1_330), 1, "ACC");
    await quotes.sees(token, rs(1_085.3));
    await vi.waitFor(
      () => expect(quotes.ticks.at(-1)?.volume).toBe(harness().venue.exchange.quote("SBIN").volume),
      PATIENCE,
    );
    expect(new Set(quotes.ticks.map((tick) => tick.token))).toEqual(new Set([token]));
    const { previousClose } = harness().venue.exchange.quote("SBIN");
    expect([previousClose, null, undefined]).toContain(quotes.ticks.at(-1)?.previousClose);
  });

  it("carries the market index beside the shares, without a volume", async () => {
    const { index } = harness().adapter;
    if (index === undefined) return;
    const { access } = await harness().account();
    const { token } = await harness().instrument(access);
    const quotes = openQuotes(harness(), always(access), [token, index.token]);
    await quotes.isState("open");
    harness().tradeAt(rs(1_090), 5);
    const { lastPrice, previousClose } = harness().venue.exchange.quote(MARKET_INDEX.symbol);
    expect(lastPrice).not.toBe(previousClose);
    await quotes.sees(index.token, lastPrice);
    await quotes.sees(token, rs(1_090));
    const quote = quotes.ticks.findLast((tick) => tick.token === index.token);
    expect(quote?.volume ?? 0).toBe(0);
    expect([previousClose, null, undefined]).toContain(quote?.previousClose);
  });

  it("takes more symbols while it is open", async () => {
    const { access } = await harness().account();
    const { token } = await harness().instrument(access);
    const { token: other } = await harness().instrument(access, "ACC");
    const quotes = openQuotes(harness(), always(access), [token]);
    await quotes.isState("open");
    quotes.feed.subscribe([token, other]);
    harness().tradeAt(rs(1_330), 1, "ACC");
    await quotes.sees(other, rs(1_330));
  });

  it.runIf(isWired)("sends the User-Agent, as order calls do", async () => {
    const { access } = await harness().account();
    await openQuotes(harness(), always(access), []).isState("open");
    await openUpdates(harness(), always(access)).isState("open");
    expect(harness().venue.diallers()).toEqual(new Set([USER_AGENT]));
    await placed(harness(), access);
    expect(harness().venue.lastOrderCall()).toContain(`"user-agent":"${USER_AGENT}"`);
  });

  it("ends when it is closed", async () => {
    const { access } = await harness().account();
    const { token } = await harness().instrument(access);
    const quotes = openQuotes(harness(), always(access), [token]);
    await quotes.isState("open");
    quotes.feed.close();
    expect(quotes.states.at(-1)).toBe("closed");
  });
}

function describeBreaks({ harness, isWired }: Given): void {
  it.runIf(isWired)("reconnects with the current session and all subscriptions", async () => {
    const { access } = await harness().account();
    const { token } = await harness().instrument(access);
    const source = vi.fn(always(access));
    const quotes = openQuotes(harness(), source, [token]);
    await quotes.isState("open");
    harness().venue.dropSockets();
    await vi.waitFor(
      () => expect(quotes.states).toEqual(["connecting", "open", "waiting", "connecting", "open"]),
      PATIENCE,
    );
    expect(source).toHaveBeenCalledTimes(2);
    harness().tradeAt(rs(1_086));
    await quotes.sees(token, rs(1_086));
  });

  it.runIf(isWired)("reconnects after a restart of the broker, and so do orders", async () => {
    const { access } = await harness().account();
    const { token } = await harness().instrument(access);
    const quotes = openQuotes(harness(), always(access), [token]);
    await quotes.isState("open");
    await placed(harness(), access);
    await harness().venue.restart();
    await vi.waitFor(() => expect(quotes.states.filter((state) => state === "open")).toHaveLength(2), PATIENCE);
    await placed(harness(), access);
    harness().tradeAt(rs(1_085));
    await quotes.sees(token, rs(1_085));
  });

  it.runIf(isWired)("stops reconnecting when the session has ended", async () => {
    const { client, access } = await harness().account();
    const { token } = await harness().instrument(access);
    const source = vi.fn(always(access));
    const quotes = openQuotes(harness(), source, [token]);
    await quotes.isState("open");
    harness().venue.core.expireSessions(client.id);
    harness().venue.dropSockets();
    await quotes.isState("refused");
    expect(source).toHaveBeenCalledTimes(2);
  });

  it("stops without a session", async () => {
    const quotes = openQuotes(harness(), () => Promise.resolve(null), []);
    await quotes.isState("refused");
  });
}

function describePushes({ harness, isWired }: Given): void {
  it("report an order from the book to its end", async () => {
    const { access } = await harness().account();
    const updates = openUpdates(harness(), always(access));
    await updates.isState("open");
    const { ticket, order } = await placed(harness(), access);
    await updates.sees({ orderId: order.id, tag: ticket.tag });
    harness().offer("sell", rs(1_083), 4);
    await updates.sees({ orderId: order.id, filledQuantity: 4, status: "open" });
    harness().offer("sell", rs(1_083), 6);
    await updates.sees({ orderId: order.id, status: "filled" });
  });

  it.runIf(isWired).each(["duplicate-push", "reorder-push"] as const)(
    "survive %s: the last update arrives",
    async (kind) => {
      const { access } = await harness().account();
      const updates = openUpdates(harness(), always(access));
      await updates.isState("open");
      const { ticket, order } = await placed(harness(), access);
      harness().venue.faults.set(harness().venue.broker, kind, 2);
      harness().offer("sell", rs(1_083), 4);
      must(await harness().adapter.orders.cancel(access, { orderId: order.id, pricing: ticket.pricing }, ENTRY));
      await updates.sees({ orderId: order.id, status: "cancelled" });
      expect(new Set(updates.hints.map(({ orderId }) => orderId))).toEqual(new Set([order.id]));
    },
  );

  it("do not report another client's orders", async () => {
    const { access } = await harness().account();
    const { access: theirs } = await harness().account();
    const updates = openUpdates(harness(), always(access));
    await updates.isState("open");
    await placed(harness(), theirs);
    const { order } = await placed(harness(), access);
    await updates.sees({ orderId: order.id });
    expect(new Set(updates.hints.map(({ orderId }) => orderId))).toEqual(new Set([order.id]));
  });

  it.runIf(isWired)("reconnect after a break and stop without a session", async () => {
    const { client, access } = await harness().account();
    const updates = openUpdates(harness(), always(access));
    await updates.isState("open");
    harness().venue.dropSockets();
    await vi.waitFor(() => expect(updates.states.filter((state) => state === "open")).toHaveLength(2), PATIENCE);
    const { order } = await placed(harness(), access);
    await updates.sees({ orderId: order.id });
    harness().venue.core.expireSessions(client.id);
    harness().venue.dropSockets();
    await updates.isState("refused");
  });
}
