import type { AccountAccess, Sending } from "../port/order-gateway.ts";
import type { BrokerSession, Egress } from "../port/session.ts";
import type { Answer } from "../transport/answers.ts";
import type { HttpRequest, HttpTransport } from "../transport/http.ts";
import type { InstrumentListRequest } from "../transport/instrument-list-work.ts";
import { sendingOf } from "../transport/sending.ts";
import { API_VERSION, type FyersUrls, MASTER_MAX, paths } from "./endpoints.ts";
import { toTagQuery } from "./to-wire.ts";
import type { ModifyOrderBody, PlaceOrderBody } from "./wire.ts";

type Reply = Promise<Answer>;
type Body = Readonly<Record<string, string | boolean>>;

const JSON_TYPE = "application/json";
const DIRECT: Egress = { localAddress: null, proxyUrl: null };

export interface FyersClient {
  postOrder(access: AccountAccess, body: PlaceOrderBody, sending: Sending): Reply;
  patchOrder(access: AccountAccess, body: ModifyOrderBody, sending: Sending): Reply;
  deleteOrder(access: AccountAccess, id: string, sending: Sending): Reply;
  getOrders(access: AccountAccess): Reply;
  getOrdersByTag(access: AccountAccess, tag: string): Reply;
  getTrades(access: AccountAccess): Reply;
  getPositions(access: AccountAccess): Reply;
  getFunds(access: AccountAccess): Reply;
  getProfile(access: AccountAccess): Reply;
  getHistory(access: AccountAccess, query: string): Reply;
  /** The list is public. */
  nseShares(access: AccountAccess | null): InstrumentListRequest;
  validateAuthCode(body: Body, egress: Egress): Reply;
  logout(session: BrokerSession, egress: Egress): Reply;
  sendLoginOtp(body: Body, egress: Egress): Reply;
  verifyOtp(body: Body, egress: Egress): Reply;
  verifyPin(body: Body, egress: Egress): Reply;
  /** Answers with 308, which is not followed. */
  postToken(webToken: string, body: Body, egress: Egress): Reply;
}

/** Used by sockets too. */
export const credentialOf = ({ appKey, accessToken }: BrokerSession): string => `${appKey}:${accessToken}`;

const authorised = (session: BrokerSession) => ({ authorization: credentialOf(session), version: API_VERSION });

type Urls = Pick<FyersUrls, "apiUrl" | "stepsUrl" | "mastersUrl">;

export function createFyersClient(http: HttpTransport, { apiUrl, stepsUrl, mastersUrl }: Urls): FyersClient {
  const write = (
    { session, egress }: AccountAccess,
    method: HttpRequest["method"],
    body: object,
    sending: Sending,
  ): Reply =>
    http.send({
      method,
      url: `${apiUrl}${paths.placed}`,
      headers: { ...authorised(session), "content-type": JSON_TYPE },
      body: JSON.stringify(body),
      egress,
      ...sendingOf(sending),
    });
  const read = ({ session, egress }: AccountAccess, path: string): Reply =>
    http.send({ method: "GET", url: `${apiUrl}${path}`, headers: authorised(session), channel: "read", egress });
  const post = (url: string, body: Body, egress: Egress, headers: Readonly<Record<string, string>> = {}): Reply =>
    http.send({
      method: "POST",
      url,
      headers: { ...headers, "content-type": JSON_TYPE },
      body: JSON.stringify(body),
      channel: "read",
      egress,
    });

  return {
    postOrder: (access, body, sending) => write(access, "POST", body, sending),
    patchOrder: (access, body, sending) => write(access, "PATCH", body, sending),
    deleteOrder: (access, id, sending) => write(access, "DELETE", { id }, sending),
    getOrders: (access) => read(access, paths.orders),
    getOrdersByTag: (access, tag) => read(access, `${paths.orders}?${toTagQuery(tag)}`),
    getTrades: (access) => read(access, paths.trades),
    getPositions: (access) => read(access, paths.positions),
    getFunds: (access) => read(access, paths.funds),
    getProfile: (access) => read(access, paths.profile),
    getHistory: (access, query) => read(access, `${paths.history}?${query}`),
    nseShares: (access) => ({
      url: `${mastersUrl}${paths.nseShares}`,
      headers: { "accept-encoding": "gzip" },
      egress: access?.egress ?? DIRECT,
      replyMax: MASTER_MAX,
    }),
    validateAuthCode: (body, egress) => post(`${apiUrl}${paths.validateAuthCode}`, body, egress),
    logout: (session, egress) => post(`${apiUrl}${paths.logout}`, {}, egress, authorised(session)),
    sendLoginOtp: (body, egress) => post(`${stepsUrl}${paths.sendLoginOtp}`, body, egress),
    verifyOtp: (body, egress) => post(`${stepsUrl}${paths.verifyOtp}`, body, egress),
    verifyPin: (body, egress) => post(`${stepsUrl}${paths.verifyPin}`, body, egress),
    postToken: (webToken, body, egress) =>
      post(`${apiUrl}${paths.token}`, body, egress, { authorization: `Bearer ${webToken}` }),
  };
}
