import type { CallKind } from "../broker/wire.ts";
import { funds, logout, margin, profile } from "./account.ts";
import { holdings, orderBook, positions, tradeBook } from "./books.ts";
import type { Call, OpenCall, Serve } from "./call.ts";
import { history } from "./history.ts";
import { AUTH_CODE_PATH, logIn, showLogin } from "./login-page.ts";
import {
  grantToken,
  startLogin,
  startLoginPlain,
  validateAuthCode,
  validateRefreshToken,
  verifyPin,
  verifyPinPlain,
  verifyTotp,
} from "./login-steps.ts";
import { depth, marketStatus, quotes, symbolTokens } from "./market-data.ts";
import { cancelMany, cancelOrder, modifyMany, modifyOrder, placeMany, placeOrder } from "./orders.ts";
import { convertPosition, exitPositions } from "./square-off.ts";
import { indexMapping, masterCsv, masterJson } from "./symbol-master.ts";

/** `session`: counted, and for orders only from registered addresses. `token`: also without the app id. */
export type Route =
  | { readonly kind: CallKind; readonly needs: "nothing"; readonly serve: Serve<OpenCall> }
  | { readonly kind: CallKind; readonly needs: "session" | "token" | "address"; readonly serve: Serve<Call> };

const login = (serve: Serve<OpenCall>): Route => ({ kind: "login", needs: "nothing", serve });
const open = (serve: Serve<OpenCall>): Route => ({ kind: "other", needs: "nothing", serve });
const read = (serve: Serve<Call>): Route => ({ kind: "reads", needs: "session", serve });
const order = (serve: Serve<Call>): Route => ({ kind: "orders", needs: "address", serve });

const API = "/api/v3";
const DATA = "/data";
const LOGIN = "/vagator/v2";
const MASTER = "/sym_details";

const table: Readonly<Record<string, Route>> = {
  [`GET ${AUTH_CODE_PATH}`]: login(showLogin),
  [`POST ${AUTH_CODE_PATH}`]: login(logIn),
  [`POST ${API}/validate-authcode`]: login(validateAuthCode),
  [`POST ${API}/validate-refresh-token`]: login(validateRefreshToken),
  [`POST ${API}/token`]: login(grantToken),
  [`POST ${LOGIN}/send_login_otp_v2`]: login(startLogin),
  [`POST ${LOGIN}/send_login_otp`]: login(startLoginPlain),
  [`POST ${LOGIN}/verify_otp`]: login(verifyTotp),
  [`POST ${LOGIN}/verify_pin_v2`]: login(verifyPin),
  [`POST ${LOGIN}/verify_pin`]: login(verifyPinPlain),
  [`POST ${API}/logout`]: { kind: "login", needs: "session", serve: logout },

  [`GET ${API}/profile`]: read(profile),
  [`GET ${API}/funds`]: read(funds),
  [`GET ${API}/holdings`]: read(holdings),
  [`POST ${API}/multiorder/margin`]: read(margin),
  [`GET ${API}/orders`]: read(orderBook),
  [`GET ${API}/tradebook`]: read(tradeBook),
  [`GET ${API}/positions`]: read(positions),

  [`POST ${API}/orders/sync`]: order(placeOrder),
  [`PATCH ${API}/orders/sync`]: order(modifyOrder),
  [`DELETE ${API}/orders/sync`]: order(cancelOrder),
  [`POST ${API}/multi-order/sync`]: order(placeMany),
  [`PATCH ${API}/multi-order/sync`]: order(modifyMany),
  [`DELETE ${API}/multi-order/sync`]: order(cancelMany),
  [`DELETE ${API}/positions`]: order(exitPositions),
  [`POST ${API}/positions`]: { kind: "other", needs: "address", serve: convertPosition },

  [`GET ${DATA}/quotes`]: read(quotes),
  [`GET ${DATA}/depth`]: read(depth),
  [`GET ${DATA}/history`]: read(history),
  [`GET ${DATA}/marketStatus`]: read(marketStatus),
  [`POST ${DATA}/symbol-token`]: { kind: "reads", needs: "token", serve: symbolTokens },

  [`GET ${MASTER}/NSE_CM.csv`]: open(masterCsv),
  [`GET ${MASTER}/NSE_CM_sym_master.json`]: open(masterJson),
  [`GET ${MASTER}/index_hsm_mapping.json`]: open(indexMapping),
};

const routes = new Map(Object.entries(table));

export const routeOf = (method: string, path: string): Route | null => routes.get(`${method} ${path}`) ?? null;
