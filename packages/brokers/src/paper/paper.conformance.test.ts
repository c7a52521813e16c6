import { tariffOf } from "@vriddhi/core/charges/tariff";
import { emptyBook, type PaperMarket } from "@vriddhi/core/paper/paper-model";
import { fundsOf } from "@vriddhi/core/paper/paper-money";
import { PAPER_SETTINGS, type PaperSettings } from "@vriddhi/core/paper/paper-settings";
import { assert } from "@vriddhi/core/shared/assert";
import { rupees } from "@vriddhi/core/shared/money";
import { ok } from "@vriddhi/core/shared/result";
import { istDateOf } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { Exchange } from "@vriddhi/sandbox/exchange/exchange";
import { createZerodha } from "@vriddhi/sandbox/zerodha/zerodha";
import { describeBroker } from "../conformance/describe-broker.ts";
import type { Venue } from "../conformance/venue.ts";
import type { BrokerAdapter } from "../port/broker.ts";
import type { PaperPrices } from "../port/paper-books.ts";
import type { AdapterDeps } from "../transport/adapter-deps.ts";
import { createPaperAdapter, type PaperAdapterDeps } from "./adapter.ts";
import { createPaperFiller } from "./filler.ts";
import { createMemoryPaperBooks, type MemoryPaperBooks } from "./memory-books.ts";

/** Without the pessimistic slippage, so that prices equal the exchange's. */
const SETTINGS: PaperSettings = { ...PAPER_SETTINGS, slippageTicks: 0 };

const worlds = new WeakMap<Exchange, MemoryPaperBooks>();

function booksOf(exchange: Exchange): MemoryPaperBooks {
  const books = worlds.get(exchange) ?? createMemoryPaperBooks();
  worlds.set(exchange, books);
  return books;
}

function marketOf({ exchange, now }: Venue, isin: string): PaperMarket | null {
  const share = exchange.instruments.find((instrument) => instrument.isin === isin);
  if (share === undefined) return null;
  const { lastPrice, volume, buy, sell } = exchange.quote(share.symbol);
  return { isin, at: now().market, last: lastPrice, volume, bids: buy, asks: sell };
}

function pricesOf(venue: Venue): PaperPrices {
  const { exchange } = venue;
  return {
    marketOf: (isin) => marketOf(venue, isin),
    bandOf(isin) {
      const share = exchange.instruments.find((instrument) => instrument.isin === isin);
      if (share === undefined) return null;
      const { lowerCircuit: lower, upperCircuit: upper } = exchange.quote(share.symbol);
      return { lower, upper, tick: share.tickSize };
    },
    listen: (listener) =>
      venue.subscribe(() => {
        for (const { isin } of exchange.instruments) {
          const market = marketOf(venue, isin);
          if (market !== null) listener(market);
        }
      }),
  };
}

const SHADOW = "SHADOW1";

/** A paper fill takes nothing from the suite's counterparty, so this takes the filled quantity at the exchange. */
function takeToo({ exchange, now }: Venue, books: MemoryPaperBooks, id: string): void {
  let seen = 0;
  books.watch(id, () => {
    const fills = books.bookOf(id)?.fills ?? [];
    const fresh = fills.slice(seen);
    seen = fills.length;
    if (exchange.account(SHADOW) === null)
      exchange.openAccount({ id: SHADOW, broker: "angelone", cashPaise: rupees(100_000_000) });
    for (const { share, side, quantity, price } of fresh) {
      const pricing = { kind: "limit", price } as const;
      const what = { account: SHADOW, symbol: share.symbol, side, quantity, product: "intraday", pricing } as const;
      exchange.place({ ...what, now: now().market, validity: "ioc" });
    }
  });
}

function openFor(venue: Venue, books: MemoryPaperBooks, id: string): void {
  const client = venue.clients.find(id);
  if (client === null || books.bookOf(id) !== null) return;
  const { opening } = venue.exchange.funds(id);
  books.open({ id, name: client.name, book: emptyBook(istDateOf(venue.now().market), opening) });
  takeToo(venue, books, id);
}

function depsAt(venue: Venue, { clock }: Pick<AdapterDeps, "clock">): PaperAdapterDeps {
  const books = booksOf(venue.exchange);
  return {
    books: {
      ...books,
      read(id) {
        openFor(venue, books, id);
        return books.read(id);
      },
    },
    clock: {
      now() {
        const instant = clock.now();
        venue.arrive();
        return instant;
      },
    },
    prices: pricesOf(venue),
    marketClock: { now: () => venue.now().market },
    calendar: nseCalendar,
    tariff: tariffOf("zerodha"),
    settings: SETTINGS,
    instruments: () =>
      Promise.resolve(
        ok(
          venue.exchange.instruments.map(({ isin, symbol, tickSize }) => ({
            isin,
            symbol,
            brokerSymbol: symbol,
            token: isin,
            tickSize,
            lotSize: 1,
          })),
        ),
      ),
  };
}

const nowhere = ({ clock }: Pick<AdapterDeps, "clock">): PaperAdapterDeps => ({
  books: createMemoryPaperBooks(),
  clock,
  prices: { marketOf: () => null, bandOf: () => null, listen: () => () => {} },
  marketClock: { now: () => clock.now() },
  calendar: nseCalendar,
  tariff: tariffOf("zerodha"),
  settings: SETTINGS,
  instruments: () => Promise.resolve(ok([])),
});

function createAdapter(_: unknown, deps: AdapterDeps, venue: Venue | null): BrokerAdapter {
  if (venue === null) return createPaperAdapter(nowhere(deps));
  const paper = depsAt(venue, deps);
  const books = booksOf(venue.exchange);
  const filler = createPaperFiller({ ...paper, workingIn: books.workingIn, failed: () => {} });
  paper.prices.listen((market) => filler.receive(market));
  return createPaperAdapter(paper);
}

describeBroker("Paper", {
  broker: "zerodha",
  createCore: (deps) => ({
    ...createZerodha(deps),
    expireSessions: (id) => {
      if (id !== null) booksOf(deps.hub.exchange).expire(id);
    },
  }),
  createAdapter,
  unwired: {
    ordersAt: ({ exchange }, tag) => {
      const books = booksOf(exchange);
      const orders = books.ids().flatMap((id) => books.bookOf(id)?.orders ?? []);
      return orders
        .filter((order) => order.tag === tag)
        .map(({ id, status, product, pricing }) => ({ brokerOrderId: id, status, product, limitPrice: pricing.limit }));
    },
    fundsAt({ exchange }, clientId) {
      const book = booksOf(exchange).bookOf(clientId);
      assert(book !== null, "the client has logged in");
      const { available, used } = fundsOf(book, SETTINGS);
      return { available, blocked: used };
    },
  },
});
