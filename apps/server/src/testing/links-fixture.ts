import { randomUUID } from "node:crypto";
import { rupees } from "@vriddhi/core/shared/money";
import { nseCalendar } from "@vriddhi/core/time/trading-calendar";
import type { BrokerClient } from "@vriddhi/sandbox/broker/client";
import { logInByPage } from "@vriddhi/sandbox/broker/page-login";
import type { VirtualClock } from "@vriddhi/testing/virtual-clock";
import { type Brokers, composeBrokers } from "../compose/brokers.ts";
import { createClosing } from "../compose/closing.ts";
import type { Link } from "../features/broker-link/link.store.ts";
import { createLinkSecrets } from "../features/broker-link/link-secrets.ts";
import type { Person } from "../features/broker-link/link-types.ts";
import { createAudit } from "../platform/audit/audit.ts";
import { readConfig } from "../platform/config/config.ts";
import { createSecretBox } from "../platform/crypto/secret-box.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { strictWatch } from "../platform/db/transaction-watch.ts";
import { createLimiter } from "../platform/limits/limiter.ts";
import { createLogger } from "../platform/log/logger.ts";
import { TEST_MASTER_KEY } from "./product.ts";
import { type FixtureBroker, openSimulatorsFixture, type SimulatorsFixture } from "./simulators-fixture.ts";
import { createTestDatabase } from "./test-database.ts";

const PUBLIC_URL = "http://localhost:3000";

export interface LinksFixture {
  readonly simulators: SimulatorsFixture;
  readonly brokers: Brokers;
  readonly database: Database;
  /** As the owner of the schema. */
  readonly databaseUrl: string;
  moveIn(broker: FixtureBroker): Promise<Link>;
  connect(person: Person, broker: FixtureBroker, client: BrokerClient): Promise<Link>;
  /** Stores a PIN that differs from the broker's. */
  changePin(link: Link, pin: string): Promise<void>;
  close(): Promise<void>;
}

async function openDeps(clock: VirtualClock, env: Readonly<Record<string, string>>) {
  const log = createLogger("silent");
  const scratch = await createTestDatabase();
  const database = openDatabase(scratch.url, { max: 8, role: APP_ROLE, watch: strictWatch, onError: () => {} });
  const settings = { MODE: "sandbox", PUBLIC_URL, MASTER_KEY: TEST_MASTER_KEY, DATABASE_URL: scratch.url };
  return {
    config: readConfig({ ...settings, ...env }),
    log,
    database,
    databaseUrl: scratch.url,
    humanClock: clock,
    marketClock: clock,
    calendar: nseCalendar,
    watch: strictWatch,
    box: createSecretBox(new Map([[1, Buffer.alloc(32, 7)]])),
    limiter: createLimiter(database, clock),
    audit: createAudit(database, clock),
    async drop() {
      await database.close();
      await scratch.drop();
    },
  };
}

export async function openLinksFixture(
  clock: VirtualClock,
  env: Readonly<Record<string, string>> = {},
  pricesMove = false,
): Promise<LinksFixture> {
  const deps = await openDeps(clock, env);
  const { database, databaseUrl } = deps;
  const closing = createClosing(deps.log);
  const backTo = (broker: FixtureBroker) => new URL(`/connect/${broker}`, PUBLIC_URL).href;
  const simulators = await openSimulatorsFixture(clock.now, backTo, pricesMove);
  const secrets = createLinkSecrets(deps.box);
  const brokers = composeBrokers(deps, simulators.urls, closing, async () => false);

  async function connect(person: Person, broker: FixtureBroker, client: BrokerClient): Promise<Link> {
    const { key: appKey, secret: appSecret } = client.app;
    const typed = { clientId: client.id, appKey, appSecret, pin: client.pin, totp: client.totpSecret };
    const begun = await brokers.links.connect(person, broker, typed);
    if (!begun.ok) throw new Error(`no login was begun: ${JSON.stringify(begun.error)}`);
    if (begun.value.kind === "open_page") {
      const landed = await logInByPage(begun.value.url, { client, now: clock.now });
      const completed = await brokers.links.completeOwn(person, broker, landed);
      if (!completed.ok) throw new Error(`the login did not work: ${JSON.stringify(completed.error)}`);
    }
    const link = await brokers.links.find(person.userId, broker);
    if (link === null) throw new Error("nothing was linked");
    return link;
  }

  let opened = 0;
  return {
    simulators,
    brokers,
    database,
    databaseUrl,
    connect,
    async moveIn(broker) {
      opened += 1;
      const client = simulators.clients[broker].open({ id: `EG${1000 + opened}`, cashPaise: rupees(50_000) });
      const userId = randomUUID();
      await database.pool.query(
        "INSERT INTO users (id, email, name, dob, role, created_at) VALUES ($1, $2, 'Asha', '1990-05-01', 'user', now())",
        [userId, `${client.id}@example.com`],
      );
      return connect({ userId, ip: `127.0.80.${opened}` }, broker, client);
    },
    async changePin(link, pin) {
      const { sealedPin } = secrets.sealForLink(link, { ...secrets.plainOfLink(link), pin });
      await database.pool.query("UPDATE broker_links SET sealed_pin = $2 WHERE id = $1", [link.id, sealedPin]);
    },
    async close() {
      await closing.closeAll();
      await simulators.stop();
      await deps.drop();
    },
  };
}
