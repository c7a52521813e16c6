import {
  type BrokerInstrument,
  type BrokerOrder,
  brokerOrderId,
  type OrderTag,
  type OrderTicket,
} from "@vriddhi/core/order/order";
import { assert } from "@vriddhi/core/shared/assert";
import { type Paise, paise } from "@vriddhi/core/shared/money";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import type { Result } from "@vriddhi/core/shared/result";
import { HOUR_MS, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { BrokerClient } from "@vriddhi/sandbox/broker/client";
import type { CoreDeps } from "@vriddhi/sandbox/broker/core-deps";
import { logInByPage } from "@vriddhi/sandbox/broker/page-login";
import type { BrokerCore } from "@vriddhi/sandbox/broker/wire";
import type { Broker, Side } from "@vriddhi/sandbox/exchange/model";
import type { FaultKind, FaultScope } from "@vriddhi/sandbox/faults/faults";
import { expect, vi } from "vitest";
import type { Book } from "../port/book.ts";
import type { BrokerAdapter } from "../port/broker.ts";
import type { LoginMoment } from "../port/login-flow.ts";
import type { AccountAccess, Sending } from "../port/order-gateway.ts";
import type { BrokerCredentials, BrokerSession, Egress } from "../port/session.ts";
import type { AdapterDeps } from "../transport/adapter-deps.ts";
import { createHandTimers } from "../transport/virtual-timers-fixture.ts";
import { MAKER, startVenue, type Venue } from "./venue.ts";

export interface BrokerUnderTest {
  readonly broker: Broker;
  createCore(deps: CoreDeps): BrokerCore;
  /** `httpUrl` and `wsUrl` have no trailing slash. */
  createAdapter(
    urls: { readonly httpUrl: string; readonly wsUrl: string },
    deps: AdapterDeps,
    venue: Venue | null,
  ): BrokerAdapter;
  /** Left out where orders reach the simulator of `createCore` over a wire. */
  readonly unwired?: UnwiredBroker;
}

/** An adapter whose orders never reach the simulated exchange, although its prices fill them. */
export interface UnwiredBroker {
  ordersAt(venue: Venue, tag: string): readonly object[];
  fundsAt(venue: Venue, clientId: string): { readonly available: Paise; readonly blocked: Paise };
}

/** Upper bound for events that come soon; only a hang reaches it. */
export const PATIENCE = { timeout: MINUTE_MS, interval: 20 };

export const DIRECT: Egress = { localAddress: null, proxyUrl: null };
export const ENTRY: Sending = { lane: "entry", notAfter: null };
export const EXIT: Sending = { lane: "exit", notAfter: null };

/** Only a hang reaches these; where lateness is the subject, `expireCalls` ends the wait. */
const CALL_LIMIT_MS = HOUR_MS;
const TIMEOUTS = {
  connectMs: MINUTE_MS,
  orderStartMs: CALL_LIMIT_MS,
  orderMs: CALL_LIMIT_MS,
  readMs: CALL_LIMIT_MS,
  listMs: CALL_LIMIT_MS,
};

const lists = new WeakMap<BrokerUnderTest, readonly BrokerInstrument[]>();

export class Harness {
  readonly venue: Venue;
  readonly adapter: BrokerAdapter;
  readonly #underTest: BrokerUnderTest;
  readonly #adapters: BrokerAdapter[] = [];
  readonly #timers = createHandTimers(CALL_LIMIT_MS);
  #tags = 0;

  private constructor(underTest: BrokerUnderTest, venue: Venue) {
    this.#underTest = underTest;
    this.venue = venue;
    this.adapter = this.adapterAt(venue.baseUrl, venue.wsUrl);
  }

  static async start(underTest: BrokerUnderTest): Promise<Harness> {
    return new Harness(underTest, await startVenue(underTest));
  }

  adapterAt(httpUrl: string, wsUrl = httpUrl.replace(/^http/, "ws")): BrokerAdapter {
    const clock = { now: () => this.venue.now().human };
    const deps = { random: createSeededRandom(5), timers: this.#timers, clock, timeouts: TIMEOUTS };
    const adapter = this.#underTest.createAdapter({ httpUrl, wsUrl }, deps, this.venue);
    this.#adapters.push(adapter);
    return adapter;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#adapters.map((adapter) => adapter.close()));
    await this.venue.stop();
  }

  /** Expires every call that waits for a broker. */
  expireCalls(): void {
    this.#timers.expire();
  }

  /** The broker accepts the call without an answer: advances time until the caller gives up. */
  async givenUp<T>(call: Promise<T>): Promise<T> {
    await vi.waitFor(() => expect(this.venue.faults.list()).toEqual([]), PATIENCE);
    this.expireCalls();
    return call;
  }

  moment(): LoginMoment {
    return this.venue.now();
  }

  credentialsOf(client: BrokerClient): BrokerCredentials {
    return {
      clientId: client.id,
      appKey: client.app.key,
      appSecret: client.app.secret,
      pin: client.pin,
      totpSecret: client.totpSecret,
      totpCode: null,
      redirectUrl: client.app.redirectUrl,
    };
  }

  async grantFor(client: BrokerClient, url: string): Promise<string> {
    const landed = await logInByPage(url, { client, now: () => this.venue.now().human });
    const grant = this.adapter.login.readGrant(landed);
    assert(grant !== null, `the redirect carries a grant: ${landed}`);
    return grant;
  }

  /** Logs in as a user does, by the broker's flow. */
  async logIn(client: BrokerClient): Promise<BrokerSession> {
    const credentials = this.credentialsOf(client);
    const step = must(await this.adapter.login.begin(credentials, "state-1", DIRECT, this.moment()));
    if (step.kind === "done") return step.session;
    const grant = await this.grantFor(client, step.url);
    return must(await this.adapter.login.complete(credentials, grant, DIRECT, this.moment()));
  }

  async account(cashRupees?: number): Promise<{ readonly client: BrokerClient; readonly access: AccountAccess }> {
    const client = this.venue.openClient(cashRupees);
    return { client, access: { session: await this.logIn(client), egress: DIRECT, algoId: null } };
  }

  async instrument(access: AccountAccess, symbol = "SBIN"): Promise<BrokerInstrument> {
    const listed = lists.get(this.#underTest) ?? must(await this.adapter.instruments.list(access));
    lists.set(this.#underTest, listed);
    const found = listed.find((instrument) => instrument.symbol === symbol);
    assert(found !== undefined, `${symbol} is on the broker's list`);
    return found;
  }

  nextTag(): OrderTag {
    this.#tags++;
    return `VRIDDHI${String(this.#tags).padStart(8, "0")}` as OrderTag;
  }

  async ticket(access: AccountAccess, draft: Partial<OrderTicket> = {}, symbol = "SBIN"): Promise<OrderTicket> {
    return {
      tag: this.nextTag(),
      instrument: await this.instrument(access, symbol),
      side: "buy",
      quantity: 10,
      product: "intraday",
      pricing: { kind: "limit", limit: rs(1_083) },
      validity: "day",
      ...draft,
    };
  }

  offer(side: Side, price: Paise, quantity: number, symbol = "SBIN", account: string = MAKER): void {
    const { market } = this.venue.now();
    const pricing = { kind: "limit", price } as const;
    const { order } = this.venue.exchange.place({
      now: market,
      account,
      symbol,
      side,
      quantity,
      product: "intraday",
      pricing,
    });
    assert(order.status !== "rejected", `the other account's order is working: ${order.reason}`);
  }

  /** Two other accounts trade at this price to set the last price. */
  tradeAt(price: Paise, quantity = 1, symbol = "SBIN"): void {
    this.offer("sell", price, quantity, symbol);
    this.offer("buy", price, quantity, symbol, `${MAKER}B`);
  }

  fault(kind: FaultKind, client: BrokerClient, on: FaultScope = "orders", count = 1): void {
    this.venue.faults.set(this.venue.broker, kind, count, { on, account: client.id });
  }

  async orderById(access: AccountAccess, id: string): Promise<BrokerOrder | undefined> {
    return mustRows(await this.adapter.portfolio.orders(access)).find((order) => order.id === brokerOrderId(id));
  }

  atExchange(tag: string): readonly object[] {
    return this.#underTest.unwired?.ordersAt(this.venue, tag) ?? this.venue.exchange.findOrders({ tag });
  }

  fundsOf(clientId: string): { readonly available: Paise; readonly blocked: Paise } {
    return this.#underTest.unwired?.fundsAt(this.venue, clientId) ?? this.venue.exchange.funds(clientId);
  }
}

export const rs = (rupees: number): Paise => paise(Math.round(rupees * 100));

export function must<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`expected a value, got ${JSON.stringify(result.error)}`);
  return result.value;
}

export function mustRows<T, E>(result: Result<Book<T>, E>): readonly T[] {
  const { rows, unreadable } = must(result);
  if (unreadable > 0) throw new Error(`${unreadable} rows cannot be read`);
  return rows;
}

export function mustFail<E>(result: Result<unknown, E>): E {
  if (result.ok) throw new Error(`expected an error, got ${JSON.stringify(result.value)}`);
  return result.error;
}
