import { brokerOrderId } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { z } from "zod";
import type { BrokerAdapter } from "../port/broker.ts";
import type { BrokerError } from "../port/broker-error.ts";
import type { Capabilities } from "../port/capabilities.ts";
import type { OrderGateway } from "../port/order-gateway.ts";
import type { InstrumentSource, PortfolioReader } from "../port/portfolio-reader.ts";
import type { AdapterDeps } from "../transport/adapter-deps.ts";
import { createHttpTransport, type HttpFailure, type HttpReply } from "../transport/http.ts";
import { createKiteClient, type KiteClient } from "./client.ts";
import { MODIFICATIONS_MAX, type ZerodhaUrls, zerodhaRates } from "./endpoints.ts";
import { type CallKind, failureToError, readJson, toBrokerError, unreadable } from "./errors.ts";
import { toFill, toFunds, toInstruments, toOrder, toPosition, toProfile } from "./from-wire.ts";
import { createZerodhaLogin } from "./login.ts";
import { createZerodhaQuotes, createZerodhaUpdates } from "./ticker.ts";
import { toModifyOrderParams, toPlaceOrderParams } from "./to-wire.ts";
import {
  changedReply,
  marginsReply,
  ordersReply,
  placeOrderReply,
  positionsReply,
  profileReply,
  tradesReply,
} from "./wire.ts";

const capabilities: Capabilities = {
  broker: "zerodha",
  login: "page",
  hasRefreshToken: false,
  hasOrderPush: true,
  canFindByTag: false,
  modificationsMax: MODIFICATIONS_MAX,
  takesAlgoId: false,
  hasIoc: true,
  namesIsin: false,
};

type Answer = Result<HttpReply, HttpFailure>;

/** The data of a reply in the shape we know; everything else is an error. */
function read<T>(answer: Answer, shape: z.ZodType<{ data: T }>, kind: CallKind): Result<T, BrokerError> {
  if (!answer.ok) return err(failureToError(answer.error, kind));
  const body = readJson(answer.value.body);
  if (answer.value.status !== 200) return err(toBrokerError(answer.value.status, body, kind));
  const known = shape.safeParse(body);
  return known.success ? ok(known.data.data) : err(toBrokerError(answer.value.status, body, kind));
}

function mapped<T, U>(result: Result<T, BrokerError>, to: (value: T) => U): Result<U, BrokerError> {
  return result.ok ? ok(to(result.value)) : result;
}

const createOrders = (kite: KiteClient): OrderGateway => ({
  async place(access, ticket) {
    const answer = await kite.postOrder(access, toPlaceOrderParams(ticket));
    return mapped(read(answer, placeOrderReply, "write"), (data) => brokerOrderId(data.order_id));
  },
  async modify(access, change) {
    const answer = await kite.putOrder(access, change.orderId, toModifyOrderParams(change));
    return mapped(read(answer, changedReply, "write"), () => null);
  },
  async cancel(access, { orderId }) {
    return mapped(read(await kite.deleteOrder(access, orderId), changedReply, "write"), () => null);
  },
});

function createPortfolio(kite: KiteClient): PortfolioReader {
  const orders: PortfolioReader["orders"] = async (access) =>
    mapped(read(await kite.getOrders(access), ordersReply, "read"), (data) => (data ?? []).map(toOrder));
  return {
    orders,
    /** Kite has no look-up by tag: the book is read and searched. */
    ordersByTag: async (access, tag) => mapped(await orders(access), (all) => all.filter((order) => order.tag === tag)),
    fills: async (access) =>
      mapped(read(await kite.getTrades(access), tradesReply, "read"), (data) => (data ?? []).map(toFill)),
    positions: async (access) =>
      mapped(read(await kite.getPositions(access), positionsReply, "read"), ({ net }) => (net ?? []).map(toPosition)),
    async funds(access) {
      const margins = read(await kite.getEquityMargins(access), marginsReply, "read");
      if (!margins.ok) return margins;
      const funds = toFunds(margins.value);
      return funds === null ? err(unreadable("read")) : ok(funds);
    },
    profile: async (access) => mapped(read(await kite.getProfile(access), profileReply, "read"), toProfile),
  };
}

const createInstruments = (kite: KiteClient): InstrumentSource => ({
  async list(access) {
    const answer = await kite.getNseInstruments(access);
    if (!answer.ok) return err(failureToError(answer.error, "read"));
    const { status, body } = answer.value;
    const instruments = status === 200 ? toInstruments(body) : null;
    return instruments === null ? err(toBrokerError(status, readJson(body), "read")) : ok(instruments);
  },
});

export function createZerodhaAdapter(options: ZerodhaUrls & AdapterDeps): BrokerAdapter {
  const { apiUrl, loginUrl, tickerUrl, random, timers, guard, timeouts } = options;
  const http = createHttpTransport({
    ...(guard === undefined ? {} : { guard }),
    ...(timeouts === undefined ? {} : { timeouts }),
  });
  const kite = createKiteClient(http, apiUrl);
  return {
    capabilities,
    rates: zerodhaRates,
    login: createZerodhaLogin(kite, loginUrl),
    orders: createOrders(kite),
    portfolio: createPortfolio(kite),
    instruments: createInstruments(kite),
    quotes: createZerodhaQuotes({ timers, random }, tickerUrl),
    updates: createZerodhaUpdates({ timers, random }, tickerUrl),
    warm: (egress) => http.warm(`${apiUrl}/`, egress),
    close: () => http.close(),
  };
}
