import type { OrderTag } from "@vriddhi/core/order/order";
import type { Result } from "@vriddhi/core/shared/result";
import { describe, expect, it } from "vitest";
import { type Book, lookFor } from "../port/book.ts";
import type { ReadError } from "../port/broker-error.ts";
import { placed } from "./cases-orders.ts";
import type { Given } from "./given.ts";
import { must, mustRows, rs } from "./harness.ts";

export function describeBooks(given: Given): void {
  describe("reading", () => {
    describeTrades(given);
    describeOddRows(given);
    describeAccount(given);
    describeInstruments(given);
  });
}

function describeTrades({ harness }: Given): void {
  it("fills add up to the order, and positions to the fills", async () => {
    const { access } = await harness().account();
    harness().offer("sell", rs(1_082), 3);
    harness().offer("sell", rs(1_082.6), 4);
    const { order: bought, ticket } = await placed(harness(), access, { quantity: 7 });
    harness().offer("buy", rs(1_083), 2);
    const { order: sold } = await placed(harness(), access, { side: "sell", quantity: 2 });

    const fills = mustRows(await harness().adapter.portfolio.fills(access));
    const ofBought = fills.filter(({ orderId }) => orderId === bought.id);
    expect(ofBought.map(({ quantity, price }) => [quantity, price])).toEqual([
      [3, rs(1_082)],
      [4, rs(1_082.6)],
    ]);
    const value = ofBought.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
    expect(Math.abs(bought.averagePrice - value / 7)).toBeLessThanOrEqual(0.5);
    expect(fills.filter(({ orderId }) => orderId === sold.id)).toMatchObject([
      { side: "sell", quantity: 2, price: rs(1_083), brokerSymbol: ticket.instrument.brokerSymbol },
    ]);
    expect(new Set(fills.map(({ id }) => id)).size).toBe(3);

    const positions = mustRows(await harness().adapter.portfolio.positions(access));
    expect(positions.filter(({ brokerSymbol }) => brokerSymbol === ticket.instrument.brokerSymbol)).toEqual([
      {
        brokerSymbol: ticket.instrument.brokerSymbol,
        product: "intraday",
        netQuantity: 5,
        boughtQuantity: 7,
        soldQuantity: 2,
      },
    ]);
  });

  it("an account without orders has empty books", async () => {
    const { access } = await harness().account();
    const { portfolio } = harness().adapter;
    expect(mustRows(await portfolio.orders(access))).toEqual([]);
    expect(mustRows(await portfolio.fills(access))).toEqual([]);
    expect(mustRows(await portfolio.positions(access))).toEqual([]);
    expect(mustRows(await portfolio.ordersByTag(access, "VRIDDHI99999999" as OrderTag))).toEqual([]);
  });

  it("a tag finds only its order", async () => {
    const { access } = await harness().account();
    const { ticket: first } = await placed(harness(), access);
    const { ticket: second, order } = await placed(harness(), access, { quantity: 3 });
    const found = mustRows(await harness().adapter.portfolio.ordersByTag(access, second.tag));
    expect(found).toEqual([order]);
    expect(first.tag).not.toBe(second.tag);
  });

  it("hides another client's orders", async () => {
    const { access: mine } = await harness().account();
    const { access: theirs } = await harness().account();
    await placed(harness(), theirs);
    expect(mustRows(await harness().adapter.portfolio.orders(mine))).toEqual([]);
  });
}

function describeOddRows({ harness, isWired }: Given): void {
  it.runIf(isWired)("an unreadable row hides no other and marks the book as incomplete", async () => {
    const { access } = await harness().account();
    harness().offer("sell", rs(1_083), 4);
    const { ticket, order } = await placed(harness(), access);
    const { portfolio } = harness().adapter;
    const reads: readonly (() => Promise<Result<Book<unknown>, ReadError>>)[] = [
      () => portfolio.orders(access),
      () => portfolio.ordersByTag(access, ticket.tag),
      () => portfolio.fills(access),
      () => portfolio.positions(access),
    ];
    for (const read of reads) {
      harness().venue.addOddRows(2);
      expect(must(await read())).toMatchObject({ rows: [{}], unreadable: 2 });
    }
    harness().venue.addOddRows(1);
    const book = must(await portfolio.orders(access));
    expect(lookFor(book, ({ id }) => id === order.id).kind).toBe("present");
    expect(lookFor(book, ({ id }) => id === "another").kind).toBe("unknown");
  });
}

function describeAccount({ harness }: Given): void {
  it("funds are the exchange's, before and after an order blocks some", async () => {
    const { client, access } = await harness().account(200_000);
    const truth = () => harness().fundsOf(client.id);
    const funds = async () => must(await harness().adapter.portfolio.funds(access));
    expect(await funds()).toEqual({ available: rs(200_000), used: 0 });
    await placed(harness(), access, { quantity: 50 });
    expect(truth().blocked).toBeGreaterThan(0);
    expect(await funds()).toEqual({ available: truth().available, used: truth().blocked });
  });

  it("the profile names the client", async () => {
    const { client, access } = await harness().account();
    const profile = must(await harness().adapter.portfolio.profile(access));
    expect(profile).toMatchObject({ clientId: client.id, name: client.name });
  });
}

function describeInstruments({ harness, capabilities }: Given): void {
  it("lists the exchange's shares with token, tick and lot", async () => {
    const { access } = await harness().account();
    const listed = must(await harness().adapter.instruments.list(access));
    const { instruments } = harness().venue.exchange;
    expect(listed.map(({ symbol }) => symbol).toSorted()).toEqual(instruments.map(({ symbol }) => symbol).toSorted());
    for (const instrument of instruments) {
      const found = listed.find(({ symbol }) => symbol === instrument.symbol);
      expect(found).toMatchObject({
        tickSize: instrument.tickSize,
        lotSize: 1,
        isin: capabilities.namesIsin ? instrument.isin : "",
      });
      expect(found?.token).toMatch(/^\S+$/);
    }
  });
}
