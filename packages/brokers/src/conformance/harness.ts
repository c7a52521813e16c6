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
import type { BrokerClient } from "@vriddhi/sandbox/broker/client";
import type { CoreDeps } from "@vriddhi/sandbox/broker/core-deps";
import { logInByPage } from "@vriddhi/sandbox/broker/person";
import type { BrokerCore } from "@vriddhi/sandbox/broker/wire";
import type { Broker, Side } from "@vriddhi/sandbox/exchange/model";
import type { FaultKind, FaultScope } from "@vriddhi/sandbox/faults/faults";
import type { BrokerAdapter } from "../port/broker.ts";
import type { LoginMoment } from "../port/login-flow.ts";
import type { AccountAccess } from "../port/order-gateway.ts";
import type { BrokerCredentials, BrokerSession, Egress } from "../port/session.ts";
import type { AdapterDeps } from "../transport/adapter-deps.ts";
import { realTimers } from "../transport/timers.ts";
import { MAKER, startVenue, type Venue } from "./venue.ts";

/** Everything an adapter's conformance test has to say. */
export interface BrokerUnderTest {
  readonly broker: Broker;
  createCore(deps: CoreDeps): BrokerCore;
  /** `httpUrl` and `wsUrl` without a slash at the end. */
  createAdapter(urls: { readonly httpUrl: string; readonly wsUrl: string }, deps: AdapterDeps): BrokerAdapter;
}

export const DIRECT: Egress = { localAddress: null, proxyUrl: null };
/** Short, because the simulator never answers when told to time out. */
const TIMEOUTS = { connectMs: 1_000, orderMs: 400, readMs: 400 };

/** One test's world: a venue, an adapter that talks to it, and what tests say often. */
export class Harness {
  readonly venue: Venue;
  readonly adapter: BrokerAdapter;
  readonly #underTest: BrokerUnderTest;
  readonly #adapters: BrokerAdapter[] = [];
  #tags = 0;
  #instruments: readonly BrokerInstrument[] = [];

  private constructor(underTest: BrokerUnderTest, venue: Venue) {
    this.#underTest = underTest;
    this.venue = venue;
    this.adapter = this.adapterAt(venue.baseUrl, venue.wsUrl);
  }

  static async start(underTest: BrokerUnderTest): Promise<Harness> {
    return new Harness(underTest, await startVenue(underTest));
  }

  adapterAt(httpUrl: string, wsUrl = httpUrl.replace(/^http/, "ws")): BrokerAdapter {
    const deps = { random: createSeededRandom(5), timers: realTimers, timeouts: TIMEOUTS };
    const adapter = this.#underTest.createAdapter({ httpUrl, wsUrl }, deps);
    this.#adapters.push(adapter);
    return adapter;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#adapters.map((adapter) => adapter.close()));
    await this.venue.stop();
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

  /** The grant that the broker's page hands to a person. */
  async grantFor(client: BrokerClient, url: string): Promise<string> {
    const landed = await logInByPage(url, { client, now: () => this.venue.now().human });
    const grant = this.adapter.login.readGrant(landed);
    assert(grant !== null, `the redirect carries a grant: ${landed}`);
    return grant;
  }

  /** As a person would, whatever the broker's way is. */
  async logIn(client: BrokerClient): Promise<BrokerSession> {
    const credentials = this.credentialsOf(client);
    const step = must(await this.adapter.login.begin(credentials, "state-1", DIRECT, this.moment()));
    if (step.kind === "done") return step.session;
    const grant = await this.grantFor(client, step.url);
    return must(await this.adapter.login.complete(credentials, grant, DIRECT, this.moment()));
  }

  /** A new client, logged in. */
  async account(cashRupees?: number): Promise<{ readonly client: BrokerClient; readonly access: AccountAccess }> {
    const client = this.venue.openClient(cashRupees);
    return { client, access: { session: await this.logIn(client), egress: DIRECT } };
  }

  async instrument(access: AccountAccess, symbol = "SBIN"): Promise<BrokerInstrument> {
    if (this.#instruments.length === 0) this.#instruments = must(await this.adapter.instruments.list(access));
    const found = this.#instruments.find((instrument) => instrument.symbol === symbol);
    assert(found !== undefined, `${symbol} is on the broker's list`);
    return found;
  }

  nextTag(): OrderTag {
    this.#tags++;
    return `VRIDDHI${String(this.#tags).padStart(8, "0")}` as OrderTag;
  }

  /** Buys ten SBIN intraday at 1083 rupees unless told. */
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

  /** Somebody else wants this too. */
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
    assert(order.status !== "rejected", `the other side's order stands: ${order.reason}`);
  }

  /** Two others trade, so that the last price is this one. */
  tradeAt(price: Paise, quantity = 1, symbol = "SBIN"): void {
    this.offer("sell", price, quantity, symbol);
    this.offer("buy", price, quantity, symbol, `${MAKER}B`);
  }

  fault(kind: FaultKind, client: BrokerClient, on: FaultScope = "orders", count = 1): void {
    this.venue.faults.set(this.venue.broker, kind, count, { on, account: client.id });
  }

  async orderById(access: AccountAccess, id: string): Promise<BrokerOrder | undefined> {
    return must(await this.adapter.portfolio.orders(access)).find((order) => order.id === brokerOrderId(id));
  }

  /** What the exchange knows under the tag. */
  atExchange(tag: string) {
    return this.venue.exchange.findOrders({ tag });
  }
}

export const rs = (rupees: number): Paise => paise(Math.round(rupees * 100));

/** The value, or a test that fails with the error in its message. */
export function must<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`expected a value, got ${JSON.stringify(result.error)}`);
  return result.value;
}

export function mustFail<E>(result: Result<unknown, E>): E {
  if (result.ok) throw new Error(`expected an error, got ${JSON.stringify(result.value)}`);
  return result.error;
}
