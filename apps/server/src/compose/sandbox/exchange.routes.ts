import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import { paise, rupees } from "@vriddhi/core/shared/money";
import { err, ok } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { BrokerClient } from "@vriddhi/sandbox/broker/client";
import type { BrokerSimulator, BrokerSimulators } from "@vriddhi/sandbox/broker/start-brokers";
import type { Order, Trade } from "@vriddhi/sandbox/exchange/model";
import type { Handlers } from "../../platform/http/handler.ts";

const LISTED_MAX = 100;
const SEEDED_SHOWN = 6;

const toIso = (instant: EpochMs): string => new Date(instant).toISOString();

const toAccount = ({ id, name, password, pin, totpSecret, app }: BrokerClient) => ({
  client_id: id,
  name,
  password,
  pin,
  totp_secret: totpSecret,
  api_key: app.key,
  api_secret: app.secret,
  redirect_url: app.redirectUrl,
});

export const brokerPlace = ({ baseUrl, wsUrl, clients }: BrokerSimulator, loginPath: string) => ({
  baseUrl,
  wsUrl,
  loginUrl: `${baseUrl}${loginPath}`,
  accounts: clients.list(SEEDED_SHOWN).map(toAccount),
});

const toFill = ({ id, quantity, price, at }: Trade) => ({ id, quantity, price_paise: price, at: toIso(at) });

const toOrder = (order: Order, fills: readonly Trade[]) => ({
  id: order.id,
  broker_order_id: order.brokerOrderId,
  account: order.account,
  broker: order.broker,
  symbol: order.symbol,
  side: order.side,
  product: order.product,
  quantity: order.quantity,
  filled_quantity: order.filledQuantity,
  limit_paise: order.limitPrice,
  trigger_paise: order.triggerPrice,
  average_paise: order.averagePrice,
  status: order.status,
  reason: order.reason,
  tag: order.tag,
  placed_by: order.placedBy,
  placed_at: toIso(order.placedAt),
  updated_at: toIso(order.updatedAt),
  fills: fills.map(toFill),
});

const toPaise = (price: number) => paise(Math.round(price * 100));

type ExchangeCall = "listExchangeOrders" | "scriptPrices" | "openBrokerAccounts";

export const exchangeHandlers = (
  brokers: BrokerSimulators,
): Pick<Handlers<keyof typeof sandboxEndpoints>, ExchangeCall> => ({
  async listExchangeOrders({ query }) {
    const exchange = brokers.exchange();
    const narrowed = {
      ...(query.tag === undefined ? {} : { tag: query.tag }),
      ...(query.account === undefined ? {} : { account: query.account }),
    };
    const found = exchange.findOrders(narrowed);
    const newest = query.limit === undefined ? found : found.slice(-query.limit);
    return ok(newest.map((order) => toOrder(order, exchange.orderTrades(order.id))));
  },
  async scriptPrices({ body }) {
    await brokers.catchUp();
    const exchange = brokers.exchange();
    const now = exchange.now();
    if (exchange.instrument(body.symbol) === null || now === null) return err("symbol_unknown");
    const path = body.path.map((point, index) =>
      typeof point === "number"
        ? { at: later(now, index * body.step_seconds * SECOND_MS), price: toPaise(point) }
        : { at: epochMs(Date.parse(point.at)), price: toPaise(point.price) },
    );
    exchange.scriptPrices(body.symbol, path);
    return ok({ message: `${body.symbol} follows ${path.length} prices` });
  },
  async openBrokerAccounts({ body }) {
    const { clients } = brokers.of(body.broker);
    const prefix = `${body.prefix}${body.broker.charAt(0).toUpperCase()}`;
    if (clients.find(`${prefix}00001`) !== null) return err("accounts_exist");
    const ids = clients.openMany(body.count, { prefix, cashPaise: rupees(body.cash) });
    const first = ids.slice(0, LISTED_MAX).flatMap((id) => clients.find(id) ?? []);
    return ok({ opened: ids.length, accounts: first.map(toAccount) });
  },
});
