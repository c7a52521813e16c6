import { brokerOrderId } from "@vriddhi/core/order/order";
import { err, ok } from "@vriddhi/core/shared/result";
import { rowsWhere } from "../port/book.ts";
import type { BrokerAdapter } from "../port/broker.ts";
import type { Capabilities } from "../port/capabilities.ts";
import type { OrderGateway } from "../port/order-gateway.ts";
import type { PortfolioReader } from "../port/portfolio-reader.ts";
import { type AdapterDeps, httpOf, socketDepsOf } from "../transport/adapter-deps.ts";
import { createAnswers } from "../transport/answers.ts";
import { createBookMemory } from "../transport/book-memory.ts";
import type { HttpTransport } from "../transport/http.ts";
import { createInstrumentList, type InstrumentList } from "../transport/instrument-list.ts";
import { createKiteClient, type KiteClient } from "./client.ts";
import { MODIFICATIONS_MAX, type ZerodhaUrls, zerodhaRates } from "./endpoints.ts";
import { judge, unreadable } from "./errors.ts";
import { toFill, toFunds, toOrder, toPosition, toProfile } from "./from-wire.ts";
import { readInstruments } from "./instruments.ts";
import { createZerodhaLogin } from "./login.ts";
import { zerodhaIndex } from "./market-index.ts";
import { createZerodhaQuotes, createZerodhaUpdates } from "./ticker.ts";
import { toModifyOrderParams, toPlaceOrderParams } from "./to-wire.ts";
import {
  changedReply,
  kiteOrder,
  kitePosition,
  kiteTrade,
  marginsReply,
  placeOrderReply,
  positionsReply,
  profileReply,
  rowsReply,
} from "./wire.ts";

/** Kite's docs list `order_type` among the fields of a change; they have no field for an algorithm id. */
const capabilities: Capabilities = {
  broker: "zerodha",
  login: "page",
  hasRefreshToken: false,
  modificationsMax: MODIFICATIONS_MAX,
  takesAlgoId: false,
  requiresAlgoId: false,
  hasIoc: true,
  stopBecomesLimit: true,
  namesIsin: false,
};

const answers = createAnswers(judge, unreadable);

const createOrders = (kite: KiteClient): OrderGateway => ({
  async place(access, ticket, sending) {
    const answer = await kite.postOrder(access, toPlaceOrderParams(ticket), sending);
    return answers.written(answer, placeOrderReply, ({ data }) => brokerOrderId(data.order_id));
  },
  async modify(access, change, sending) {
    const answer = await kite.putOrder(access, change.orderId, toModifyOrderParams(change), sending);
    return answers.written(answer, changedReply, () => null);
  },
  async cancel(access, { orderId }, sending) {
    return answers.written(await kite.deleteOrder(access, orderId, sending), changedReply, () => null);
  },
});

function createPortfolio(kite: KiteClient): PortfolioReader {
  const readOnce = createBookMemory();
  const orders: PortfolioReader["orders"] = async (access) =>
    readOnce(access.session.clientId, await kite.getOrders(access), (answer) =>
      answers.book(answer, rowsReply, kiteOrder, toOrder),
    );
  return {
    orders,
    async ordersByTag(access, tag) {
      const book = await orders(access);
      return book.ok ? ok(rowsWhere(book.value, (order) => order.tag === tag)) : err(book.error);
    },
    fills: async (access) => answers.book(await kite.getTrades(access), rowsReply, kiteTrade, toFill),
    positions: async (access) =>
      answers.book(await kite.getPositions(access), positionsReply, kitePosition, toPosition),
    funds: async (access) =>
      answers.read(await kite.getEquityMargins(access), marginsReply, ({ data }) => toFunds(data)),
    profile: async (access) => answers.read(await kite.getProfile(access), profileReply, ({ data }) => toProfile(data)),
  };
}

function createList(http: HttpTransport, deps: AdapterDeps): InstrumentList {
  const readerUrl = new URL("./instruments.ts", import.meta.url).href;
  return createInstrumentList({ http, deps, judge, readerUrl, read: readInstruments });
}

export function createZerodhaAdapter(options: ZerodhaUrls & AdapterDeps): BrokerAdapter {
  const { apiUrl, loginUrl, tickerUrl } = options;
  const http = httpOf(options);
  const list = createList(http, options);
  const kite = createKiteClient(http, apiUrl);
  return {
    capabilities,
    rates: zerodhaRates,
    login: createZerodhaLogin(kite, loginUrl),
    orders: createOrders(kite),
    portfolio: createPortfolio(kite),
    instruments: { list: (access) => list.fetch(kite.nseInstruments(access)) },
    index: zerodhaIndex,
    quotes: createZerodhaQuotes(socketDepsOf(options), tickerUrl),
    updates: createZerodhaUpdates(socketDepsOf(options), tickerUrl),
    warm: (egress) => http.warm(`${apiUrl}/`, egress),
    async close() {
      await Promise.all([http.close(), list.close()]);
    },
  };
}
