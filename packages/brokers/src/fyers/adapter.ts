import { brokerOrderId } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { z } from "zod";
import type { BrokerAdapter } from "../port/broker.ts";
import type { BrokerError } from "../port/broker-error.ts";
import type { Capabilities } from "../port/capabilities.ts";
import type { OrderGateway } from "../port/order-gateway.ts";
import type { InstrumentSource, PortfolioReader } from "../port/portfolio-reader.ts";
import type { AdapterDeps } from "../transport/adapter-deps.ts";
import { createHttpTransport, type HttpReply } from "../transport/http.ts";
import { type Answer, createFyersClient, type FyersClient } from "./client.ts";
import { createFyersQuotes } from "./data-socket.ts";
import { type FyersUrls, fyersRates } from "./endpoints.ts";
import { failureToError, readJson, toBrokerError, toPlacementError, unreadable } from "./errors.ts";
import { toFill, toFunds, toInstruments, toOrder, toPosition, toProfile } from "./from-wire.ts";
import { createFyersLogin } from "./login.ts";
import { createFyersUpdates } from "./order-socket.ts";
import { toModifyOrderBody, toPlaceOrderBody } from "./to-wire.ts";
import {
  changedReply,
  fundsReply,
  ordersReply,
  placedReply,
  positionsReply,
  profileReply,
  tradesReply,
} from "./wire.ts";

const capabilities: Capabilities = {
  broker: "fyers",
  login: "page_then_stored",
  hasRefreshToken: false,
  hasOrderPush: true,
  canFindByTag: true,
  modificationsMax: null,
  takesAlgoId: false,
  hasIoc: true,
  namesIsin: true,
};

type ToError = (reply: HttpReply, body: unknown) => BrokerError;

const readError: ToError = (reply, body) => toBrokerError(reply, body, "read");
const changeError: ToError = (reply, body) => toBrokerError(reply, body, "write");

/** A reply in the shape we know; everything else is an error. */
function parse<T>(answer: Answer & { ok: true }, shape: z.ZodType<T>, toError: ToError): Result<T, BrokerError> {
  const body = readJson(answer.value.body);
  const known = answer.value.status === 200 ? shape.safeParse(body) : null;
  return known?.success === true ? ok(known.data) : err(toError(answer.value, body));
}

function read<T>(answer: Answer, shape: z.ZodType<T>): Result<T, BrokerError> {
  return answer.ok ? parse(answer, shape, readError) : err(failureToError(answer.error, "read"));
}

function written<T>(answer: Answer, shape: z.ZodType<T>, toError: ToError): Result<T, BrokerError> {
  return answer.ok ? parse(answer, shape, toError) : err(failureToError(answer.error, "write"));
}

function mapped<T, U>(result: Result<T, BrokerError>, to: (value: T) => U): Result<U, BrokerError> {
  return result.ok ? ok(to(result.value)) : result;
}

const createOrders = (fyers: FyersClient): OrderGateway => ({
  async place(access, ticket) {
    const answer = await fyers.postOrder(access, toPlaceOrderBody(ticket));
    return mapped(written(answer, placedReply, toPlacementError), ({ id }) => brokerOrderId(id));
  },
  async modify(access, change) {
    const answer = await fyers.patchOrder(access, toModifyOrderBody(change));
    return mapped(written(answer, changedReply, changeError), () => null);
  },
  async cancel(access, { orderId }) {
    return mapped(written(await fyers.deleteOrder(access, orderId), changedReply, changeError), () => null);
  },
});

const ordersIn = (answer: Answer) =>
  mapped(read(answer, ordersReply), ({ orderBook }) => (orderBook ?? []).map(toOrder));

const createPortfolio = (fyers: FyersClient): PortfolioReader => ({
  orders: async (access) => ordersIn(await fyers.getOrders(access)),
  ordersByTag: async (access, tag) =>
    mapped(ordersIn(await fyers.getOrdersByTag(access, tag)), (found) => found.filter((order) => order.tag === tag)),
  fills: async (access) =>
    mapped(read(await fyers.getTrades(access), tradesReply), ({ tradeBook }) => (tradeBook ?? []).map(toFill)),
  positions: async (access) =>
    mapped(read(await fyers.getPositions(access), positionsReply), ({ netPositions }) =>
      (netPositions ?? []).map(toPosition),
    ),
  async funds(access) {
    const limits = read(await fyers.getFunds(access), fundsReply);
    if (!limits.ok) return limits;
    const funds = toFunds(limits.value.fund_limit);
    return funds === null ? err(unreadable("read")) : ok(funds);
  },
  profile: async (access) => mapped(read(await fyers.getProfile(access), profileReply), ({ data }) => toProfile(data)),
});

const createInstruments = (fyers: FyersClient): InstrumentSource => ({
  async list(access) {
    const answer = await fyers.getNseShares(access);
    if (!answer.ok) return err(failureToError(answer.error, "read"));
    const instruments = answer.value.status === 200 ? toInstruments(answer.value.body) : null;
    return instruments === null ? err(readError(answer.value, readJson(answer.value.body))) : ok(instruments);
  },
});

export function createFyersAdapter(options: FyersUrls & AdapterDeps): BrokerAdapter {
  const { apiUrl, loginUrl, socketUrl, random, timers, guard, timeouts } = options;
  const http = createHttpTransport({
    ...(guard === undefined ? {} : { guard }),
    ...(timeouts === undefined ? {} : { timeouts }),
  });
  const fyers = createFyersClient(http, options);
  return {
    capabilities,
    rates: fyersRates,
    login: createFyersLogin(fyers, { loginUrl, timers, stopwatch: () => performance.now() }),
    orders: createOrders(fyers),
    portfolio: createPortfolio(fyers),
    instruments: createInstruments(fyers),
    quotes: createFyersQuotes({ timers, random }, socketUrl),
    updates: createFyersUpdates({ timers, random }, socketUrl),
    warm: (egress) => http.warm(`${apiUrl}/`, egress),
    close: () => http.close(),
  };
}
