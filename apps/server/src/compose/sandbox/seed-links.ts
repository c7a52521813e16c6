import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { ok } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { BrokerClient } from "@vriddhi/sandbox/broker/client";
import { logInByPage } from "@vriddhi/sandbox/broker/page-login";
import { type BrokerSimulators, seededClientId } from "@vriddhi/sandbox/broker/start-brokers";
import { simulators } from "@vriddhi/sandbox/simulators";
import { and, eq, isNull } from "drizzle-orm";
import type { LinkService } from "../../features/broker-link/link.service.ts";
import type { Begun } from "../../features/broker-link/link-types.ts";
import type { Database } from "../../platform/db/database.ts";
import { users } from "../../platform/db/schema/account.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { demoUsers } from "./seed.ts";

export interface SeedLinksDeps {
  readonly links: LinkService;
  readonly brokers: Pick<BrokerSimulators, "of">;
  readonly database: Database;
  readonly humanClock: HumanClock;
  readonly log: Logger;
}

/** Enough for the annual plan's capital; the last account is the operator's. */
const DEMO_INDEX = 4;
const [demoUser] = demoUsers;
const demoCaller = { userId: demoUser.id, ip: "127.0.0.1", isDemo: true };

const demoBrokers = ["angelone", "zerodha"] as const satisfies readonly BrokerName[];

async function isThere({ db }: Database): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, demoUser.id), isNull(users.deletedAt)));
  return found.length > 0;
}

async function finish({ links, humanClock }: SeedLinksDeps, begun: Begun, client: BrokerClient, broker: BrokerName) {
  if (begun.kind === "done") return ok(null);
  const landed = await logInByPage(begun.url, { client, now: humanClock.now });
  return links.completeOwn(demoCaller, broker, landed);
}

async function seedLink(deps: SeedLinksDeps, broker: BrokerName): Promise<void> {
  const { links, brokers, log } = deps;
  const client = brokers.of(broker).clients.find(seededClientId(broker, DEMO_INDEX));
  if (client === null) return;
  const before = await links.find(demoUser.id, broker);
  // A link that its owner changed or disconnected stays so.
  if (before !== null && (before.isDisconnected || before.clientId !== client.id)) return;
  const begun =
    before === null
      ? await links.connect(demoCaller, broker, simulators[broker].typedBy(client))
      : await links.begin(before, demoCaller);
  const login = begun.ok ? await finish(deps, begun.value, client, broker) : begun;
  if (!login.ok) log.warn({ broker, reason: login.error }, "sandbox: demo account not connected");
}

/** Links the demo user's accounts at each start, because the simulators lose their sessions at a stop. */
export async function seedLinks(deps: SeedLinksDeps): Promise<void> {
  if (!(await isThere(deps.database))) return;
  for (const broker of demoBrokers)
    await seedLink(deps, broker).catch((cause: unknown) => {
      deps.log.warn({ broker, err: cause }, "sandbox: demo account not connected");
    });
}
