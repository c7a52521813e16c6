import type { CallKind } from "../broker/wire.ts";
import { closeSession, openSession, renewSession } from "./app-session.ts";
import type { Serve, ServeSession } from "./kite.ts";
import type { LimitClass } from "./limits.ts";
import { estimateBasket, estimateCharges, estimateOrders } from "./margins.ts";
import { readCandles, readExchangeInstruments, readInstruments } from "./market-files.ts";
import { cancelOrder, listOrders, modifyOrder, placeOrder, readHistory } from "./orders.ts";
import { convertPosition, readAuctions, readHoldings, readPositions } from "./portfolio.ts";
import { readOhlc, readPrices, readQuotes } from "./quotes.ts";
import { listOrderTrades, listTrades } from "./trades.ts";
import { readMargins, readProfile, readSegmentMargins } from "./user.ts";
import { apiLogin, apiTwofa, finishLogin, showLogin, takeCode, takePassword } from "./web-login.ts";

/** Open routes need no session and are not counted: they lead to one, or are the public instrument list. */
export type Route = { readonly kind: CallKind } & (
  | { readonly access: "open"; readonly serve: Serve }
  | { readonly access: "session"; readonly limit: LimitClass; readonly serve: ServeSession }
);

const open = (kind: CallKind, serve: Serve): Route => ({ access: "open", kind, serve });
const guarded =
  (kind: CallKind, limit: LimitClass) =>
  (serve: ServeSession): Route => ({ access: "session", kind, limit, serve });
const read = guarded("reads", "other");
const quote = guarded("reads", "quote");
const change = guarded("orders", "other");

/** `*` matches one part of the path. */
export const ROUTES: Readonly<Record<string, Route>> = {
  "GET /connect/login": open("login", showLogin),
  "POST /connect/login": open("login", takePassword),
  "POST /connect/twofa": open("login", takeCode),
  "GET /connect/finish": open("login", finishLogin),
  "POST /api/login": open("login", apiLogin),
  "POST /api/twofa": open("login", apiTwofa),
  "POST /session/token": open("login", openSession),
  "DELETE /session/token": open("login", closeSession),
  "POST /session/refresh_token": open("login", renewSession),
  "GET /user/profile": read(readProfile),
  "GET /user/margins": read(readMargins),
  "GET /user/margins/*": read(readSegmentMargins),
  "GET /orders": read(listOrders),
  "GET /orders/*": read(readHistory),
  "GET /orders/*/trades": read(listOrderTrades),
  "POST /orders/*": guarded("orders", "place")(placeOrder),
  "PUT /orders/*/*": change(modifyOrder),
  "DELETE /orders/*/*": change(cancelOrder),
  "GET /trades": read(listTrades),
  "GET /portfolio/positions": read(readPositions),
  "PUT /portfolio/positions": guarded("other", "other")(convertPosition),
  "GET /portfolio/holdings": read(readHoldings),
  "GET /portfolio/holdings/auctions": read(readAuctions),
  "POST /margins/orders": read(estimateOrders),
  "POST /margins/basket": read(estimateBasket),
  "POST /charges/orders": read(estimateCharges),
  "GET /quote": quote(readQuotes),
  "GET /quote/ohlc": quote(readOhlc),
  "GET /quote/ltp": quote(readPrices),
  "GET /instruments": open("reads", readInstruments),
  "GET /instruments/*": open("reads", readExchangeInstruments),
  "GET /instruments/historical/*/*": guarded("reads", "history")(readCandles),
};

interface Entry {
  readonly method: string;
  readonly parts: readonly string[];
  readonly route: Route;
}

/** The first part of a path is never a variable, and few routes share it. */
const byFirstPart = new Map<string, Entry[]>();
for (const [name, route] of Object.entries(ROUTES)) {
  const [method = "", path = ""] = name.split(" ");
  const parts = path.slice(1).split("/");
  const first = parts[0] ?? "";
  byFirstPart.set(first, [...(byFirstPart.get(first) ?? []), { method, parts, route }]);
}

const fits = (entry: Entry, parts: readonly string[]): boolean =>
  entry.parts.length === parts.length && entry.parts.every((part, index) => part === "*" || part === parts[index]);

export interface Found {
  readonly route: Route;
  readonly parts: readonly string[];
}

/** The route of a call; `method` when the path exists for other methods only. */
export function findRoute(method: string, path: string): Found | "path" | "method" {
  const parts = path.slice(1).split("/");
  const there = (byFirstPart.get(parts[0] ?? "") ?? []).filter((entry) => fits(entry, parts));
  const entry = there.find((candidate) => candidate.method === method);
  if (entry === undefined) return there.length === 0 ? "path" : "method";
  return { route: entry.route, parts: parts.filter((_, index) => entry.parts[index] === "*") };
}
