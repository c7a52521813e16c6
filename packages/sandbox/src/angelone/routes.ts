import type { BookRead, CallKind } from "../broker/wire.ts";
import { getAllHolding, getHolding, getProfile, getRMS } from "./account.ts";
import { convertPosition, getOrderBook, getPosition, getTradeBook, orderDetails } from "./books.ts";
import type { Handler, OpenHandler } from "./call.ts";
import { estimateCharges, marginBatch } from "./estimates.ts";
import { getCandleData, getOIData } from "./history.ts";
import type { Bucket } from "./limits.ts";
import { generateTokens, loginByPassword, logout } from "./login.ts";
import { cancelOrder, modifyOrder, placeOrder } from "./orders.ts";
import { PUBLISHER_LOGIN, showPublisherLogin, takePublisherLogin } from "./publisher-login.ts";
import { getLtpData, marketQuote, nseIntraday, searchScrip } from "./quotes.ts";
import { failure } from "./reply.ts";
import { SCRIP_MASTER } from "./scrip-master.ts";

type Method = "GET" | "POST";

interface OpenRoute {
  readonly access: "open";
  readonly kind: CallKind;
  readonly run: OpenHandler;
}

/** For a browser: no JSON, no application headers. */
interface PageRoute extends Omit<OpenRoute, "access"> {
  readonly access: "page";
}

export interface ClientRoute {
  /** `orders` accepts calls only from the client's registered addresses. */
  readonly access: "session" | "orders";
  readonly kind: CallKind;
  readonly buckets: readonly Bucket[];
  readonly run: Handler;
}

export type Route = OpenRoute | PageRoute | ClientRoute;
type Routes = Readonly<Record<string, Readonly<Partial<Record<Method, Route>>>>>;

const AUTH = "/rest/auth/angelbroking";
const SECURE = "/rest/secure/angelbroking";
const DETAILS = `${SECURE}/order/v1/details/`;
export const PLACE_ORDER = `${SECURE}/order/v1/placeOrder`;

const open = (run: OpenHandler): Route => ({ access: "open", kind: "login", run });
const page = (run: OpenHandler): Route => ({ access: "page", kind: "login", run });
const read = (bucket: Bucket, run: Handler): Route => ({ access: "session", kind: "reads", buckets: [bucket], run });
const write = (buckets: readonly Bucket[], run: Handler): Route => ({ access: "orders", kind: "orders", buckets, run });

/** Broker-side rules are not simulated; only their access check is. */
const noRules: Handler = () => failure("AB9000");

const quote: Route = read("marketQuote", marketQuote);
const details: Route = read("orderDetails", orderDetails);
const ltp: Route = read("getLtpData", getLtpData);

export const routes: Routes = {
  [PUBLISHER_LOGIN]: { GET: page(showPublisherLogin), POST: page(takePublisherLogin) },
  [`${AUTH}/user/v1/loginByPassword`]: { POST: open(loginByPassword) },
  [`${AUTH}/jwt/v1/generateTokens`]: { POST: open(generateTokens) },
  [`${SECURE}/user/v1/logout`]: { POST: { access: "session", kind: "login", buckets: ["logout"], run: logout } },
  [`${SECURE}/user/v1/getProfile`]: { GET: read("getProfile", getProfile) },
  [`${SECURE}/user/v1/getRMS`]: { GET: read("getRMS", getRMS) },
  [PLACE_ORDER]: { POST: write(["orderWrites", "placeOrder"], placeOrder) },
  [`${SECURE}/order/v1/modifyOrder`]: { POST: write(["orderWrites", "modifyOrder"], modifyOrder) },
  [`${SECURE}/order/v1/cancelOrder`]: { POST: write(["orderWrites", "cancelOrder"], cancelOrder) },
  [`${SECURE}/order/v1/getOrderBook`]: { GET: read("getOrderBook", getOrderBook) },
  [`${SECURE}/order/v1/getTradeBook`]: { GET: read("getTradeBook", getTradeBook) },
  [`${SECURE}/order/v1/getPosition`]: { GET: read("getPosition", getPosition) },
  [`${SECURE}/order/v1/convertPosition`]: { POST: read("convertPosition", convertPosition) },
  [`${SECURE}/order/v1/getLtpData`]: { POST: ltp },
  [`/order-service${SECURE}/order/v1/getLtpData`]: { POST: ltp },
  [`${SECURE}/order/v1/searchScrip`]: { POST: read("searchScrip", searchScrip) },
  [`${SECURE}/portfolio/v1/getHolding`]: { GET: read("getHolding", getHolding) },
  [`${SECURE}/portfolio/v1/getAllHolding`]: { GET: read("getAllHolding", getAllHolding) },
  [`${SECURE}/market/v1/quote`]: { POST: quote },
  [`${SECURE}/market/v1/quote/`]: { POST: quote },
  [`${SECURE}/historical/v1/getCandleData`]: { POST: read("getCandleData", getCandleData) },
  [`${SECURE}/historical/v1/getOIData`]: { POST: read("getCandleData", getOIData) },
  [`${SECURE}/margin/v1/batch`]: { POST: read("marginBatch", marginBatch) },
  [`${SECURE}/brokerage/v1/estimateCharges`]: { POST: read("estimateCharges", estimateCharges) },
  [`${SECURE}/marketData/v1/nseIntraday`]: { GET: read("nseIntraday", nseIntraday) },
  [`${SECURE}/gtt/v1/createRule`]: { POST: write(["gttWrites"], noRules) },
  [`${SECURE}/gtt/v1/modifyRule`]: { POST: write(["gttWrites"], noRules) },
  [`${SECURE}/gtt/v1/cancelRule`]: { POST: write(["gttWrites"], noRules) },
  [`${SECURE}/gtt/v1/ruleDetails`]: { POST: read("gttReads", noRules) },
  [`${SECURE}/gtt/v1/ruleList`]: { POST: read("gttReads", noRules) },
};

export interface Found {
  /** `wrong method`: the path exists for another method. */
  readonly route: Route | "unknown" | "wrong method";
  readonly rest: string;
}

export function findRoute(method: string, path: string): Found {
  if (path.startsWith(DETAILS)) {
    return { route: method === "GET" ? details : "wrong method", rest: path.slice(DETAILS.length) };
  }
  const verbs = Object.hasOwn(routes, path) ? routes[path] : undefined;
  if (verbs === undefined) return { route: "unknown", rest: "" };
  const route = method === "GET" || method === "POST" ? verbs[method] : undefined;
  return { route: route ?? "wrong method", rest: "" };
}

export function kindOfPath(method: string, path: string): CallKind {
  const { route } = findRoute(method, path);
  if (typeof route !== "string") return route.kind;
  return path === SCRIP_MASTER ? "reads" : "other";
}

const BOOKS: Readonly<Record<string, BookRead>> = {
  [`${SECURE}/order/v1/getOrderBook`]: "book",
  [`${SECURE}/order/v1/getTradeBook`]: "book",
  [`${SECURE}/order/v1/getPosition`]: "positions",
};

export const bookReadOf = (path: string): BookRead => (path.startsWith(DETAILS) ? "book" : (BOOKS[path] ?? null));
