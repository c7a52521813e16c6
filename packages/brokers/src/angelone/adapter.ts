import { brokerOrderId } from "@vriddhi/core/order/order";
import { err, ok } from "@vriddhi/core/shared/result";
import { istDateOf } from "@vriddhi/core/time/ist";
import { rowsWhere } from "../port/book.ts";
import type { BrokerAdapter } from "../port/broker.ts";
import type { Capabilities } from "../port/capabilities.ts";
import type { OrderGateway } from "../port/order-gateway.ts";
import type { PortfolioReader } from "../port/portfolio-reader.ts";
import type { Egress } from "../port/session.ts";
import { type AdapterDeps, httpOf, socketDepsOf } from "../transport/adapter-deps.ts";
import { createAnswers } from "../transport/answers.ts";
import { createBookMemory } from "../transport/book-memory.ts";
import type { HttpTransport } from "../transport/http.ts";
import { createInstrumentList, type InstrumentList } from "../transport/instrument-list.ts";
import { refuseUnsupported } from "../transport/orders-taken.ts";
import { createSmartApiClient, type SmartApiClient } from "./client.ts";
import { type AngelOneUrls, angelOneRates } from "./endpoints.ts";
import { judge, unreadable } from "./errors.ts";
import { toFill, toFunds, toOrder, toPosition, toProfile } from "./from-wire.ts";
import { createAngelOneHistory } from "./history.ts";
import { readInstruments } from "./instruments.ts";
import { createAngelOneLogin } from "./login.ts";
import { angelOneIndex } from "./market-index.ts";
import { createAngelOneUpdates } from "./order-update.ts";
import { createAngelOneQuotes } from "./stream.ts";
import { toCancelOrderParams, toModifyOrderParams, toPlaceOrderParams } from "./to-wire.ts";
import { angelOrder, angelPosition, angelTrade, limitsReply, orderReply, profileReply, rowsReply } from "./wire.ts";

/** Algorithms may not use IOC since April 2026. The docs do not say whether a stop may become a limit, so none does. */
const capabilities: Capabilities = {
  broker: "angelone",
  login: "stored",
  hasRefreshToken: true,
  modificationsMax: null,
  takesAlgoId: false,
  requiresAlgoId: false,
  hasIoc: false,
  stopBecomesLimit: false,
  namesIsin: false,
};

const DIRECT: Egress = { localAddress: null, proxyUrl: null };

const answers = createAnswers(judge, unreadable);

const createOrders = (api: SmartApiClient): OrderGateway => ({
  async place(access, ticket, sending) {
    const refusal = refuseUnsupported(capabilities, ticket);
    if (refusal !== null) return err(refusal);
    const answer = await api.placeOrder(access, toPlaceOrderParams(ticket), sending);
    return answers.written(answer, orderReply, ({ data }) => brokerOrderId(data.orderid));
  },
  async modify(access, change, sending) {
    const refusal = refuseUnsupported(capabilities, change);
    if (refusal !== null) return err(refusal);
    return answers.written(await api.modifyOrder(access, toModifyOrderParams(change), sending), orderReply, () => null);
  },
  async cancel(access, cancel, sending) {
    return answers.written(await api.cancelOrder(access, toCancelOrderParams(cancel), sending), orderReply, () => null);
  },
});

function createPortfolio(api: SmartApiClient): PortfolioReader {
  const readOnce = createBookMemory();
  const orders: PortfolioReader["orders"] = async (access) =>
    readOnce(access.session.clientId, await api.getOrderBook(access), (answer) =>
      answers.book(answer, rowsReply, angelOrder, toOrder),
    );
  return {
    orders,
    /** Angel One has no look-up by tag: reads the book and searches it. */
    async ordersByTag(access, tag) {
      const book = await orders(access);
      return book.ok ? ok(rowsWhere(book.value, (order) => order.tag === tag)) : err(book.error);
    },
    async fills(access) {
      // A session ends at midnight, so its reads belong to the day on which it began.
      const day = istDateOf(access.session.issuedAt);
      return answers.book(await api.getTradeBook(access), rowsReply, angelTrade, (trade) => toFill(trade, day));
    },
    positions: async (access) => answers.book(await api.getPosition(access), rowsReply, angelPosition, toPosition),
    funds: async (access) => answers.read(await api.getRMS(access), limitsReply, ({ data }) => toFunds(data)),
    profile: async (access) => answers.read(await api.getProfile(access), profileReply, ({ data }) => toProfile(data)),
  };
}

function createList(http: HttpTransport, deps: AdapterDeps): InstrumentList {
  const readerUrl = new URL("./instruments.ts", import.meta.url).href;
  return createInstrumentList({ http, deps, judge, readerUrl, read: readInstruments });
}

export function createAngelOneAdapter(options: AngelOneUrls & AdapterDeps): BrokerAdapter {
  const { apiUrl, streamUrl, orderUpdateUrl } = options;
  const http = httpOf(options);
  const list = createList(http, options);
  const api = createSmartApiClient(http, options);
  return {
    capabilities,
    rates: angelOneRates,
    login: createAngelOneLogin(api),
    orders: createOrders(api),
    portfolio: createPortfolio(api),
    instruments: { list: (access) => list.fetch(api.scripMaster(access?.egress ?? DIRECT)) },
    history: createAngelOneHistory(api, answers),
    index: angelOneIndex,
    quotes: createAngelOneQuotes(socketDepsOf(options), streamUrl),
    updates: createAngelOneUpdates(socketDepsOf(options), orderUpdateUrl),
    warm: (egress) => http.warm(`${apiUrl}/`, egress),
    async close() {
      await Promise.all([http.close(), list.close()]);
    },
  };
}
