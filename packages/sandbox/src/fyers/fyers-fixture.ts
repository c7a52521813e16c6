import { rupees } from "@vriddhi/core/shared/money";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { type BrokerClient, type Clients, createClients, type NewClient } from "../broker/client.ts";
import { totpAt } from "../broker/totp.ts";
import type { BrokerCore, Frame, Line, Moment, Peer, WireReply, WireRequest } from "../broker/wire.ts";
import { createEventHub, type EventHub } from "../exchange/event-hub.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { anExchange, at } from "../exchange/exchange-fixture.ts";
import { createFaults, type Faults } from "../faults/faults.ts";
import { createFyers } from "./fyers.ts";
import { appIdHash } from "./login-steps.ts";

const HUMAN_START = epochMs(Date.parse("2026-11-15T10:00:00Z"));
export const REDIRECT = "https://app.example/back";

export interface Bench {
  readonly core: BrokerCore;
  readonly hub: EventHub;
  readonly clients: Clients;
  readonly faults: Faults;
  readonly charu: BrokerClient;
  readonly posted: { readonly url: string; readonly body: Record<string, unknown> }[];
  moment: Moment;
  /** Advances the market clock only. */
  go(market: EpochMs): void;
  /** Advances both clocks past any rate window. */
  wait(ms: number): void;
}

export function aBench(
  exchange: Exchange = anExchange(),
  client: Partial<NewClient> = {},
  market: EpochMs = at("09:30"),
): Bench {
  const hub = createEventHub(exchange);
  const clients = createClients("fyers", hub.exchange);
  const charu = clients.open({
    id: "FY00001",
    cashPaise: rupees(10_000_000),
    redirectUrl: REDIRECT,
    ...client,
  });
  const faults = createFaults();
  const posted: Bench["posted"] = [];
  const post = (url: string, body: string) => {
    posted.push({ url, body: JSON.parse(body) as Record<string, unknown> });
  };
  const core = createFyers({ hub, clients, faults, secret: "test", post });
  const bench: Bench = {
    core,
    hub,
    clients,
    faults,
    charu,
    posted,
    moment: { human: HUMAN_START, market },
    go(market) {
      bench.moment = { ...bench.moment, market };
      hub.exchange.advance(market);
    },
    wait(ms) {
      bench.moment = { human: epochMs(bench.moment.human + ms), market: epochMs(bench.moment.market + ms) };
    },
  };
  hub.exchange.advance(bench.moment.market);
  return bench;
}

export interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly from?: string;
}

export function aRequest(method: string, address: string, { headers = {}, body, from = "127.0.0.1" }: Asked = {}) {
  const [path = "", query = ""] = address.split("?");
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  return { method, path, query: new URLSearchParams(query), headers, body: text, from } satisfies WireRequest;
}

export type Json = Record<string, unknown>;

export interface Answered {
  readonly status: number;
  readonly headers: WireReply["headers"];
  readonly body: Json;
}

export const parse = ({ status, headers, body }: WireReply): Answered => ({
  status,
  headers,
  body: JSON.parse(String(body)) as Json,
});

export function ask(bench: Bench, method: string, address: string, asked: Asked = {}): Answered {
  return parse(bench.core.handle(aRequest(method, address, asked), bench.moment));
}

/** The four steps without a browser, then the grant. */
export function authCode(bench: Bench, client: BrokerClient = bench.charu): string {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(bench, "POST", path, { body, headers }).body;
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const first = post("/vagator/v2/send_login_otp_v2", { fy_id: base64(client.id), app_id: "2" });
  const otp = totpAt(client.totpSecret, bench.moment.human);
  const second = post("/vagator/v2/verify_otp", { request_key: first["request_key"], otp });
  const pin = { request_key: second["request_key"], identity_type: "pin", identifier: base64(client.pin) };
  const web = post("/vagator/v2/verify_pin_v2", pin)["data"] as Json;
  const [app, appType] = client.app.key.split("-");
  const wanted = { fyers_id: client.id, app_id: app, redirect_uri: client.app.redirectUrl, appType, state: "x" };
  const granted = post("/api/v3/token", wanted, { authorization: `Bearer ${web["access_token"]}` });
  return new URL(String(granted["Url"])).searchParams.get("auth_code") ?? "";
}

export function logIn(bench: Bench, client: BrokerClient = bench.charu): string {
  const body = { grant_type: "authorization_code", appIdHash: appIdHash(client), code: authCode(bench, client) };
  const opened = ask(bench, "POST", "/api/v3/validate-authcode", { body });
  return `${client.app.key}:${opened.body["access_token"]}`;
}

/** Ten SBIN at a limit far below the market by default. */
export const anOrder = (change: Json = {}): Json => ({
  symbol: "NSE:SBIN-EQ",
  qty: 10,
  type: 1,
  side: 1,
  productType: "INTRADAY",
  limitPrice: 1_000,
  stopPrice: 0,
  disclosedQty: 0,
  validity: "DAY",
  offlineOrder: false,
  stopLoss: 0,
  takeProfit: 0,
  ...change,
});

export interface RecordedPeer extends Peer {
  readonly frames: Frame[];
  closedWith: number | null;
}

export function aPeer(): RecordedPeer {
  const received: RecordedPeer = {
    frames: [],
    closedWith: null,
    send: (frame) => received.frames.push(frame),
    close(code) {
      received.closedWith = code ?? 1_000;
    },
  };
  return received;
}

export function dial(
  bench: Bench,
  path: string,
  headers: Record<string, string> = {},
): { line: Line; peer: RecordedPeer } {
  const peer = aPeer();
  const dialled = bench.core.dial(aRequest("GET", path, { headers }), peer, bench.moment);
  if (!dialled.ok) throw new Error(`refused: ${String(dialled.reply.body)}`);
  return { line: dialled.line, peer };
}
