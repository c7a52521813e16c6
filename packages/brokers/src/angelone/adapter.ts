import { brokerOrderId } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { istDateOf } from "@vriddhi/core/time/ist";
import type { z } from "zod";
import type { BrokerAdapter } from "../port/broker.ts";
import type { BrokerError } from "../port/broker-error.ts";
import type { Capabilities } from "../port/capabilities.ts";
import type { OrderGateway } from "../port/order-gateway.ts";
import type { InstrumentSource, PortfolioReader } from "../port/portfolio-reader.ts";
import type { Egress } from "../port/session.ts";
import type { AdapterDeps } from "../transport/adapter-deps.ts";
import { createHttpTransport, type HttpFailure, type HttpReply } from "../transport/http.ts";
import { createSmartApiClient, type SmartApiClient } from "./client.ts";
import { type AngelOneUrls, angelOneRates } from "./endpoints.ts";
import { type CallKind, failureToError, readJson, toBrokerError } from "./errors.ts";
import { toFill, toFunds, toInstruments, toOrder, toPosition, toProfile } from "./from-wire.ts";
import { createAngelOneLogin } from "./login.ts";
import { createAngelOneUpdates } from "./order-update.ts";
import { createAngelOneQuotes } from "./stream.ts";
import { toCancelOrderParams, toModifyOrderParams, toPlaceOrderParams } from "./to-wire.ts";
import { limitsReply, orderBookReply, orderReply, positionsReply, profileReply, tradeBookReply } from "./wire.ts";

/** IOC is in the docs, and forbidden for algorithms since April 2026. */
const capabilities: Capabilities = {
  broker: "angelone",
  login: "stored",
  hasRefreshToken: true,
  hasOrderPush: true,
  canFindByTag: false,
  modificationsMax: null,
  takesAlgoId: false,
  hasIoc: false,
  namesIsin: false,
};

const DIRECT: Egress = { localAddress: null, proxyUrl: null };

type Answer = Result<HttpReply, HttpFailure>;

/** The data of a reply in the shape we know; everything else is an error. */
function read<T>(answer: Answer, shape: z.ZodType<{ data: T }>, kind: CallKind): Result<T, BrokerError> {
  if (!answer.ok) return err(failureToError(answer.error, kind));
  if (answer.value.status !== 200) return err(toBrokerError(answer.value, kind));
  const known = shape.safeParse(readJson(answer.value.body));
  return known.success ? ok(known.data.data) : err(toBrokerError(answer.value, kind));
}

function mapped<T, U>(result: Result<T, BrokerError>, to: (value: T) => U): Result<U, BrokerError> {
  return result.ok ? ok(to(result.value)) : result;
}

const createOrders = (api: SmartApiClient): OrderGateway => ({
  async place(access, ticket) {
    const answer = await api.placeOrder(access, toPlaceOrderParams(ticket));
    return mapped(read(answer, orderReply, "write"), ({ orderid }) => brokerOrderId(orderid));
  },
  async modify(access, change) {
    return mapped(read(await api.modifyOrder(access, toModifyOrderParams(change)), orderReply, "write"), () => null);
  },
  async cancel(access, cancel) {
    return mapped(read(await api.cancelOrder(access, toCancelOrderParams(cancel)), orderReply, "write"), () => null);
  },
});

function createPortfolio(api: SmartApiClient): PortfolioReader {
  const orders: PortfolioReader["orders"] = async (access) =>
    mapped(read(await api.getOrderBook(access), orderBookReply, "read"), (data) =>
      (data ?? []).map((order) => toOrder(order)),
    );
  return {
    orders,
    /** There is no look-up by tag: the book is read and searched. */
    ordersByTag: async (access, tag) => mapped(await orders(access), (all) => all.filter((order) => order.tag === tag)),
    async fills(access) {
      // A session ends at midnight, so what it reads is of the day on which it began.
      const day = istDateOf(access.session.issuedAt);
      const trades = read(await api.getTradeBook(access), tradeBookReply, "read");
      return mapped(trades, (data) => (data ?? []).map((trade) => toFill(trade, day)));
    },
    positions: async (access) =>
      mapped(read(await api.getPosition(access), positionsReply, "read"), (data) => (data ?? []).map(toPosition)),
    funds: async (access) => mapped(read(await api.getRMS(access), limitsReply, "read"), toFunds),
    profile: async (access) => mapped(read(await api.getProfile(access), profileReply, "read"), toProfile),
  };
}

const createInstruments = (api: SmartApiClient): InstrumentSource => ({
  async list(access) {
    const answer = await api.getScripMaster(access?.egress ?? DIRECT);
    if (!answer.ok) return err(failureToError(answer.error, "read"));
    const { status, body } = answer.value;
    const instruments = status === 200 ? toInstruments(readJson(body)) : null;
    return instruments === null ? err(toBrokerError(answer.value, "read")) : ok(instruments);
  },
});

export function createAngelOneAdapter(options: AngelOneUrls & AdapterDeps): BrokerAdapter {
  const { apiUrl, streamUrl, orderUpdateUrl, random, timers, guard, timeouts } = options;
  const http = createHttpTransport({
    ...(guard === undefined ? {} : { guard }),
    ...(timeouts === undefined ? {} : { timeouts }),
  });
  const api = createSmartApiClient(http, options);
  return {
    capabilities,
    rates: angelOneRates,
    login: createAngelOneLogin(api),
    orders: createOrders(api),
    portfolio: createPortfolio(api),
    instruments: createInstruments(api),
    quotes: createAngelOneQuotes({ timers, random }, streamUrl),
    updates: createAngelOneUpdates({ timers, random }, orderUpdateUrl),
    warm: (egress) => http.warm(`${apiUrl}/`, egress),
    close: () => http.close(),
  };
}
