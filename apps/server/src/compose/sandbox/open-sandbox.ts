import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { ok } from "@vriddhi/core/shared/result";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { LinkService } from "../../features/broker-link/link.service.ts";
import type { Config } from "../../platform/config/config.ts";
import { Secret } from "../../platform/config/secret.ts";
import { createPasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { Closing } from "../closing.ts";
import { createMarketSchedule, type MarketSchedule } from "../market-schedule.ts";
import type { OpenedDatabase } from "../open-database.ts";
import type { Surroundings } from "../surroundings.ts";
import { controlHandlers, demoAccounts } from "./control.routes.ts";
import { createDemoAccountActions } from "./demo-account-actions.ts";
import { demoAccountsOf } from "./demo-accounts.ts";
import { openMemberServer } from "./member-server.ts";
import { toDeskSettings } from "./open-brokers.ts";
import { telegramSettings } from "./open-messengers.ts";
import { razorpaySettings } from "./open-razorpay.ts";
import { openRemote } from "./remote-sandbox.ts";
import { resetWorld } from "./reset-world.ts";
import { clockStoreIn, followClock, keepPace } from "./sandbox-clock.ts";
import { openHost } from "./sandbox-host.ts";
import { type Addresses, createSandboxStore, GOOGLE_CLIENT, type SandboxStore, SMS_API_KEY } from "./sandbox-store.ts";
import { demoUsers, emptyDatabase, seed as seedRows } from "./seed.ts";
import { type SeedLinksDeps, seedLinks } from "./seed-links.ts";
import { seedTrades } from "./seed-trades.ts";
import { createSignalView } from "./signal-view.ts";
import { madeLoginsLine, settleStaffLogins, staffEmails } from "./staff-logins.ts";

const [demoUser] = demoUsers;

export interface SandboxDeps {
  readonly log: Logger;
  readonly hasDemoLinks: boolean;
  readonly hasSandboxEventLog: boolean;
  print(line: string): void;
  readonly config: Config;
  readonly opened: OpenedDatabase;
  readonly clock: HumanClock;
  readonly closing: Closing;
}

/** With SANDBOX_URL the sandbox is a separate process; without it the process with ROLE=all hosts it. */
export function openSandbox(deps: SandboxDeps): Promise<Surroundings> {
  if (deps.config.sandboxUrl !== null) return reach(deps, deps.config.sandboxUrl);
  return deps.config.role === "all" ? host(deps) : follow(deps);
}

/** Configured settings take precedence over the simulators. */
function simulated(
  config: Config,
  addresses: Addresses,
  marketClock: MarketClock,
): Omit<Surroundings, "handlers" | "onListening" | "onRunStarted" | "schedule"> {
  const apiKey = new Secret(SMS_API_KEY);
  const { clientId, clientSecret } = GOOGLE_CLIENT;
  return {
    marketClock,
    smtpUrl: config.smtpUrl?.reveal() ?? addresses.smtpUrl,
    sms: config.sms ?? { gateway: "twofactor", url: addresses.smsUrl, apiKey, template: null },
    google: config.google ?? { issuer: addresses.googleIssuer, clientId, clientSecret: new Secret(clientSecret) },
    payment: config.payment ?? razorpaySettings(addresses),
    brokers: addresses.brokers,
    telegram: config.telegram ?? telegramSettings(addresses),
    pushOrigins: [addresses.pushOrigin],
    staffEmails,
    desks: recordOf(strategyFeeds, (desk) => config.desks[desk] ?? toDeskSettings(addresses.desks[desk])),
  };
}

interface Planting {
  readonly marketClock: MarketClock;
  readonly schedule: MarketSchedule;
  readonly brokers: SeedLinksDeps["brokers"];
  /** Whether the demo user gets past trades; only where this process hosts the exchange. */
  readonly hasPast: boolean;
  readonly demoAccountCount: number;
}

async function createSeeding(
  { config, opened, clock, log, closing, hasDemoLinks, print }: SandboxDeps,
  { marketClock, schedule, brokers, hasPast, demoAccountCount }: Planting,
) {
  const { database } = opened;
  const hasher = await createPasswordHasher();
  let links: LinkService | null = null;
  const people = createDemoAccountActions(
    { brokers, database, hasher, humanClock: clock, marketClock, schedule, closing, log },
    demoAccountsOf(demoAccountCount),
  );
  const staff = settleStaffLogins(config);
  const seed = () => seedRows(database, hasher, staff, { human: clock.now(), market: marketClock.now() });
  const link = async () => {
    if (links === null || !hasDemoLinks) return;
    await seedLinks({ links, brokers, database, humanClock: clock, log });
    if (hasPast) await seedTrades({ database, marketClock }, demoUser.id);
  };
  return {
    async seed() {
      const line = (await seed()) ? madeLoginsLine(config, staff) : null;
      if (line !== null) print(line);
    },
    /** Logs the demo user in where the brokers have no earlier session. */
    async welcome(service: LinkService, isRemembered: boolean) {
      links = service;
      if (!isRemembered) await link();
      people.begin(service);
    },
    async reset(resetSimulators: () => Promise<void>) {
      await people.settled();
      await resetWorld({ database, schedule, log, resetSimulators, emptyTables: () => emptyDatabase(opened.ownerUrl) });
      await seed();
      await link();
      if (links !== null) people.begin(links);
    },
  };
}

/** Every database has its own world, so that orders of one never reach another. */
async function journalFolder({ config, hasSandboxEventLog }: SandboxDeps, store: SandboxStore): Promise<string | null> {
  if (!hasSandboxEventLog) return null;
  const known = await store.read("world");
  const world = known ?? { id: randomUUID() };
  if (known === null) await store.write("world", world);
  return join(config.dataDir, "sandbox", world.id);
}

async function host(deps: SandboxDeps): Promise<Surroundings> {
  const { config, opened, clock, closing } = deps;
  const store = createSandboxStore(opened.database);
  const hosted = await openHost({
    clock,
    closing,
    publicUrl: config.publicUrl,
    marketDataDir: config.marketDataDir,
    sandboxClock: config.sandboxClock,
    folder: await journalFolder(deps, store),
    clockStore: clockStoreIn(store),
  });
  await store.write("addresses", hosted.addresses);
  const schedule = createMarketSchedule();
  const { clock: marketClock, brokers } = hosted;
  const seeding = await createSeeding(deps, {
    marketClock,
    schedule,
    brokers,
    hasPast: true,
    demoAccountCount: config.sandboxDemoAccounts,
  });
  await seeding.seed();
  closing.add("sandbox pace", keepPace(hosted.clock, schedule));
  const handlers = controlHandlers({
    ...hosted.parts,
    schedule,
    staff: settleStaffLogins(config),
    reset: () => seeding.reset(hosted.reset),
    signals: createSignalView(opened.database, marketClock),
  });
  return {
    ...simulated(config, hosted.addresses, hosted.clock),
    schedule,
    handlers,
    onRunStarted: hosted.clock.play,
    async onListening(address, links) {
      hosted.setHome(address);
      await seeding.welcome(links, hosted.isRemembered);
    },
  };
}

async function follow({ config, opened, clock, closing }: SandboxDeps): Promise<Surroundings> {
  const store = createSandboxStore(opened.database);
  const marketClock = await followClock(clock, store);
  closing.add("sandbox clock", marketClock.stop);
  const addresses = await store.read("addresses");
  if (!addresses) throw new Error("no sandbox runs on this database yet: start a process with ROLE=all first");
  return {
    ...simulated(config, addresses, marketClock),
    schedule: createMarketSchedule(),
    handlers: null,
    onRunStarted: async () => undefined,
    onListening: null,
  };
}

/** The sandbox is another process; this one still serves its control API and seeds the database. */
async function reach(deps: SandboxDeps, url: string): Promise<Surroundings> {
  const { config, clock, closing } = deps;
  const remote = await openRemote(url, clock);
  closing.add("sandbox clock", remote.clock.stop);
  const schedule = createMarketSchedule();
  const around = {
    ...simulated(config, remote.addresses, remote.clock),
    schedule,
    onRunStarted: remote.clock.play,
  };
  const { look, register } = remote;
  const join = () => openMemberServer({ role: config.role, schedule, look, register, closing, log: deps.log });
  // Called only after every feature of this process has registered its market-clock work.
  if (config.role !== "all" && config.role !== "api") return { ...around, handlers: null, onListening: join };
  const seeding = await createSeeding(deps, {
    marketClock: remote.clock,
    schedule,
    brokers: remote.brokers,
    hasPast: false,
    demoAccountCount: config.sandboxDemoAccounts,
  });
  await seeding.seed();
  const forwarded = remote.handlers(() => seeding.reset(remote.reset));
  return {
    ...around,
    handlers: {
      ...forwarded,
      async readDemoAccounts(call) {
        const reply = await forwarded.readDemoAccounts(call);
        return reply.ok ? ok({ ...reply.value, ...demoAccounts(settleStaffLogins(config)) }) : reply;
      },
      listSandboxSignals: async () => ok(await createSignalView(deps.opened.database, remote.clock)()),
    },
    async onListening(address, links) {
      await remote.setHome(address);
      await join();
      const demoLink = await links.find(demoUser.id, "angelone");
      await seeding.welcome(links, demoLink !== null);
    },
  };
}
