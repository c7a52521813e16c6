import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { createAngelOne } from "@vriddhi/sandbox/angelone/create-angelone";
import { type BrokerSimulators, seededClientId, startBrokers } from "@vriddhi/sandbox/broker/start-brokers";
import type { Faults } from "@vriddhi/sandbox/faults/faults";
import { createFyers } from "@vriddhi/sandbox/fyers/fyers";
import { createZerodha } from "@vriddhi/sandbox/zerodha/zerodha";
import type { DeskSettings } from "../../platform/config/config.ts";
import { Secret } from "../../platform/config/secret.ts";
import type { BrokerUrls } from "../broker-urls.ts";
import type { Closing } from "../closing.ts";
import type { Addresses, DeskPlace } from "./sandbox-store.ts";

/** The same days for everybody who tries the sandbox. */
const EXCHANGE_SEED = 20_261_116;

export interface OpenBrokers {
  readonly clock: HumanClock;
  readonly marketClock: MarketClock;
  readonly closing: Closing;
  readonly faults: Faults;
  readonly publicUrl: URL;
  readonly barsFolder: string | null;
  /** Where the product listens; null until it does. */
  home(): string | null;
}

export async function openBrokers(deps: OpenBrokers): Promise<BrokerSimulators> {
  const { clock: humanClock, marketClock, closing, faults, publicUrl, barsFolder, home } = deps;
  const brokers = await startBrokers({
    seed: EXCHANGE_SEED,
    faults,
    humanClock,
    marketClock,
    barsFolder,
    home,
    postbackPaths: { zerodha: "/zerodha/postback" },
    cores: { zerodha: createZerodha, angelone: createAngelOne, fyers: createFyers },
    redirectUrl: (broker) => new URL(`/connect/${broker}`, publicUrl).href,
  });
  closing.add("sandbox brokers", brokers.stop);
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
