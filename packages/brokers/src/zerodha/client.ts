import type { AccountAccess, Sending } from "../port/order-gateway.ts";
import type { BrokerSession, Egress } from "../port/session.ts";
import type { Answer } from "../transport/answers.ts";
import type { HttpRequest, HttpTransport } from "../transport/http.ts";
import type { InstrumentListRequest } from "../transport/instrument-list-work.ts";
import { sendingOf } from "../transport/sending.ts";
import { INSTRUMENTS_MAX, KITE_VERSION, paths, VARIETY } from "./endpoints.ts";
import { toForm } from "./to-wire.ts";
import type { ModifyOrderParams, PlaceOrderParams } from "./wire.ts";

type Reply = Promise<Answer>;

const FORM = "application/x-www-form-urlencoded";

export interface KiteClient {
  postOrder(access: AccountAccess, params: PlaceOrderParams, sending: Sending): Reply;
  putOrder(access: AccountAccess, orderId: string, params: ModifyOrderParams, sending: Sending): Reply;
  deleteOrder(access: AccountAccess, orderId: string, sending: Sending): Reply;
  getOrders(access: AccountAccess): Reply;
  getTrades(access: AccountAccess): Reply;
  getPositions(access: AccountAccess): Reply;
  getEquityMargins(access: AccountAccess): Reply;
  getProfile(access: AccountAccess): Reply;
  nseInstruments(access: AccountAccess | null): InstrumentListRequest;
  postSessionToken(params: Readonly<Record<string, string>>, egress: Egress): Reply;
  deleteSessionToken(session: BrokerSession, egress: Egress): Reply;
}

const DIRECT: Egress = { localAddress: null, proxyUrl: null };

const PUBLIC_HEADERS = { "x-kite-version": KITE_VERSION };

const authorised = ({ appKey, accessToken }: BrokerSession) => ({
  "x-kite-version": KITE_VERSION,
  authorization: `token ${appKey}:${accessToken}`,
});

export function createKiteClient(http: HttpTransport, apiUrl: string): KiteClient {
  const ordersUrl = `${apiUrl}${paths.orders}/${VARIETY}`;
  const orderUrl = (orderId: string) => `${ordersUrl}/${encodeURIComponent(orderId)}`;
  const write = (
    { session, egress }: AccountAccess,
    method: HttpRequest["method"],
    url: string,
    sending: Sending,
    body?: string,
  ): Reply =>
    http.send({
      method,
      url,
      headers: body === undefined ? authorised(session) : { ...authorised(session), "content-type": FORM },
      egress,
      ...sendingOf(sending),
      ...(body === undefined ? {} : { body }),
    });
  const read = ({ session, egress }: AccountAccess, path: string): Reply =>
    http.send({ method: "GET", url: `${apiUrl}${path}`, headers: authorised(session), channel: "read", egress });

  return {
    postOrder: (access, params, sending) => write(access, "POST", ordersUrl, sending, toForm(params)),
    putOrder: (access, orderId, params, sending) => write(access, "PUT", orderUrl(orderId), sending, toForm(params)),
    deleteOrder: (access, orderId, sending) => write(access, "DELETE", orderUrl(orderId), sending),
    getOrders: (access) => read(access, paths.orders),
    getTrades: (access) => read(access, paths.trades),
    getPositions: (access) => read(access, paths.positions),
    getEquityMargins: (access) => read(access, paths.equityMargins),
    getProfile: (access) => read(access, paths.profile),
    nseInstruments: (access) => ({
      url: `${apiUrl}${paths.nseInstruments}`,
      headers: { ...(access === null ? PUBLIC_HEADERS : authorised(access.session)), "accept-encoding": "gzip" },
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
