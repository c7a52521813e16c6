import { createHash } from "node:crypto";
import { type EpochMs, epochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { type BrokerClient, type Clients, createClients, type NewClient } from "../broker/client.ts";
import { totpAt } from "../broker/totp.ts";
import type { BrokerCore, Frame, Line, Moment, Peer, WireReply } from "../broker/wire.ts";
import { createEventHub } from "../exchange/event-hub.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { anExchange, at, rs } from "../exchange/exchange-fixture.ts";
import type { ExchangeSettings } from "../exchange/settings.ts";
import { createFaults, type Faults } from "../faults/faults.ts";
import { createZerodha } from "./zerodha.ts";

/** Kite with two clients and two clocks that move on request. */

const OPEN_TIME = at("09:20");
const HUMAN_START = epochMs(Date.UTC(2026, 10, 15, 12));
const LAKH = rs(100_000);

export interface CallOptions {
  readonly form?: Readonly<Record<string, string | number>>;
  readonly json?: unknown;
  readonly body?: string;
  readonly token?: string | null;
  readonly cookie?: string;
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: { data?: unknown; status?: string; message?: string; error_type?: string };
}

export interface TestSocket {
  readonly frames: Frame[];
  readonly line: Line | null;
  readonly refusal: WireReply | null;
  isClosed: boolean;
  say(message: unknown): void;
  texts(): { type: string; data: Record<string, unknown> }[];
  /** Market data alone, without heartbeats. */
  ticks(): Uint8Array[];
}

export interface Kite {
  readonly exchange: Exchange;
  readonly clients: Clients;
  readonly faults: Faults;
  readonly core: BrokerCore;
  readonly anil: BrokerClient;
  readonly asha: BrokerClient;
  readonly posts: { url: string; body: string }[];
  now(): Moment;
  /** Moves both clocks, by one second by default; the exchange follows with the next `beat`. */
  pass(ms?: number): void;
  toMarket(instant: EpochMs): void;
  call(method: string, path: string, options?: CallOptions): Answer;
  /** Logs in on the broker's page and redeems the request token for an access token. */
  logIn(client?: BrokerClient): string;
  dial(token: string, client?: BrokerClient): TestSocket;
  beat(): void;
}

const toBody = ({ form, json, body }: CallOptions): string => {
  if (body !== undefined) return body;
  if (json !== undefined) return JSON.stringify(json);
  return form === undefined ? "" : formText(form);
};

export const formText = (form: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(Object.entries(form).map(([name, value]): [string, string] => [name, String(value)])).toString();

const parse = (text: string): Answer["body"] => {
  try {
    return JSON.parse(text) as Answer["body"];
  } catch {
    return {};
  }
};

export const checksum = (...parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("")).digest("hex");

function aSocket(core: BrokerCore, path: string, now: () => Moment): TestSocket {
  const frames: Frame[] = [];
  const socket = { isClosed: false };
  const peer: Peer = {
    send: (frame) => frames.push(frame),
    close: () => {
      socket.isClosed = true;
    },
  };
  const [, query = ""] = path.split("?");
  const request = { method: "GET", path: "/", query: new URLSearchParams(query), headers: {}, body: "", from: "" };
  const dialled = core.dial(request, peer, now());
  const line = dialled.ok ? dialled.line : null;
  return Object.assign(socket, {
    frames,
    line,
    refusal: dialled.ok ? null : dialled.reply,
    say: (message: unknown) => line?.receive(typeof message === "string" ? message : JSON.stringify(message), now()),
    texts: () => frames.flatMap((frame) => (typeof frame === "string" ? [JSON.parse(frame)] : [])),
    ticks: () => frames.flatMap((frame) => (typeof frame !== "string" && frame.length > 1 ? [frame] : [])),
  });
}

export interface KiteOptions {
  readonly settings?: Partial<ExchangeSettings>;
  readonly anil?: Partial<NewClient>;
}

/** Two clients with a lakh each. Without settings there is no synthetic market: only they trade. */
export function openKite({ settings = { hasSyntheticMarket: false }, anil: anilOptions = {} }: KiteOptions = {}): Kite {
  const hub = createEventHub(anExchange(settings));
  const clients = createClients("zerodha", hub.exchange);
  const faults = createFaults();
  const posts: { url: string; body: string }[] = [];
  const core = createZerodha({ hub, clients, faults, secret: "test", post: (url, body) => posts.push({ url, body }) });
  const anil = clients.open({ id: "ZA0001", cashPaise: LAKH, redirectUrl: "https://app.example/back", ...anilOptions });
  const asha = clients.open({ id: "ZA0002", cashPaise: LAKH });
  let human = HUMAN_START;
  let market = OPEN_TIME;
  const now = (): Moment => ({ human, market });

  function call(method: string, path: string, options: CallOptions = {}): Answer {
    const [route = "", query = ""] = path.split("?");
    const owner = [anil, asha].find(({ app }) => tokens.get(app.key) === options.token);
    const reply = core.handle(
      {
        method,
        path: route,
        query: new URLSearchParams(query),
        headers: {
          ...(options.token ? { authorization: `token ${owner?.app.key ?? anil.app.key}:${options.token}` } : {}),
          ...(options.cookie ? { cookie: options.cookie } : {}),
          host: "127.0.0.1:9",
        },
        body: toBody(options),
        from: options.from ?? "127.0.0.1",
      },
      now(),
    );
    const text = String(reply.body);
    return { status: reply.status, headers: reply.headers, text, body: parse(text) };
  }

  const tokens = new Map<string, string>();
  function logIn(client: BrokerClient = anil): string {
    const requestToken = requestTokenFor(call, client, human);
    const form = {
      api_key: client.app.key,
      request_token: requestToken,
      checksum: checksum(client.app.key, requestToken, client.app.secret),
    };
    const { access_token: token } = call("POST", "/session/token", { form }).body.data as { access_token: string };
    tokens.set(client.app.key, token);
    return token;
  }

  return {
    exchange: hub.exchange,
    clients,
    faults,
    core,
    anil,
    asha,
    posts,
    now,
    pass(ms = SECOND_MS) {
      human = later(human, ms);
      market = later(market, ms);
    },
    toMarket(instant) {
      market = instant;
      hub.exchange.advance(instant);
    },
    call,
    logIn,
    dial: (token, client = anil) => aSocket(core, `/?api_key=${client.app.key}&access_token=${token}&uid=1`, now),
    beat() {
      hub.exchange.advance(market);
      core.beat(now());
    },
  };
}

export function requestTokenFor(call: Kite["call"], client: BrokerClient, human: EpochMs): string {
  const login = call("POST", "/api/login", { form: { user_id: client.id, password: client.password } });
  const { request_id: requestId, twofa_type: type } = login.body.data as { request_id: string; twofa_type: string };
  const code = totpAt(client.totpSecret, human);
  const twofa = call("POST", "/api/twofa", {
    form: { user_id: client.id, request_id: requestId, twofa_value: code, twofa_type: type },
  });
  const cookie = (twofa.headers["set-cookie"] ?? "").split(";")[0] ?? "";
  let address = `/connect/login?v=3&api_key=${client.app.key}`;
  for (let hop = 0; hop < 3; hop++) {
    const target = new URL(call("GET", address, { cookie }).headers["location"] ?? "", "http://127.0.0.1:9");
    const token = target.searchParams.get("request_token");
    if (token !== null) return token;
    address = `${target.pathname}${target.search}`;
  }
  return "";
}

/** Ten SBIN to buy for 1,083 rupees each, by default. */
export const draft = (change: Readonly<Record<string, string | number>> = {}) => ({
  exchange: "NSE",
  tradingsymbol: "SBIN",
  transaction_type: "BUY",
  order_type: "LIMIT",
  product: "MIS",
  quantity: 10,
  price: 1083,
  validity: "DAY",
  ...change,
});

type Change = Readonly<Record<string, string | number>>;

export const place = (kite: Kite, token: string, change: Change = {}): Answer =>
  kite.call("POST", "/orders/regular", { token, form: draft(change) });

export function placeOk(kite: Kite, token: string, change: Change = {}): string {
  const answer = place(kite, token, change);
  if (answer.status !== 200) throw new Error(answer.text);
  return (answer.body.data as { order_id: string }).order_id;
}

export type Row = Record<string, unknown> & { order_id: string; status: string };

export const orderBook = (kite: Kite, token: string): Row[] =>
  kite.call("GET", "/orders", { token }).body.data as Row[];

/** The order's row in the book. Moves the clocks by a second first, so that the rate limit allows the call. */
export function bookRow(kite: Kite, token: string, orderId: string): Row {
  kite.pass();
  const row = orderBook(kite, token).find(({ order_id }) => order_id === orderId);
  if (row === undefined) throw new Error(`${orderId} is not in the book`);
  return row;
}

export const refusal = (status: number, type: string, message: string) => ({
  status,
  body: { status: "error", message, data: null, error_type: type },
});
