import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OrderTag, OrderTicket } from "@vriddhi/core/order/order";
import { brokerOrderId } from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { epochMs } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import type { BrokerAdapter } from "../port/broker.ts";
import type { AccountAccess, Sending } from "../port/order-gateway.ts";
import { realTimers } from "../transport/timers.ts";
import { createFyersAdapter } from "./adapter.ts";

const access: AccountAccess = {
  session: {
    clientId: "XY00001",
    appKey: "APP-100",
    accessToken: "token",
    refreshToken: null,
    feedToken: null,
    issuedAt: epochMs(0),
    expiresAt: epochMs(1),
  },
  egress: { localAddress: null, proxyUrl: null },
  algoId: null,
};
const SENDING: Sending = { lane: "entry", notAfter: null };

const ticket: OrderTicket = {
  tag: "VRIDDHI00000001" as OrderTag,
  instrument: {
    isin: "INE062A01020",
    symbol: "SBIN",
    brokerSymbol: "NSE:SBIN-EQ",
    token: "10100000003045",
    tickSize: paise(5),
    lotSize: 1,
  },
  side: "buy",
  quantity: 10,
  product: "intraday",
  pricing: { kind: "limit", limit: paise(82_035) },
  validity: "day",
};
const id = brokerOrderId("26111600000001");

interface Seen {
  readonly line: string;
  readonly authorization: string | undefined;
  readonly version: string | undefined;
  readonly body: string;
}

async function answered<T>(
  status: number,
  reply: unknown,
  run: (adapter: BrokerAdapter, seen: readonly Seen[]) => Promise<T>,
): Promise<T> {
  const seen: Seen[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { authorization, version } = incoming.headers;
      seen.push({
        line: `${incoming.method} ${incoming.url}`,
        authorization,
        version: [version ?? []].flat()[0],
        body: Buffer.concat(chunks).toString("utf8"),
      });
      outgoing.writeHead(status, { "content-type": "application/json", location: "/elsewhere" });
      outgoing.end(typeof reply === "string" ? reply : JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const adapter = createFyersAdapter({
    apiUrl: url,
    loginUrl: url,
    stepsUrl: url,
    mastersUrl: url,
    socketUrl: url.replace("http", "ws"),
    random: createSeededRandom(1),
    timers: realTimers,
    clock: { now: () => epochMs(0) },
  });
  try {
    return await run(adapter, seen);
  } finally {
    await adapter.close();
    server.closeAllConnections();
    server.close();
  }
}

const change = { ...ticket, orderId: id, from: ticket.pricing };
const cancel = { orderId: id, pricing: ticket.pricing };
const kindOf = (result: { ok: boolean; error?: { kind: string } }): string => result.error?.kind ?? "ok";

describe("Fyers' replies to orders", () => {
  it("a placed order is identified by its number, in Fyers' format", async () => {
    const reply = { s: "ok", code: 1101, message: "Order submitted successfully.", id: "26111600000001" };
    await answered(200, reply, async ({ orders }, seen) => {
      expect(await orders.place(access, ticket, SENDING)).toEqual({ ok: true, value: "26111600000001" });
      expect(await orders.modify(access, change, SENDING)).toEqual({ ok: true, value: null });
      expect(await orders.cancel(access, cancel, SENDING)).toEqual({ ok: true, value: null });
      expect(seen.map(({ line }) => line)).toEqual(
        ["POST", "PATCH", "DELETE"].map((method) => `${method} /api/v3/orders/sync`),
      );
      for (const call of seen) expect(call).toMatchObject({ authorization: "APP-100:token", version: "2.0" });
      expect(seen[2]?.body).toBe('{"id":"26111600000001"}');
    });
  });

  it.each([
    [{ s: "ok", code: 201, message: "", id: "26111600000001" }, "outcome_unknown", "outcome_unknown"],
    [{ s: "ok", code: "201", message: "" }, "outcome_unknown", "outcome_unknown"],
    [{ s: "ok", code: 1101, message: "" }, "outcome_unknown", "ok"],
    [{ s: "ok", code: 1101, message: "", id: "" }, "outcome_unknown", "ok"],
    [{ s: "ok", code: "1101", message: "", id: 26_111_600_000_001 }, "ok", "ok"],
    [{ s: "error", code: -99, message: "RED:Margin Shortfall", id: "26111600000001" }, "rejected", "rejected"],
    [{ s: "error", code: -4711, message: "RED:new", id: "26111600000001" }, "rejected", "outcome_unknown"],
    [{ s: "error", code: -4711, message: "?" }, "outcome_unknown", "outcome_unknown"],
    [{ s: "error", code: -50, message: "qty is invalid" }, "rejected", "rejected"],
    [{ s: "error", message: "no code" }, "outcome_unknown", "outcome_unknown"],
  ])("%j: placing %s, changing %s", async (reply, placing, changing) => {
    await answered(200, reply, async ({ orders }) => {
      expect(kindOf(await orders.place(access, ticket, SENDING))).toBe(placing);
      expect(kindOf(await orders.modify(access, change, SENDING))).toBe(changing);
      expect(kindOf(await orders.cancel(access, cancel, SENDING))).toBe(changing);
    });
  });

  it("a redirect is not followed", async () => {
    await answered(308, { s: "ok", code: 308, id: "26111600000001" }, async ({ orders }, seen) => {
      expect(kindOf(await orders.place(access, ticket, SENDING))).toBe("outcome_unknown");
      expect(seen).toHaveLength(1);
    });
  });
});

describe("Fyers' replies to reads", () => {
  it("may contain null for an empty book", async () => {
    const nothing = { s: "ok", code: 200, message: "", orderBook: null, tradeBook: null, netPositions: null };
    await answered(200, nothing, async ({ portfolio }, seen) => {
      expect(await portfolio.orders(access)).toEqual({ ok: true, value: { rows: [], unreadable: 0 } });
      expect(await portfolio.fills(access)).toEqual({ ok: true, value: { rows: [], unreadable: 0 } });
      expect(await portfolio.positions(access)).toEqual({ ok: true, value: { rows: [], unreadable: 0 } });
      expect(await portfolio.ordersByTag(access, ticket.tag)).toEqual({ ok: true, value: { rows: [], unreadable: 0 } });
      expect(seen.at(-1)?.line).toBe("GET /api/v3/orders?order_tag=1:VRIDDHI00000001");
    });
  });

  it("give an error, and no empty result, for an invalid symbol list or funds without rows", async () => {
    await answered(200, { s: "ok", fund_limit: [] }, async ({ portfolio, instruments }) => {
      expect(kindOf(await portfolio.funds(access))).toBe("unavailable");
      expect(kindOf(await instruments.list(null))).toBe("unavailable");
    });
  });

  it("give the symbol list without a token in the request", async () => {
    await answered(200, "nothing", async ({ instruments }, seen) => {
      await instruments.list(access);
      expect(seen).toMatchObject([{ line: "GET /sym_details/NSE_CM.csv", authorization: undefined }]);
    });
  });
});
