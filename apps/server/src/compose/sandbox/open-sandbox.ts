import { randomInt } from "node:crypto";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { createFaults } from "@vriddhi/sandbox/faults/faults";
import { startGoogle } from "@vriddhi/sandbox/google/start-google";
import { startMailbox } from "@vriddhi/sandbox/mailbox/start-mailbox";
import { startSms } from "@vriddhi/sandbox/sms/start-sms";
import type { LinkService } from "../../features/broker-link/link.service.ts";
import type { Config } from "../../platform/config/config.ts";
import { Secret } from "../../platform/config/secret.ts";
import { createPasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { Closing } from "../closing.ts";
import { createMarketSchedule } from "../market-schedule.ts";
import type { OpenedDatabase } from "../open-database.ts";
import type { Surroundings } from "../surroundings.ts";
import { controlHandlers } from "./control.routes.ts";
import { brokerAddresses, openBrokers, simulatedBrokers, simulatedDesks, toDeskSettings } from "./open-brokers.ts";
import { messengerAddresses, openMessengers, telegramSettings } from "./open-messengers.ts";
import { openRazorpay, razorpaySettings } from "./open-razorpay.ts";
import { followClock, hostClock } from "./sandbox-clock.ts";
import { type Addresses, createSandboxStore } from "./sandbox-store.ts";
import { emptyDatabase, seed } from "./seed.ts";
import { plantLinks } from "./seed-links.ts";

const SMS_API_KEY = "sandbox-sms-key";
const GOOGLE_CLIENT = { clientId: "sandbox-google-client", clientSecret: "sandbox-google-secret" } as const;

export interface SandboxDeps {
  readonly log: Logger;
  /** The demo person comes with linked accounts. */
  readonly hasDemoLinks: boolean;
  readonly config: Config;
  readonly opened: OpenedDatabase;
  readonly clock: HumanClock;
  readonly closing: Closing;
}

/** The process with ROLE=all hosts the sandbox; every other one finds it through the database. */
export function openSandbox(deps: SandboxDeps): Promise<Surroundings> {
  return deps.config.role === "all" ? host(deps) : follow(deps);
}

/** Settings that are given win over the simulators. */
function simulated(
  config: Config,
  addresses: Addresses,
  marketClock: MarketClock,
): Omit<Surroundings, "handlers" | "onListening" | "schedule"> {
  const apiKey = new Secret(SMS_API_KEY);
  const { clientId, clientSecret } = GOOGLE_CLIENT;
  return {
    marketClock,
    smtpUrl: config.smtpUrl?.reveal() ?? addresses.smtpUrl,
    sms: config.sms ?? { gateway: "twofactor", url: addresses.smsUrl, apiKey, template: null },
    google: config.google ?? { issuer: addresses.googleIssuer, clientId, clientSecret: new Secret(clientSecret) },
    payment: config.payment ?? razorpaySettings(addresses),
    brokers: simulatedBrokers(addresses.brokers),
    telegram: config.telegram ?? telegramSettings(addresses),
    pushOrigins: [addresses.pushOrigin],
    desks: {
      angelone: config.desks.angelone ?? toDeskSettings(addresses.desks.angelone),
      fyers: config.desks.fyers ?? toDeskSettings(addresses.desks.fyers),
    },
  };
}

async function startSimulators({ config, clock, closing }: SandboxDeps) {
  const faults = createFaults();
  const mailbox = await startMailbox({ clock, faults });
  closing.add("sandbox mailbox", mailbox.stop);
  const sms = await startSms({ clock, faults, random: createSeededRandom(randomInt(2 ** 31)), apiKey: SMS_API_KEY });
  closing.add("sandbox sms", sms.stop);
  const redirectUris = () => [new URL("/google/callback", config.publicUrl).href];
  const google = await startGoogle({ ...GOOGLE_CLIENT, redirectUris, faults });
  closing.add("sandbox google", google.stop);
  const { razorpay, onListening } = await openRazorpay({ clock, closing }, faults);
  const messengers = await openMessengers({ clock, closing }, faults);
  const parts = { faults, mailbox, sms, google, razorpay, ...messengers };
  const forget = () => {
    for (const part of Object.values(parts)) part.clear();
  };
  return { ...parts, onListening, forget };
}

async function host(deps: SandboxDeps): Promise<Surroundings> {
  const { config, opened, clock, closing, log } = deps;
  const { database } = opened;
  const store = createSandboxStore(database);
  const { forget, onListening, ...simulators } = await startSimulators(deps);
  let heard: { readonly address: string; readonly links: LinkService } | null = null;
  const marketClock = await hostClock(config.sandboxClock, clock, store);
  closing.add("sandbox clock", marketClock.stop);
  const brokers = await openBrokers({
    ...{ clock, marketClock, closing, publicUrl: config.publicUrl, barsFolder: config.marketDataDir },
    faults: simulators.faults,
    home: () => heard?.address ?? null,
  });
  const { mailbox, sms, google, razorpay } = simulators;
  const addresses = {
    smtpUrl: mailbox.url,
    smsUrl: sms.baseUrl,
    googleIssuer: google.issuer,
    razorpayUrl: razorpay.baseUrl,
    razorpayCheckoutUrl: razorpay.checkoutUrl,
    ...messengerAddresses(simulators),
    brokers: brokerAddresses(brokers),
    desks: simulatedDesks(brokers),
  };
  await store.write("addresses", addresses);
  const hasher = await createPasswordHasher();
  const plant = () => seed(database, hasher, { human: clock.now(), market: marketClock.now() });
  const link = async () => {
    if (heard !== null && deps.hasDemoLinks)
      await plantLinks({ links: heard.links, brokers, database, humanClock: clock, log });
  };
  await plant();
  const reset = async () => {
    await emptyDatabase(opened.ownerUrl);
    forget();
    await marketClock.reset();
    brokers.clear();
    await plant();
    await link();
  };
  const schedule = createMarketSchedule();
  const handlers = controlHandlers({
    ...simulators,
    brokers,
    smsApiKey: SMS_API_KEY,
    clock: marketClock,
    reset,
    schedule,
    catchUp: brokers.catchUp,
  });
  return {
    ...simulated(config, addresses, marketClock),
    schedule,
    handlers,
    async onListening(address, links) {
      heard = { address, links };
      onListening(address);
      await link();
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
    onListening: null,
  };
}
