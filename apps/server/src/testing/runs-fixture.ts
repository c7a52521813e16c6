import { randomUUID } from "node:crypto";
import { accountId } from "@vriddhi/core/allocation/account-id";
import { newOrder } from "@vriddhi/core/order/order-state";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { bucketOf } from "@vriddhi/execution/ports/ownership";
import type { VirtualClock } from "@vriddhi/testing/virtual-clock";
import type { LightMyRequestResponse } from "fastify";
import {
  type BrokerAccount,
  type BrokerAccountsFixture,
  createBrokerAccountsFixture,
} from "./broker-accounts-fixture.ts";
import type { TestProduct, TestSession, TestUser } from "./product.ts";

type Broker = "zerodha" | "angelone" | "fyers";

export interface FixtureUser {
  readonly user: TestUser;
  readonly as: TestSession;
  readonly accounts: Readonly<Partial<Record<Broker, BrokerAccount>>>;
}

export interface RunsFixture {
  readonly brokers: BrokerAccountsFixture;
  /** With a plan of this band in rupees, or without one, connected at these brokers. */
  person(given: { readonly band?: number | null; readonly brokers?: readonly Broker[] }): Promise<FixtureUser>;
  post(
    who: FixtureUser,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  get(who: FixtureUser, path: string): Promise<Record<string, unknown>>;
  start(who: FixtureUser, body: object): Promise<LightMyRequestResponse>;
  runsOf(who: FixtureUser): Promise<readonly Record<string, unknown>[]>;
  blocksOf(who: FixtureUser): Promise<readonly string[]>;
  /** A working exit: the account is not flat until `close` is called. */
  openIn(who: FixtureUser, broker: Broker): Promise<{ close(): Promise<void> }>;
}

export const refusalOf = (reply: LightMyRequestResponse): readonly [number, string, string] => [
  reply.statusCode,
  reply.json().code,
  reply.json().detail,
];

async function openOrder(product: TestProduct, account: string) {
  const tag = randomUUID().replaceAll("-", "").slice(0, 15).toUpperCase();
  const instrument = {
    isin: "INE062A01020",
    symbol: "SBIN",
    brokerSymbol: "SBIN",
    token: "779521",
    tickSize: 5,
    lotSize: 1,
  };
  const state = newOrder({ leg: "exit", quantity: 10, status: "ready" });
  await product.query("SELECT make_order_partitions('2026-11-16')");
  await product.query(
    `INSERT INTO intent (tag, trading_day, account_id, bucket, position_id, signal_id, n, leg, side, instrument, pricing,
       cause, status, is_final, has_fills, state, version, planned_at)
     VALUES ($1, '2026-11-16', $2, $3, $1, $1, 1, 'exit', 'sell', $4, $5, 'protect', 'ready', false, false, $6, 1, now())`,
    [tag, account, bucketOf(accountId(account)), instrument, { kind: "limit", limit: 80_000 }, state],
  );
  return {
    async close() {
      await product.query(
        "UPDATE intent SET status = 'cancelled', is_final = true, state = state || '{\"status\": \"cancelled\"}' WHERE tag = $1",
        [tag],
      );
    },
  };
}

export function createRunsFixture(product: TestProduct, clock: VirtualClock): RunsFixture {
  const brokers = createBrokerAccountsFixture(product, clock.now);
  const post: RunsFixture["post"] = ({ as }, path, body, headers = {}) =>
    product.send("POST", path, { as, headers, ...(body === undefined ? {} : { body }) });
  return {
    brokers,
    async person({ band = 50_000, brokers: wanted = ["angelone"] }) {
      const user = await product.makeUser();
      const as = await product.signIn(user);
      if (band !== null)
        await product.query(
          "INSERT INTO subscription_periods (id, user_id, plan, band_paise, starts_at, ends_at) VALUES ($1, $2, 'ANNUALLY', $3, '2026-01-01', '2027-06-01')",
          [randomUUID(), user.id, band * 100],
        );
      const accounts: Partial<Record<Broker, BrokerAccount>> = {};
      for (const broker of wanted) {
        const account = await brokers.newAccount(broker);
        // Each code of the authenticator app is valid once.
        clock.advance(MINUTE_MS);
        const reply = await brokers.connect(broker, as, account);
        if (reply.statusCode !== 200) throw new Error(`the account was not linked: ${reply.body}`);
        accounts[broker] = account;
      }
      return { user, as, accounts };
    },
    post,
    get: async ({ as }, path) => (await product.send("GET", path, { as })).json(),
    start: (who, body) => post(who, "/algorithm/start", body),
    runsOf: ({ user }) => product.query("SELECT * FROM algo_run WHERE user_id = $1 ORDER BY started_at, id", [user.id]),
    async blocksOf({ user }) {
      const rows = await product.query<{ cause: string }>(
        "SELECT cause FROM order_block b JOIN trading_account a ON a.id = b.account_id WHERE a.user_id = $1 ORDER BY 1",
        [user.id],
      );
      return rows.map(({ cause }) => cause);
    },
    async openIn({ user }, broker) {
      const [account] = await product.query<{ id: string }>(
        "SELECT id FROM trading_account WHERE user_id = $1 AND broker = $2",
        [user.id, broker],
      );
      if (account === undefined) throw new Error("a connected broker has no account");
      return openOrder(product, account.id);
    },
  };
}
