import { brokerOrderId } from "@vriddhi/core/order/order";
import { err, ok } from "@vriddhi/core/shared/result";
import { rowsWhere } from "../port/book.ts";
import type { BrokerAdapter } from "../port/broker.ts";
import type { Capabilities } from "../port/capabilities.ts";
import type { OrderGateway } from "../port/order-gateway.ts";
import type { PortfolioReader } from "../port/portfolio-reader.ts";
import { type AdapterDeps, httpOf, socketDepsOf } from "../transport/adapter-deps.ts";
import { type Answer, createAnswers } from "../transport/answers.ts";
import { createBookMemory, type ReadOnce } from "../transport/book-memory.ts";
import type { HttpTransport } from "../transport/http.ts";
import { createInstrumentList, type InstrumentList } from "../transport/instrument-list.ts";
import { createFyersClient, type FyersClient } from "./client.ts";
import { createFyersQuotes } from "./data-socket.ts";
import { type FyersUrls, fyersRates } from "./endpoints.ts";
import { judge, judgePlacement, unreadable } from "./errors.ts";
import { toFill, toFunds, toOrder, toPosition, toProfile } from "./from-wire.ts";
import { createFyersHistory } from "./history.ts";
import { readInstruments } from "./instruments.ts";
import { createFyersLogin } from "./login.ts";
import { fyersIndex } from "./market-index.ts";
import { createFyersUpdates } from "./order-socket.ts";
import { toModifyOrderBody, toPlaceOrderBody } from "./to-wire.ts";
import {
  changedReply,
  fundsReply,
  fyersOrder,
  fyersPosition,
  fyersTrade,
  ordersReply,
  placedReply,
  positionsReply,
  profileReply,
  tradesReply,
} from "./wire.ts";

/** A change must name the order's type, and the docs allow another type. No call has a field for an algorithm id. */
const capabilities: Capabilities = {
  broker: "fyers",
  login: "page_then_stored",
  hasRefreshToken: false,
  modificationsMax: null,
  takesAlgoId: false,
  requiresAlgoId: false,
  hasIoc: true,
  stopBecomesLimit: true,
  namesIsin: true,
};

const answers = createAnswers(judge, unreadable);

const createOrders = (fyers: FyersClient): OrderGateway => ({
  async place(access, ticket, sending) {
    const answer = await fyers.postOrder(access, toPlaceOrderBody(ticket), sending);
    return answers.written(answer, placedReply, ({ id }) => brokerOrderId(id), judgePlacement);
  },
  async modify(access, change, sending) {
    return answers.written(
      await fyers.patchOrder(access, toModifyOrderBody(change), sending),
      changedReply,
      () => null,
    );
  },
  async cancel(access, { orderId }, sending) {
    return answers.written(await fyers.deleteOrder(access, orderId, sending), changedReply, () => null);
  },
});

const ordersIn = (answer: Answer) => answers.book(answer, ordersReply, fyersOrder, toOrder);

/** Every row carries the share's latest price, which we do not read. */
const withoutPrices = (body: string): string => body.replaceAll(/"(?:ch|chp|lp)":-?[\d.e+-]+,?/g, "");

const createPortfolio = (fyers: FyersClient, readOnce: ReadOnce): PortfolioReader => ({
  orders: async (access) => readOnce(access.session.clientId, await fyers.getOrders(access), ordersIn),
  async ordersByTag(access, tag) {
    const found = ordersIn(await fyers.getOrdersByTag(access, tag));
    return found.ok ? ok(rowsWhere(found.value, (order) => order.tag === tag)) : err(found.error);
  },
  fills: async (access) => answers.book(await fyers.getTrades(access), tradesReply, fyersTrade, toFill),
  positions: async (access) =>
    answers.book(await fyers.getPositions(access), positionsReply, fyersPosition, toPosition),
  funds: async (access) =>
    answers.read(await fyers.getFunds(access), fundsReply, ({ fund_limit }) => toFunds(fund_limit)),
  profile: async (access) => answers.read(await fyers.getProfile(access), profileReply, ({ data }) => toProfile(data)),
});

function createList(http: HttpTransport, deps: AdapterDeps): InstrumentList {
  const readerUrl = new URL("./instruments.ts", import.meta.url).href;
  return createInstrumentList({ http, deps, judge, readerUrl, read: readInstruments });
}

export function createFyersAdapter(options: FyersUrls & AdapterDeps): BrokerAdapter {
  const { apiUrl, loginUrl, socketUrl, timers } = options;
  const http = httpOf(options);
  const list = createList(http, options);
  const fyers = createFyersClient(http, options);
  return {
    capabilities,
    rates: fyersRates,
    login: createFyersLogin(fyers, { loginUrl, timers, stopwatch: () => options.clock.now() }),
    orders: createOrders(fyers),
    portfolio: createPortfolio(fyers, createBookMemory(withoutPrices)),
    instruments: { list: (access) => list.fetch(fyers.nseShares(access)) },
    history: createFyersHistory(fyers, answers),
    index: fyersIndex,
    quotes: createFyersQuotes(socketDepsOf(options), socketUrl),
    updates: createFyersUpdates(socketDepsOf(options), socketUrl),
    warm: (egress) => http.warm(`${apiUrl}/`, egress),
    async close() {
      await Promise.all([http.close(), list.close()]);
    },
  };
}
