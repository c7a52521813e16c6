import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import type { VirtualClock } from "@vriddhi/testing/virtual-clock";
import {
  type BrokerAccount,
  type BrokerAccountsFixture,
  createBrokerAccountsFixture,
} from "./broker-accounts-fixture.ts";
import type { TestProduct, TestSession, TestUser } from "./product.ts";

type Broker = "zerodha" | "angelone" | "fyers";

export interface Linked {
  readonly user: TestUser;
  readonly as: TestSession;
  readonly account: BrokerAccount;
  readonly broker: Broker;
}

export interface TestMail {
  readonly subject: string;
  readonly text: string;
}

export interface MorningFixture {
  readonly brokers: BrokerAccountsFixture;
  person(broker: Broker, isSubscribed?: boolean): Promise<Linked>;
  subscribe(linked: Linked): Promise<void>;
  disarmAll(): Promise<void>;
  goTo(istText: string): Promise<void>;
  isConnected(linked: Linked): Promise<boolean>;
  readinessOf(linked: Linked): Promise<{ readonly trading_day: string; readonly [field: string]: unknown }>;
  outcomeOf(kind: string, linked: Linked, day: string): Promise<string | null>;
  startedOn(day: string): Promise<string[]>;
  noticesTo(linked: Linked, kind: string): Promise<readonly string[]>;
  mailsAbout(linked: Linked, subject: RegExp): Promise<readonly TestMail[]>;
  /** Sets the broker's behaviour for that account's logins until `clearFaults`. */
  stageLogins(linked: Linked, kind: "http500" | "reject"): Promise<void>;
  clearFaults(): Promise<void>;
}

async function subscribe(product: TestProduct, userId: string): Promise<void> {
  await product.query(
    "INSERT INTO subscription_periods (id, user_id, plan, band_paise, starts_at, ends_at) VALUES ($1, $2, 'ANNUALLY', 100000000, '2026-01-01', '2027-06-01')",
    [randomUUID(), userId],
  );
}

async function arm(product: TestProduct, userId: string, broker: Broker): Promise<void> {
  await product.query(
    "INSERT INTO algo_setting (user_id, broker, standing_capital_paise, standing_from) VALUES ($1, $2, 50000, '2026-01-01')",
    [userId, broker],
  );
}

async function disarmAll(product: TestProduct): Promise<void> {
  await product.query("UPDATE algo_setting SET standing_capital_paise = NULL, standing_from = NULL");
}

/** While any run is active, every trade of the day is played; end all runs before the first trade. */
async function endRuns(product: TestProduct): Promise<void> {
  await product.query("UPDATE algo_run SET stopped_at = now(), stop_cause = 'day_over' WHERE stopped_at IS NULL");
}

export function createMorningFixture(product: TestProduct, clock: VirtualClock): MorningFixture {
  const brokers = createBrokerAccountsFixture(product, clock.now);
  return {
    brokers,
    subscribe: ({ user }) => subscribe(product, user.id),
    disarmAll: () => disarmAll(product),
    async person(broker, isSubscribed = true) {
      const user = await product.makeUser();
      if (isSubscribed) await subscribe(product, user.id);
      const linked = { user, as: await product.signIn(user), account: await brokers.newAccount(broker), broker };
      clock.advance(MINUTE_MS);
      const reply = await brokers.connect(broker, linked.as, linked.account);
      if (reply.statusCode !== 200) throw new Error(`the account was not linked: ${reply.body}`);
      await arm(product, user.id, broker);
      return linked;
    },
    async goTo(istText) {
      clock.advance(MINUTE_MS);
      await endRuns(product);
      await brokers.setClock(`${istText}+05:30`);
    },
    async isConnected({ broker, as }) {
      const status = (await product.send("GET", `/${broker}/status`, { as })).json();
      return status.connected ?? status.is_connected;
    },
    async readinessOf({ as }) {
      const { brokers: listed, ...rest } = (await product.send("GET", "/brokers/readiness", { as })).json();
      return Object.assign(rest, listed[0]);
    },
    async outcomeOf(kind, { user, broker }, day) {
      const [step] = await product.query<{ outcome: string | null }>(
        `SELECT s.outcome FROM due_steps s JOIN broker_links l ON l.id::text = s.subject
         WHERE s.kind = $1 AND l.user_id = $2 AND l.broker = $3 AND s.trading_day = $4`,
        [kind, user.id, broker, day],
      );
      return step?.outcome ?? null;
    },
    async startedOn(day) {
      const rows = await product.query<{ user_id: string }>(
        "SELECT user_id FROM algo_run WHERE started_by = 'schedule' AND trading_day = $1",
        [day],
      );
      return rows.map(({ user_id }) => user_id).sort();
    },
    async noticesTo({ user }, kind) {
      const rows = await product.query<{ key: string }>(
        "SELECT key FROM notifications WHERE user_id = $1 AND kind = $2 ORDER BY created_at, key",
        [user.id, kind],
      );
      return rows.map(({ key }) => key);
    },
    async mailsAbout({ user }, subject) {
      return (await product.mailsTo(user.email)).filter((mail) => subject.test(mail.subject));
    },
    async stageLogins({ broker, account }, kind) {
      const body = { target: broker, kind, count: 1_000, on: "login", account: account.client_id };
      const reply = await product.send("POST", "/sandbox/faults", { body });
      if (reply.statusCode !== 200) throw new Error(`the fault was not set: ${reply.body}`);
    },
    async clearFaults() {
      await product.send("DELETE", "/sandbox/faults");
    },
  };
}

export const idsOf = (...people: Linked[]): string[] => people.map(({ user }) => user.id).sort();
