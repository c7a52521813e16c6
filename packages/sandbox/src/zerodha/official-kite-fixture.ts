import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type EpochMs, epochMs, later, SECOND_MS } from "@vriddhi/core/time/clock";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type BrokerClient, type Clients, createClients } from "../broker/client.ts";
import { type Shell, startShell } from "../broker/start-shell.ts";
import { totpAt } from "../broker/totp.ts";
import type { BrokerCore, Moment } from "../broker/wire.ts";
import { createEventHub } from "../exchange/event-hub.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { anExchange, at, rs } from "../exchange/exchange-fixture.ts";
import { createFaults, type Faults } from "../faults/faults.ts";
import { createZerodha } from "./zerodha.ts";

const SCRIPT = path.join(import.meta.dirname, "client-script/kiteconnect-child.mjs");
const BEAT_MS = 25;
export const SBIN = 779_521;

/** The official client's results are untyped. */
export type Loose = Readonly<Record<string, unknown>>;

interface ReceivedEvent {
  readonly event: string;
  readonly args: readonly unknown[];
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: unknown;
}

class OfficialClient {
  readonly received: ReceivedEvent[] = [];
  private readonly waiting = new Map<number, (reply: Reply) => void>();
  private readonly child: ChildProcess;
  private count = 0;

  constructor(cwd: string) {
    this.child = fork(SCRIPT, { cwd, env: { TZ: "Asia/Kolkata" }, execArgv: [] });
    this.child.on("message", (message: ReceivedEvent | Reply) => {
      if ("event" in message) this.received.push(message);
      else this.waiting.get(message.id)?.(message);
    });
  }

  ask<T = unknown>(target: "connect" | "ticker", method: string, ...args: unknown[]): Promise<T> {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, ({ value, error }) => (error === undefined ? resolve(value as T) : reject(error)));
      this.child.send({ id, target, method, args });
    });
  }

  eventsOf = <T = Loose>(event: string): T[] =>
    this.received.filter((received) => received.event === event).map(({ args }) => args[0] as T);

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill();
    await ended;
  }
}

interface KiteRig {
  human: EpochMs;
  market: EpochMs;
  marketStepMs: number;
  posts: { url: string; body: string }[];
  exchange: Exchange;
  clients: Clients;
  client: BrokerClient;
  faults: Faults;
  core: BrokerCore;
  shell: Shell;
  official: OfficialClient;
  driver: NodeJS.Timeout;
}

export const rig = { human: epochMs(Date.UTC(2026, 10, 15, 12)) } as KiteRig;

const now = (): Moment => ({ human: rig.human, market: rig.market });

/** Call once at the top of a test file. */
export function useOfficialKite(): void {
  let folder: string;

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "kiteconnect-"));
    rig.official = new OfficialClient(folder);
  });
  afterAll(async () => {
    await rig.official.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    rig.market = at("09:20");
    rig.marketStepMs = 0;
    rig.posts = [];
    rig.faults = createFaults();
    const hub = createEventHub(anExchange({ detail: "full" }));
    rig.exchange = hub.exchange;
    rig.clients = createClients("zerodha", rig.exchange);
    rig.core = createZerodha({
      hub,
      clients: rig.clients,
      faults: rig.faults,
      secret: "test",
      post: (url, body) => rig.posts.push({ url, body }),
    });
    rig.client = rig.clients.open({
      id: "ZA0001",
      cashPaise: rs(100_000),
      redirectUrl: "http://app.example/zerodha/back",
      postbackUrl: "http://app.example/zerodha/postback",
      orderAddresses: ["127.0.0.1"],
    });
    rig.exchange.advance(rig.market);
    rig.shell = await startShell({
      core: rig.core,
      exchange: () => rig.exchange,
      faults: rig.faults,
      target: "zerodha",
      now,
    });
    rig.driver = setInterval(() => {
      rig.human = later(rig.human, BEAT_MS);
      rig.market = later(rig.market, rig.marketStepMs);
      rig.exchange.advance(rig.market);
      rig.core.beat(now());
    }, BEAT_MS);
    rig.official.received.length = 0;
    await rig.official.ask("connect", "make", { api_key: rig.client.app.key, root: rig.shell.baseUrl });
  });

  afterEach(async () => {
    clearInterval(rig.driver);
    await rig.shell.stop();
  });
}

/** Calls the REST client in its own second, so that no limit applies. */
export function kite<T = unknown>(method: string, ...args: unknown[]): Promise<T> {
  rig.human = later(rig.human, SECOND_MS);
  return rig.official.ask<T>("connect", method, ...args);
}

const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });

/** The unattended login: password, code, and the redirects to the application. */
export async function requestToken(): Promise<string> {
  const loginUrl = new URL(String(await kite("getLoginURL")));
  const entry = `${rig.shell.baseUrl}${loginUrl.pathname}${loginUrl.search}`;
  const login = await fetch(
    `${rig.shell.baseUrl}/api/login`,
    form({ user_id: rig.client.id, password: rig.client.password }),
  );
  const { data } = (await login.json()) as { data: { request_id: string; twofa_type: string } };
  const twofa = await fetch(
    `${rig.shell.baseUrl}/api/twofa`,
    form({
      user_id: rig.client.id,
      request_id: data.request_id,
      twofa_value: totpAt(rig.client.totpSecret, rig.human),
      twofa_type: data.twofa_type,
    }),
  );
  const cookie = (twofa.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  let address = entry;
  for (let hop = 0; hop < 3; hop++) {
    const reply = await fetch(address, { redirect: "manual", headers: { cookie } });
    address = reply.headers.get("location") ?? "";
    const token = new URL(address).searchParams.get("request_token");
    if (token !== null) return token;
  }
  throw new Error("the login led nowhere");
}

export const logIn = async () =>
  kite<{ access_token: string }>("generateSession", await requestToken(), rig.client.app.secret);

export const draft = (change: Record<string, unknown> = {}) => ({
  exchange: "NSE",
  tradingsymbol: "SBIN",
  transaction_type: "BUY",
  order_type: "LIMIT",
  product: "MIS",
  quantity: 10,
  price: rig.exchange.quote("SBIN").lowerCircuit / 100,
  tag: "k7x2m9q4w1e8r5t0y3u6",
  ...change,
});

export const place = async (change: Record<string, unknown> = {}): Promise<string> =>
  (await kite<{ order_id: string }>("placeOrder", "regular", draft(change))).order_id;

export const bookRow = async (orderId: string) =>
  (await kite<{ order_id: string }[]>("getOrders")).find(({ order_id }) => order_id === orderId);

export const history = async (orderId: string): Promise<string[]> =>
  (await kite<{ status: string }[]>("getOrderHistory", orderId)).map(({ status }) => status);

export const until = async (isTrue: () => boolean): Promise<void> => {
  for (let tries = 0; !isTrue(); tries++) {
    if (tries > 400) throw new Error("it never happened");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
