import { type Paise, paise } from "@vriddhi/core/shared/money";
import { type EpochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstDate, istDate, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import { createExchange, type Exchange, type OrderReply } from "./exchange.ts";
import { nseInstruments } from "./instruments.ts";
import type { ExchangeEvent, OrderEvent, PlaceOrder, Pricing, Side } from "./model.ts";
import type { ExchangeSettings } from "./settings.ts";

export const MONDAY = istDate("2026-11-16");
export const TUESDAY = istDate("2026-11-17");

/** `at("09:15")`, `at("09:07:30")`, on Monday by default. */
export function at(time: string, date: IstDate = MONDAY): EpochMs {
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  return later(istInstant(date, istMinute(hour, minute)), second * SECOND_MS);
}

export const rs = (rupees: number): Paise => paise(Math.round(rupees * 100));

/** Enough for most tests: with and without derivatives, cheap and expensive, with every band. */
const few = ["SBIN", "RELIANCE", "IDEA", "MRF", "ACC", "RPOWER", "MMTC"];
const fewInstruments = nseInstruments.filter(({ symbol }) => few.includes(symbol));

const CRORE = rs(10_000_000);

/** Anil and Asha at Zerodha, Bina at Angel One, Charu at Fyers, a crore each; Bina holds 100 SBIN. */
export function anExchange(settings: Partial<ExchangeSettings> = {}, seed = 7): Exchange {
  const exchange = createExchange({
    seed,
    calendar: nseCalendar,
    settings: { detail: "sparse", instruments: fewInstruments, ...settings },
  });
  exchange.openAccounts([
    { id: "anil", broker: "zerodha", cashPaise: CRORE },
    { id: "asha", broker: "zerodha", cashPaise: CRORE },
    {
      id: "bina",
      broker: "angelone",
      cashPaise: CRORE,
      heldSymbols: [{ symbol: "SBIN", quantity: 100, averagePrice: rs(900) }],
    },
    { id: "charu", broker: "fyers", cashPaise: CRORE },
  ]);
  return exchange;
}

/** Only clients trade, and the price is the previous close until they do. */
export const aQuietExchange = (settings: Partial<ExchangeSettings> = {}): Exchange =>
  anExchange({ hasSyntheticMarket: false, ...settings });

export const limit = (rupees: number): Pricing => ({ kind: "limit", price: rs(rupees) });
export const stop = (trigger: number, price: number): Pricing => ({
  kind: "stop_limit",
  trigger: rs(trigger),
  price: rs(price),
});

type Draft = Partial<PlaceOrder> & { readonly now: EpochMs };

export const order = (account: string, side: Side, draft: Draft): PlaceOrder => ({
  account,
  side,
  symbol: "SBIN",
  quantity: 10,
  product: "intraday",
  pricing: limit(1_083),
  ...draft,
});

export const place = (exchange: Exchange, account: string, side: Side, draft: Draft): OrderReply =>
  exchange.place(order(account, side, draft));

export const orderEvents = (events: readonly ExchangeEvent[]): OrderEvent[] =>
  events.filter((event): event is OrderEvent => event.kind === "order");

export const changesOf = (exchange: Exchange, orderId: string): string[] =>
  exchange.orderHistory(orderId).map(({ change }) => change);
