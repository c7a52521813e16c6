import { type EpochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { BrokerClient, Clients, NewClient } from "../broker/client.ts";
import { createClients } from "../broker/client.ts";
import { totpAt } from "../broker/totp.ts";
import type { BrokerCore, Frame, Line, Moment, WireReply, WireRequest } from "../broker/wire.ts";
import { createEventHub, type EventHub } from "../exchange/event-hub.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { aQuietExchange, at as istTime, rs } from "../exchange/exchange-fixture.ts";
import { createFaults, type Faults } from "../faults/faults.ts";
import { createAngelOne } from "./create-angelone.ts";

/** Angel One at ten on a Monday. Bela is the client and logs in on request. */

export const SECURE = "/rest/secure/angelbroking";
export const LOGIN = "/rest/auth/angelbroking/user/v1/loginByPassword";
export const RENEW = "/rest/auth/angelbroking/jwt/v1/generateTokens";
export const ORDER = `${SECURE}/order/v1`;

const BELA = "B100001";

export interface Tokens {
  readonly jwtToken: string;
  readonly refreshToken: string;
  readonly feedToken: string;
}

/** Application and gateway name the same fields differently. */
export interface ApiReply<Data = unknown> {
  readonly status?: boolean;
  readonly success?: boolean;
  readonly message: string;
  readonly errorcode?: string;
  readonly errorCode?: string;
  readonly data: Data;
}

export type Row = Readonly<Record<string, string | number | null>>;

export interface Posted {
  readonly url: string;
  readonly body: Record<string, unknown>;
}

interface Ask {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly from?: string;
  readonly raw?: string;
}

export interface Caller {
  readonly frames: Frame[];
  readonly closed: { code: number | undefined; reason: string | undefined }[];
  texts(): string[];
  packets(): Buffer[];
  send(text: string): void;
  hangUp(): void;
}

export interface AngelWorld {
  readonly core: BrokerCore;
  readonly exchange: Exchange;
  readonly hub: EventHub;
  readonly clients: Clients;
  readonly faults: Faults;
  readonly posted: Posted[];
  readonly bela: BrokerClient;
  now(): Moment;
  /** Human time passes while the market's is frozen. */
  wait(ms: number): void;
  moveTo(market: EpochMs): void;
  reply(method: string, path: string, body?: unknown, ask?: Ask): WireReply;
  /** The same, parsed as JSON, a second after the previous call. */
  call<Data = unknown>(method: string, path: string, body?: unknown, ask?: Ask): ApiReply<Data>;
  open(client: Partial<NewClient> & { readonly id: string }): BrokerClient;
  login(client?: BrokerClient): Tokens;
  as(tokens: Tokens, client?: BrokerClient): Readonly<Record<string, string>>;
  dial(path: string, headers: Readonly<Record<string, string>>, query?: string): Caller | WireReply;
}

export const bodyOf = <Data = unknown>(reply: WireReply): ApiReply<Data> => JSON.parse(String(reply.body));

function callerOf(line: { value: Line | null }, moment: () => Moment) {
  const frames: Frame[] = [];
  const closed: Caller["closed"] = [];
  return {
    peer: {
      send: (frame: Frame) => void frames.push(frame),
      close: (code?: number, reason?: string) => void closed.push({ code, reason }),
    },
    caller: {
      frames,
      closed,
      texts: () => frames.filter((frame) => typeof frame === "string"),
      packets: () => frames.filter((frame) => typeof frame !== "string").map((frame) => Buffer.from(frame)),
      send: (text: string) => line.value?.receive(text, moment()),
      hangUp: () => line.value?.closed(),
    },
  };
}

export const headersOf = (client: BrokerClient) => ({ "x-usertype": "USER", "x-privatekey": client.app.key });

function requestOf(method: string, path: string, body: unknown, ask: Ask): WireRequest {
  return {
    method,
    path,
    query: new URLSearchParams(ask.query ?? ""),
    headers: ask.headers ?? {},
    body: ask.raw ?? (body === undefined ? "" : JSON.stringify(body)),
    from: ask.from ?? "127.0.0.1",
  };
}

export function anAngelWorld(exchange: Exchange = aQuietExchange()): AngelWorld {
  const hub = createEventHub(exchange);
  const clients = createClients("angelone", hub.exchange);
  const faults = createFaults();
  const posted: Posted[] = [];
  const post = (url: string, body: string) => void posted.push({ url, body: JSON.parse(body) });
  const core = createAngelOne({ hub, clients, faults, secret: "angel", post });
  let moment: Moment = { human: istTime("10:00"), market: istTime("10:00") };
  const open: AngelWorld["open"] = (client) => clients.open({ cashPaise: rs(1_000_000), ...client });
  const bela = open({ id: BELA });
  hub.exchange.advance(moment.market);

  const wait = (ms: number) => {
    moment = { ...moment, human: later(moment.human, ms) };
  };
  const reply: AngelWorld["reply"] = (method, path, body, ask = {}) =>
    core.handle(requestOf(method, path, body, ask), moment);
  const call = <Data>(method: string, path: string, body?: unknown, ask?: Ask) => {
    wait(SECOND_MS);
    return bodyOf<Data>(reply(method, path, body, ask));
  };
  return {
    core,
    exchange: hub.exchange,
    hub,
    clients,
    faults,
    posted,
    bela,
    now: () => moment,
    wait,
    moveTo(market) {
      moment = { ...moment, market };
      hub.exchange.advance(market);
    },
    reply,
    call,
    open,
    login(client = bela) {
      wait(SECOND_MS);
      const { id, pin, totpSecret } = client;
      const body = { clientcode: id, password: pin, totp: totpAt(totpSecret, moment.human) };
      return bodyOf<Tokens>(reply("POST", LOGIN, body, { headers: headersOf(client) })).data;
    },
    as: ({ jwtToken }, client = bela) => ({ ...headersOf(client), authorization: `Bearer ${jwtToken}` }),
    dial(path, headers, query = "") {
      const line: { value: Line | null } = { value: null };
      const { peer, caller } = callerOf(line, () => moment);
      const dialled = core.dial(requestOf("GET", path, undefined, { headers, query }), peer, moment);
      if (!dialled.ok) return dialled.reply;
      line.value = dialled.line;
      return caller;
    },
  };
}

/** Ten SBIN intraday at 1,083 by default. */
export const anOrder = (change: Readonly<Record<string, unknown>> = {}) => ({
  variety: "NORMAL",
  tradingsymbol: "SBIN-EQ",
  symboltoken: "3045",
  transactiontype: "BUY",
  exchange: "NSE",
  ordertype: "LIMIT",
  producttype: "INTRADAY",
  duration: "DAY",
  price: "1083.00",
  triggerprice: "0",
  squareoff: "0",
  stoploss: "0",
  quantity: "10",
  disclosedquantity: "0",
  scripconsent: "yes",
  ordertag: "K7X2M9Q4W1E8R5T0Y3U6",
  ...change,
});

const isCaller = (dialled: Caller | WireReply): dialled is Caller => "frames" in dialled;

export function connected(dialled: Caller | WireReply): Caller {
  if (!isCaller(dialled)) throw new Error(`refused with ${dialled.status}`);
  return dialled;
}
