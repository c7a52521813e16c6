import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import { realTimers } from "@vriddhi/brokers/transport/timers";
import { createZerodhaAdapter } from "@vriddhi/brokers/zerodha/adapter";
import { startChild } from "@vriddhi/testing/child-process";
import { Client } from "undici";
import { median, type Row } from "../report.ts";

const RATIO_MIN = 0.9;
const WARM_UP_ORDERS = 3_000;
/** Short rounds in turn, so that whatever else the machine does meets both alike. */
const ROUND_ORDERS = 200;
const ROUNDS = 101;

type Access = Parameters<BrokerAdapter["orders"]["place"]>[0];
type AdapterClock = Parameters<typeof createZerodhaAdapter>[0]["clock"];
type Ticket = Parameters<BrokerAdapter["orders"]["place"]>[1];

const access = {
  session: { clientId: "AB1234", appKey: "kitekey0kitekey0", accessToken: "k".repeat(32) },
  egress: { localAddress: "127.0.0.1", proxyUrl: null },
} as Access;

/** As the product sends: with a deadline that is looked at right before the first byte. */
const SENDING = { lane: "entry", notAfter: Number.MAX_SAFE_INTEGER } as Parameters<BrokerAdapter["orders"]["place"]>[2];

const ticketOf = (n: number) =>
  ({
    tag: `VRIDDHI${String(n).padStart(8, "0")}`,
    instrument: { brokerSymbol: "SBIN" },
    side: "buy",
    quantity: 10,
    product: "intraday",
    pricing: { kind: "limit", limit: 108_300 },
    validity: "day",
  }) as Ticket;

/** Places one after the other, as one account does; orders a second. */
async function speedOf(orders: number, place: (n: number) => Promise<string>): Promise<number> {
  const startedAt = performance.now();
  for (let n = 0; n < orders; n++) if ((await place(n)) === "") throw new Error("an order was not taken");
  return (orders * 1_000) / (performance.now() - startedAt);
}

function throughAdapter(url: string) {
  const random = {
    int: (min: number) => min,
    bytes: (length: number) => new Uint8Array(length),
    pick: <T>(all: readonly T[]) => all[0] as T,
  };
  const urls = { apiUrl: url, loginUrl: url, tickerUrl: url };
  const clock = { now: () => Date.now() as ReturnType<AdapterClock["now"]> };
  const adapter = createZerodhaAdapter({ ...urls, random, timers: realTimers, clock });
  return {
    async place(n: number): Promise<string> {
      const placed = await adapter.orders.place(access, ticketOf(n), SENDING);
      return placed.ok ? placed.value : "";
    },
    close: () => adapter.close(),
  };
}

/** The same bytes, the number of the order out of the same JSON, and nothing else. */
function bareUndici(url: string) {
  const client = new Client(url, { pipelining: 1, localAddress: "127.0.0.1" });
  const headers = {
    "x-kite-version": "3",
    authorization: `token ${access.session.appKey}:${access.session.accessToken}`,
    "content-type": "application/x-www-form-urlencoded",
    "user-agent": "Vriddhi/1.0",
  };
  return {
    async place(n: number): Promise<string> {
      const tag = `VRIDDHI${String(n).padStart(8, "0")}`;
      const body = `exchange=NSE&tradingsymbol=SBIN&transaction_type=BUY&order_type=LIMIT&price=1083.00&quantity=10&product=MIS&validity=DAY&tag=${tag}`;
      const reply = await client.request({ method: "POST", path: "/orders/regular", headers, body });
      const { data } = (await reply.body.json()) as { data: { order_id: string } };
      return data.order_id;
    },
    close: () => client.close(),
  };
}

/** An order of one account through the adapter, against bare undici on a connection of its own. */
export async function benchPlace(): Promise<readonly Row[]> {
  const server = await startChild("bench/src/brokers/orders-server.ts", [], {});
  const bare = bareUndici(server.url);
  const adapter = throughAdapter(server.url);
  try {
    for (const { place } of [bare, adapter]) await speedOf(WARM_UP_ORDERS, place);
    const rounds: { readonly bare: number; readonly adapter: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const isBareFirst = round % 2 === 0;
      const first = await speedOf(ROUND_ORDERS, isBareFirst ? bare.place : adapter.place);
      const second = await speedOf(ROUND_ORDERS, isBareFirst ? adapter.place : bare.place);
      rounds.push(isBareFirst ? { bare: first, adapter: second } : { bare: second, adapter: first });
    }
    return rowsOf(rounds);
  } finally {
    await Promise.all([bare.close(), adapter.close()]);
    await server.stop();
  }
}

function rowsOf(rounds: readonly { readonly bare: number; readonly adapter: number }[]): readonly Row[] {
  const ratio = median(rounds.map((round) => round.adapter / round.bare));
  const told = (name: "bare" | "adapter") => `${median(rounds.map((round) => round[name])).toFixed(0)} orders/s`;
  return [
    { benchmark: "place: bare undici, one connection", measured: told("bare"), target: "–", verdict: "–" },
    { benchmark: "place: adapter, one connection", measured: told("adapter"), target: "–", verdict: "–" },
    {
      benchmark: "place: adapter / bare",
      measured: ratio.toFixed(2),
      target: `≥ ${RATIO_MIN}`,
      verdict: ratio >= RATIO_MIN ? "PASS" : "FAIL",
    },
  ];
}
