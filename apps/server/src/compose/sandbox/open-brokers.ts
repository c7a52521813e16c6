import type { EpochMs, HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { createAngelOne } from "@vriddhi/sandbox/angelone/create-angelone";
import type { Deed } from "@vriddhi/sandbox/broker/deeds";
import { type BrokerSimulators, seededClientId, startBrokers } from "@vriddhi/sandbox/broker/start-brokers";
import { DEMO_SEED } from "@vriddhi/sandbox/exchange/demo-seed";
import type { Faults } from "@vriddhi/sandbox/faults/faults";
import { createFyers } from "@vriddhi/sandbox/fyers/fyers";
import type { Memories } from "@vriddhi/sandbox/journal/memory";
import { createZerodha } from "@vriddhi/sandbox/zerodha/zerodha";
import type { DeskSettings } from "../../platform/config/config.ts";
import { Secret } from "../../platform/config/secret.ts";
import type { BrokerUrls } from "../broker-urls.ts";
import type { Closing } from "../closing.ts";
import { type Ports, portIn } from "./sandbox-ports.ts";
import type { Addresses, DeskPlace } from "./sandbox-store.ts";
import { strike } from "./strike.ts";

export interface OpenBrokers {
  readonly deps: {
    readonly clock: HumanClock;
    readonly closing: Closing;
    readonly publicUrl: URL;
    readonly marketDataDir: string | null;
  };
  readonly marketClock: MarketClock;
  readonly faults: Faults;
  readonly memories: Memories;
  readonly ports: Ports;
  /** How far the market has come for everybody who listens. */
  onPlayed(until: EpochMs): void;
  /** Where the product listens; null until it does. */
  home(): string | null;
}

const brokerNames = ["zerodha", "angelone", "fyers"] as const;

export async function openBrokers(given: OpenBrokers): Promise<BrokerSimulators> {
  const { deps, marketClock, faults, memories, ports, home } = given;
  const brokers = await startBrokers({
    seed: DEMO_SEED,
    faults,
    humanClock: deps.clock,
    marketClock,
    barsFolder: deps.marketDataDir,
    home,
    memory: memories.memory<Deed>("brokers"),
    onPlayed: given.onPlayed,
    strike,
    ports: { zerodha: ports.of("zerodha"), angelone: ports.of("angelone"), fyers: ports.of("fyers") },
    postbackPaths: { zerodha: "/zerodha/postback" },
    cores: { zerodha: createZerodha, angelone: createAngelOne, fyers: createFyers },
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
  return { fyers: place("fyers"), zerodha: place("zerodha"), angelone: place("angelone") };
}

/** The last of the seeded accounts at each desk's broker is the operator's. */
const DESK_INDEX = 5;

export function simulatedDesks(brokers: BrokerSimulators): Addresses["desks"] {
  const place = (desk: keyof Addresses["desks"]): DeskPlace => {
    const client = brokers.of(desk).clients.find(seededClientId(desk, DESK_INDEX));
    if (client === null) throw new Error(`the sandbox has no account for the ${desk} desk`);
    const { id: clientId, pin, totpSecret, app } = client;
    return { clientId, pin, totpSecret, appKey: app.key, appSecret: app.secret };
  };
  return { angelone: place("angelone"), fyers: place("fyers") };
}

export const toDeskSettings = ({ clientId, appKey, appSecret, pin, totpSecret }: DeskPlace): DeskSettings => ({
  clientId,
  appKey,
  appSecret: new Secret(appSecret),
  pin: new Secret(pin),
  totpSecret: new Secret(totpSecret),
});

/** Where the adapters find the simulators: every host of a broker is one server here. */
export const simulatedBrokers = ({ fyers, zerodha, angelone }: Addresses["brokers"]): BrokerUrls => ({
  fyers: {
    apiUrl: fyers.httpUrl,
    loginUrl: `${fyers.httpUrl}/api/v3/generate-authcode`,
    stepsUrl: fyers.httpUrl,
    mastersUrl: fyers.httpUrl,
    socketUrl: fyers.wsUrl,
  },
  zerodha: { apiUrl: zerodha.httpUrl, loginUrl: `${zerodha.httpUrl}/connect/login`, tickerUrl: zerodha.wsUrl },
  angelone: {
    apiUrl: angelone.httpUrl,
    scripMasterUrl: `${angelone.httpUrl}/OpenAPI_File/files/OpenAPIScripMaster.json`,
    streamUrl: `${angelone.wsUrl}/smart-stream`,
    orderUpdateUrl: `${angelone.wsUrl}/smart-order-update`,
  },
});
