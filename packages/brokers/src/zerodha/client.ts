import type { Result } from "@vriddhi/core/shared/result";
import type { AccountAccess } from "../port/order-gateway.ts";
import type { BrokerSession, Egress } from "../port/session.ts";
import type { HttpFailure, HttpReply, HttpRequest, HttpTransport } from "../transport/http.ts";
import { INSTRUMENTS_MAX, KITE_VERSION, paths, VARIETY } from "./endpoints.ts";
import { toForm } from "./to-wire.ts";
import type { ModifyOrderParams, PlaceOrderParams } from "./wire.ts";

type Reply = Promise<Result<HttpReply, HttpFailure>>;

const FORM = "application/x-www-form-urlencoded";

/** One method per endpoint, one call per method. */
export interface KiteClient {
  postOrder(access: AccountAccess, params: PlaceOrderParams): Reply;
  putOrder(access: AccountAccess, orderId: string, params: ModifyOrderParams): Reply;
  deleteOrder(access: AccountAccess, orderId: string): Reply;
  getOrders(access: AccountAccess): Reply;
  getTrades(access: AccountAccess): Reply;
  getPositions(access: AccountAccess): Reply;
  getEquityMargins(access: AccountAccess): Reply;
  getProfile(access: AccountAccess): Reply;
  getNseInstruments(access: AccountAccess | null): Reply;
  postSessionToken(params: Readonly<Record<string, string>>, egress: Egress): Reply;
  deleteSessionToken(session: BrokerSession, egress: Egress): Reply;
}

const DIRECT: Egress = { localAddress: null, proxyUrl: null };

const authorised = ({ appKey, accessToken }: BrokerSession) => ({
  "x-kite-version": KITE_VERSION,
  authorization: `token ${appKey}:${accessToken}`,
});

export function createKiteClient(http: HttpTransport, apiUrl: string): KiteClient {
  const orderUrl = (orderId: string) => `${apiUrl}${paths.orders}/${VARIETY}/${encodeURIComponent(orderId)}`;
  const write = (
    { session, egress }: AccountAccess,
    method: HttpRequest["method"],
    url: string,
    body?: string,
  ): Reply =>
    http.send({
      method,
      url,
      headers: body === undefined ? authorised(session) : { ...authorised(session), "content-type": FORM },
      channel: "order",
      egress,
      ...(body === undefined ? {} : { body }),
    });
  const read = ({ session, egress }: AccountAccess, path: string): Reply =>
    http.send({ method: "GET", url: `${apiUrl}${path}`, headers: authorised(session), channel: "read", egress });

  return {
    postOrder: (access, params) => write(access, "POST", `${apiUrl}${paths.orders}/${VARIETY}`, toForm(params)),
    putOrder: (access, orderId, params) => write(access, "PUT", orderUrl(orderId), toForm(params)),
    deleteOrder: (access, orderId) => write(access, "DELETE", orderUrl(orderId)),
    getOrders: (access) => read(access, paths.orders),
    getTrades: (access) => read(access, paths.trades),
    getPositions: (access) => read(access, paths.positions),
    getEquityMargins: (access) => read(access, paths.equityMargins),
    getProfile: (access) => read(access, paths.profile),
    getNseInstruments: (access) =>
      http.send({
        method: "GET",
        url: `${apiUrl}${paths.nseInstruments}`,
        headers: access === null ? { "x-kite-version": KITE_VERSION } : authorised(access.session),
        channel: "read",
        egress: access?.egress ?? DIRECT,
        replyMax: INSTRUMENTS_MAX,
      }),
    postSessionToken: (params, egress) =>
      http.send({
        method: "POST",
        url: `${apiUrl}${paths.session}`,
        headers: { "x-kite-version": KITE_VERSION, "content-type": FORM },
        body: toForm(params),
        channel: "read",
        egress,
      }),
    deleteSessionToken(session, egress) {
      const query = toForm({ api_key: session.appKey, access_token: session.accessToken });
      const url = `${apiUrl}${paths.session}?${query}`;
      return http.send({ method: "DELETE", url, headers: authorised(session), channel: "read", egress });
    },
  };
}
