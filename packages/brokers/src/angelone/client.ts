import type { AccountAccess, Sending } from "../port/order-gateway.ts";
import type { BrokerSession, Egress } from "../port/session.ts";
import type { Answer } from "../transport/answers.ts";
import type { HttpTransport } from "../transport/http.ts";
import type { InstrumentListRequest } from "../transport/instrument-list-work.ts";
import { sendingOf } from "../transport/sending.ts";
import { type AngelOneUrls, paths, SCRIP_MASTER_MAX } from "./endpoints.ts";
import type { CancelOrderParams, CandleParams, LoginParams, ModifyOrderParams, PlaceOrderParams } from "./wire.ts";

type Reply = Promise<Answer>;

export interface SmartApiClient {
  placeOrder(access: AccountAccess, params: PlaceOrderParams, sending: Sending): Reply;
  modifyOrder(access: AccountAccess, params: ModifyOrderParams, sending: Sending): Reply;
  cancelOrder(access: AccountAccess, params: CancelOrderParams, sending: Sending): Reply;
  getOrderBook(access: AccountAccess): Reply;
  getTradeBook(access: AccountAccess): Reply;
  getPosition(access: AccountAccess): Reply;
  getRMS(access: AccountAccess): Reply;
  getProfile(access: AccountAccess): Reply;
  getCandleData(access: AccountAccess, params: CandleParams): Reply;
  scripMaster(egress: Egress): InstrumentListRequest;
  loginByPassword(appKey: string, params: LoginParams, egress: Egress): Reply;
  generateTokens(session: BrokerSession, refreshToken: string, egress: Egress): Reply;
  logout(session: BrokerSession, egress: Egress): Reply;
}

/** The headers are mandatory; the broker checks only where the connection comes from. */
const NOWHERE = "127.0.0.1";
const NO_CARD = "00:00:00:00:00:00";

const headersOf = (appKey: string, { localAddress }: Egress) => ({
  "content-type": "application/json",
  accept: "application/json",
  "x-usertype": "USER",
  "x-sourceid": "WEB",
  "x-clientlocalip": localAddress ?? NOWHERE,
  "x-clientpublicip": localAddress ?? NOWHERE,
  "x-macaddress": NO_CARD,
  "x-privatekey": appKey,
});

const authorised = ({ appKey, accessToken }: BrokerSession, egress: Egress) => ({
  ...headersOf(appKey, egress),
  authorization: `Bearer ${accessToken}`,
});

export function createSmartApiClient(
  http: HttpTransport,
  { apiUrl, scripMasterUrl }: Pick<AngelOneUrls, "apiUrl" | "scripMasterUrl">,
): SmartApiClient {
  const post = (path: string, params: object, headers: Readonly<Record<string, string>>, egress: Egress): Reply =>
    http.send({
      method: "POST",
      url: `${apiUrl}${path}`,
      headers,
      body: JSON.stringify(params),
      channel: "read",
      egress,
    });
  const write = ({ session, egress }: AccountAccess, path: string, params: object, sending: Sending): Reply =>
    http.send({
      method: "POST",
      url: `${apiUrl}${path}`,
      headers: authorised(session, egress),
      body: JSON.stringify(params),
      egress,
      ...sendingOf(sending),
    });
  const read = ({ session, egress }: AccountAccess, path: string): Reply =>
    http.send({
      method: "GET",
      url: `${apiUrl}${path}`,
      headers: authorised(session, egress),
      channel: "read",
      egress,
    });

  return {
    placeOrder: (access, params, sending) => write(access, paths.placeOrder, params, sending),
    modifyOrder: (access, params, sending) => write(access, paths.modifyOrder, params, sending),
    cancelOrder: (access, params, sending) => write(access, paths.cancelOrder, params, sending),
    getOrderBook: (access) => read(access, paths.orderBook),
    getTradeBook: (access) => read(access, paths.tradeBook),
    getPosition: (access) => read(access, paths.positions),
    getRMS: (access) => read(access, paths.limits),
    getProfile: (access) => read(access, paths.profile),
    getCandleData: ({ session, egress }, params) => post(paths.candles, params, authorised(session, egress), egress),
    scripMaster: (egress) => ({
      url: scripMasterUrl,
      headers: { accept: "application/json", "accept-encoding": "gzip" },
      egress,
      replyMax: SCRIP_MASTER_MAX,
    }),
    loginByPassword: (appKey, params, egress) => post(paths.login, params, headersOf(appKey, egress), egress),
    generateTokens: (session, refreshToken, egress) =>
      post(paths.tokens, { refreshToken }, authorised(session, egress), egress),
    logout: (session, egress) =>
      post(paths.logout, { clientcode: session.clientId }, authorised(session, egress), egress),
  };
}
