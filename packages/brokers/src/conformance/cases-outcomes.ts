import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { platform } from "node:os";
import type { FaultKind } from "@vriddhi/sandbox/faults/faults";
import { describe, expect, it } from "vitest";
import { placed } from "./cases-orders.ts";
import type { Given } from "./given.ts";
import { ENTRY, type Harness, must, mustFail, mustRows } from "./harness.ts";

export function describeOutcomes(given: Given): void {
  describe.runIf(given.isWired)("when an answer", () => {
    describeLost(given);
    describeUnreadable(given);
    describeSaidNo(given);
    describeAddresses(given);
  });
}

/** The broker's orders under the tag after the answer was lost. */
async function afterLoss(harness: Harness, kind: FaultKind) {
  const { client, access } = await harness.account();
  const ticket = await harness.ticket(access);
  harness.fault(kind, client);
  const call = harness.adapter.orders.place(access, ticket, ENTRY);
  const error = mustFail(await (kind === "timeout" ? harness.givenUp(call) : call));
  const found = mustRows(await harness.adapter.portfolio.ordersByTag(access, ticket.tag));
  return { error, found, ticket };
}

function describeLost({ harness }: Given): void {
  it("is lost after the order was accepted, the outcome is unknown and the tag finds the order", async () => {
    const { error, found, ticket } = await afterLoss(harness(), "drop-after-accept");
    expect(error.kind).toBe("outcome_unknown");
    expect(found).toMatchObject([{ tag: ticket.tag, status: "open" }]);
    expect(harness().atExchange(ticket.tag)).toHaveLength(1);
  });

  it.each(["drop-before-accept", "timeout", "http500"] as const)(
    "is lost by %s, the outcome is unknown and the tag finds nothing",
    async (kind) => {
      const { error, found, ticket } = await afterLoss(harness(), kind);
      expect(error.kind).toBe("outcome_unknown");
      expect(found).toEqual([]);
      expect(harness().atExchange(ticket.tag)).toEqual([]);
    },
  );

  it("to a change or a cancellation is lost, the outcome is unknown", async () => {
    const { client, access } = await harness().account();
    const { ticket, order } = await placed(harness(), access);
    const { instrument, product, validity, pricing } = ticket;
    const change = { orderId: order.id, instrument, product, validity, from: pricing, quantity: 12, pricing };
    harness().fault("drop-after-accept", client);
    expect(mustFail(await harness().adapter.orders.modify(access, change, ENTRY)).kind).toBe("outcome_unknown");
    expect(await harness().orderById(access, order.id)).toMatchObject({ quantity: 12 });
    harness().fault("http500", client);
    const cancel = { orderId: order.id, pricing };
    expect(mustFail(await harness().adapter.orders.cancel(access, cancel, ENTRY)).kind).toBe("outcome_unknown");
    expect(await harness().orderById(access, order.id)).toMatchObject({ status: "open" });
  });

  it.each(["http500", "drop-before-accept", "timeout"] as const)(
    "to a read fails by %s, it is an error and not an empty list",
    async (kind) => {
      const { client, access } = await harness().account();
      await placed(harness(), access);
      harness().fault(kind, client, "reads");
      const call = harness().adapter.portfolio.orders(access);
      const answer = await (kind === "timeout" ? harness().givenUp(call) : call);
      expect(mustFail(answer).kind).toBe("unavailable");
      expect(mustRows(await harness().adapter.portfolio.orders(access))).toHaveLength(1);
    },
  );

  it("cannot come because the broker's port is closed, the order never left", async () => {
    const { access } = await harness().account();
    const ticket = await harness().ticket(access);
    await harness().venue.fall();
    const { orders, portfolio } = harness().adapterAt(harness().venue.baseUrl);
    expect(mustFail(await orders.place(access, ticket, ENTRY)).kind).toBe("never_sent");
    expect(mustFail(await portfolio.orders(access)).kind).toBe("unavailable");
  });
}

async function withReply<T>(status: number, body: string, run: (url: string) => Promise<T>): Promise<T> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => outgoing.writeHead(status, { "content-type": "application/json" }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const UNREADABLE: readonly (readonly [number, string])[] = [
  [200, ""],
  [200, "{}"],
  [200, "null"],
  [200, '{"status":"success"'],
  [200, "<html>maintenance</html>"],
  [400, "{}"],
  [404, ""],
  [418, '{"unheard":"of"}'],
  [502, ""],
  [503, '{"status":"error","message":"later"}'],
  [504, "upstream timed out"],
];

function describeUnreadable({ harness }: Given): void {
  it.each(UNREADABLE)(
    "is %i %j, the outcome of an order is unknown and a read is unavailable",
    async (status, body) => {
      const { access } = await harness().account();
      const ticket = await harness().ticket(access);
      await withReply(status, body, async (url) => {
        const { orders, portfolio } = harness().adapterAt(url);
        expect(mustFail(await orders.place(access, ticket, ENTRY)).kind).toBe("outcome_unknown");
        expect(mustFail(await portfolio.orders(access)).kind).toBe("unavailable");
        expect(mustFail(await portfolio.positions(access)).kind).toBe("unavailable");
        expect(mustFail(await portfolio.funds(access)).kind).toBe("unavailable");
      });
    },
  );
}

function describeSaidNo({ harness }: Given): void {
  it.each(["orders", "reads"] as const)(
    "to %s reports a dead session, the call fails with session_expired",
    async (on) => {
      const { client, access } = await harness().account();
      const ticket = await harness().ticket(access);
      harness().fault("expire-session", client, on);
      const { orders, portfolio } = harness().adapter;
      const error =
        on === "orders"
          ? mustFail(await orders.place(access, ticket, ENTRY))
          : mustFail(await portfolio.orders(access));
      expect(error).toEqual({ kind: "session_expired" });
      expect(mustFail(await portfolio.funds(access))).toEqual({ kind: "session_expired" });
      expect(mustFail(await orders.place(access, ticket, ENTRY))).toEqual({ kind: "session_expired" });
    },
  );

  it("reports an unregistered address, the order is rejected", async () => {
    const { client, access } = await harness().account();
    const ticket = await harness().ticket(access);
    harness().fault("wrong-ip", client);
    expect(mustFail(await harness().adapter.orders.place(access, ticket, ENTRY)).kind).toBe("rejected");
    harness().venue.clients.change(client.id, { orderAddresses: ["127.0.0.9"] });
    expect(mustFail(await harness().adapter.orders.place(access, ticket, ENTRY)).kind).toBe("rejected");
    expect(harness().atExchange(ticket.tag)).toEqual([]);
  });
}

/** Only Linux answers on all of 127/8 without configuration. */
const HAS_MANY_ADDRESSES = platform() === "linux";

function describeAddresses({ harness }: Given): void {
  it.runIf(HAS_MANY_ADDRESSES)("depends on the source address, orders leave from the account's own", async () => {
    const { client, access } = await harness().account();
    const ticket = await harness().ticket(access);
    const egress = { localAddress: "127.0.0.2", proxyUrl: null };
    harness().venue.clients.change(client.id, { orderAddresses: ["127.0.0.2"] });
    await harness().adapter.warm(egress);
    const id = must(await harness().adapter.orders.place({ ...access, egress }, ticket, ENTRY));
    expect(harness().atExchange(ticket.tag)).toMatchObject([{ brokerOrderId: id }]);
  });
}
