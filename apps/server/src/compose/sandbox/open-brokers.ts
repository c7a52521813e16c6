import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { strategyFeeds } from "@vriddhi/core/broker/strategy-feed";
import { recordOf } from "@vriddhi/core/shared/record-of";
import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import type { BrokerEvent } from "@vriddhi/sandbox/broker/broker-event";
import { type BrokerSimulators, seededClientId, startBrokers } from "@vriddhi/sandbox/broker/start-brokers";
import type { PartLogs } from "@vriddhi/sandbox/event-log/part-log";
import { DEMO_SEED } from "@vriddhi/sandbox/exchange/demo-seed";
import type { Faults } from "@vriddhi/sandbox/faults/faults";
import { simulators } from "@vriddhi/sandbox/simulators";
import type { DeskSettings } from "../../platform/config/config.ts";
import { Secret } from "../../platform/config/secret.ts";
import type { Closing } from "../closing.ts";
import { killProcess } from "./kill-process.ts";
import { type Ports, portIn } from "./sandbox-ports.ts";
import type { Addresses, DeskPlace } from "./sandbox-store.ts";

export interface OpenBrokers {
  readonly deps: {
    readonly clock: HumanClock;
    readonly closing: Closing;
    readonly publicUrl: URL;
    readonly marketDataDir: string | null;
  };
  readonly marketClock: MarketClock;
  readonly faults: Faults;
  readonly memories: PartLogs;
  readonly ports: Ports;
  /** Called with the instant up to which every listener has the exchange's events. */
  onPlayed(until: EpochMs): void;
  home(): string | null;
}

export async function openBrokers(given: OpenBrokers): Promise<BrokerSimulators> {
  const { deps, marketClock, faults, memories, ports, home } = given;
  const brokers = await startBrokers({
    seed: DEMO_SEED,
    faults,
    humanClock: deps.clock,
    marketClock,
    barsFolder: deps.marketDataDir,
    home,
    memory: memories.memory<BrokerEvent>("brokers"),
    onPlayed: given.onPlayed,
    strike: killProcess,
    ports: recordOf(brokerNames, ports.of),
    postbackPaths: { zerodha: "/zerodha/postback" },
    cores: recordOf(brokerNames, (broker) => simulators[broker].createCore),
    redirectUrl: (broker) => new URL(`/connect/${broker}`, deps.publicUrl).href,
  });
  deps.closing.add("sandbox brokers", brokers.stop);
  for (const name of brokerNames) ports.keep(name, portIn(brokers.of(name).baseUrl));
  return brokers;
}

export function brokerAddresses(brokers: BrokerSimulators): Addresses["brokers"] {
  const place = (broker: keyof Addresses["brokers"]) => {
    const { baseUrl, wsUrl } = brokers.of(broker);
    return { httpUrl: baseUrl, wsUrl };
  };
  return recordOf(brokerNames, place);
}

/** The last seeded account at each feed's broker is the operator's. */
const DESK_INDEX = 5;

export function simulatedDesks(brokers: BrokerSimulators): Addresses["desks"] {
  const place = (desk: keyof Addresses["desks"]): DeskPlace => {
    const client = brokers.of(desk).clients.find(seededClientId(desk, DESK_INDEX));
    if (client === null) throw new Error(`the sandbox has no account for the ${desk} desk`);
    const { id: clientId, pin, totpSecret, app } = client;
    return { clientId, pin, totpSecret, appKey: app.key, appSecret: app.secret };
  };
  return recordOf(strategyFeeds, place);
}

export const toDeskSettings = ({ clientId, appKey, appSecret, pin, totpSecret }: DeskPlace): DeskSettings => ({
  clientId,
  appKey,
  appSecret: new Secret(appSecret),
  pin: new Secret(pin),
  totpSecret: new Secret(totpSecret),
});
