import { brokerOrderId, type OrderTag, type OrderTicket, type Pricing, type Side } from "@vriddhi/core/order/order";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { aQuietExchange } from "@vriddhi/sandbox/exchange/exchange-fixture";
import { aBench, ask, type Bench, dial, logIn } from "@vriddhi/sandbox/fyers/fyers-fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHint, toOrder } from "./from-wire.ts";
import { readInstruments } from "./instruments.ts";
import { toModifyOrderBody, toPlaceOrderBody, toTagQuery } from "./to-wire.ts";
import { fyersOrder, orderMessage, ordersReply } from "./wire.ts";

const between = (from: number, to: number) => fc.integer({ min: from, max: to }).map((tens) => paise(tens * 10));
/** SBIN closed near 1083 rupees: a stop is valid only on its side of that. */
const pricingsOf = (side: Side): fc.Arbitrary<Pricing> =>
  fc.oneof(
    between(10_000, 11_500).map((limit) => ({ kind: "limit", limit }) as const),
    fc
      .tuple(side === "buy" ? between(10_950, 11_500) : between(10_000, 10_700), between(10_000, 11_500))
      .map(([trigger, limit]) => ({ kind: "stop_limit", trigger, limit }) as const),
  );
const drafts = fc.constantFrom("buy" as const, "sell" as const).chain((side) =>
  fc.record({
    side: fc.constant(side),
    quantity: fc.integer({ min: 1, max: 50 }),
    product: fc.constantFrom("intraday" as const, "delivery" as const),
    validity: fc.constantFrom("day" as const, "ioc" as const),
    pricing: pricingsOf(side),
  }),
);

const limitOf = ({ limit }: Pricing): Paise => limit;
const triggerOf = (pricing: Pricing): Paise | null => (pricing.kind === "stop_limit" ? pricing.trigger : null);

interface Fixture {
  readonly bench: Bench;
  send(method: string, body: object): unknown;
  book(query?: string): ReturnType<typeof toOrder>[];
  ticket(draft: Omit<OrderTicket, "tag" | "instrument">): OrderTicket;
}

/** The simulator without sockets: our request bodies in, our response shapes out. */
function createFixture(): Fixture {
  const bench = aBench(aQuietExchange());
  const headers = { authorization: logIn(bench) };
  const master = bench.core.handle(
    { method: "GET", path: "/sym_details/NSE_CM.csv", query: new URLSearchParams(), headers: {}, body: "", from: "" },
    bench.moment,
  );
  const instrument = readInstruments(String(master.body))?.find(({ symbol }) => symbol === "SBIN");
  if (instrument === undefined) throw new Error("SBIN is on the list");
  let tags = 0;
  return {
    bench,
    send(method, body) {
      bench.wait(1_200);
      return ask(bench, method, "/api/v3/orders/sync", { headers, body }).body;
    },
    book(query = "") {
      bench.wait(1_200);
      const rows = ordersReply.parse(ask(bench, "GET", `/api/v3/orders${query}`, { headers }).body);
      return rows.map((row) => toOrder(fyersOrder.parse(row)));
    },
    ticket: (draft) => ({ ...draft, instrument, tag: `T${String(++tags).padStart(14, "0")}` as OrderTag }),
  };
}

describe("an order sent to Fyers and read back", () => {
  it("is the one that was placed, under its tag", () => {
    const desk = createFixture();
    let stood = 0;
    fc.assert(
      fc.property(drafts, (draft) => {
        const ticket = desk.ticket(draft);
        desk.send("POST", toPlaceOrderBody(ticket));
        const found = desk.book(`?${toTagQuery(ticket.tag)}`);
        expect(found).toMatchObject([
          {
            tag: ticket.tag,
            brokerSymbol: "NSE:SBIN-EQ",
            side: ticket.side,
            product: ticket.product,
            quantity: ticket.quantity,
          },
        ]);
        // The exchange drops the prices of rejected orders, such as sales of shares that the client does not hold.
        if (found[0]?.status === "rejected") return;
        stood++;
        expect(found).toMatchObject([{ limit: limitOf(ticket.pricing), trigger: triggerOf(ticket.pricing) }]);
      }),
      { numRuns: 60 },
    );
    expect(stood).toBeGreaterThan(5);
  });

  it("matches its change", () => {
    const desk = createFixture();
    const open = fc.integer({ min: 10_400, max: 10_700 }).map((tens) => paise(tens * 10));
    fc.assert(
      fc.property(open, open, fc.integer({ min: 1, max: 90 }), (before, after, quantity) => {
        const from = { kind: "limit", limit: before } as const;
        const draft = { side: "buy", product: "intraday", validity: "day", quantity: 7, pricing: from } as const;
        const ticket = desk.ticket(draft);
        desk.send("POST", toPlaceOrderBody(ticket));
        const id = desk.book(`?${toTagQuery(ticket.tag)}`)[0]?.id ?? brokerOrderId("");
        const pricing = { kind: "limit", limit: after } as const;
        desk.send("PATCH", toModifyOrderBody({ ...ticket, orderId: id, from, quantity, pricing }));
        expect(desk.book(`?${toTagQuery(ticket.tag)}`)).toMatchObject([{ id, quantity, limit: after, status: "open" }]);
        desk.send("DELETE", { id });
        expect(desk.book(`?${toTagQuery(ticket.tag)}`)).toMatchObject([
          { id, status: "cancelled", pendingQuantity: 0 },
        ]);
      }),
      { numRuns: 15 },
    );
  });

  it("is pushed with the number and state that the book shows", () => {
    const desk = createFixture();
    const { line, peer } = dial(desk.bench, "/trade/v3", { authorization: logIn(desk.bench) });
    line.receive(JSON.stringify({ T: "SUB_ORD", SLIST: ["orders"], SUB_T: 1 }), desk.bench.moment);
    fc.assert(
      fc.property(drafts, (draft) => {
        const ticket = desk.ticket(draft);
        peer.frames.length = 0;
        desk.send("POST", toPlaceOrderBody(ticket));
        desk.bench.core.beat(desk.bench.moment);
        const messages = peer.frames.map((frame) => JSON.parse(String(frame)) as unknown);
        const pushed = messages.map((message) => toHint(orderMessage.parse(message).orders));
        const [shown] = desk.book(`?${toTagQuery(ticket.tag)}`);
        expect(pushed.at(-1)).toMatchObject({ orderId: shown?.id, status: shown?.status });
      }),
      { numRuns: 40 },
    );
  });
});
