import type { HumanClock, MarketClock } from "@vriddhi/core/time/clock";
import { createAngelOne } from "@vriddhi/sandbox/angelone/create-angelone";
import { type BrokerSimulators, startBrokers } from "@vriddhi/sandbox/broker/start-brokers";
import type { Faults } from "@vriddhi/sandbox/faults/faults";
import { createFyers } from "@vriddhi/sandbox/fyers/fyers";
import { createZerodha } from "@vriddhi/sandbox/zerodha/zerodha";
import type { BrokerUrls } from "../broker-urls.ts";
import type { Closing } from "../closing.ts";
import type { Addresses } from "./sandbox-store.ts";

/** The same days for everybody who tries the sandbox. */
const EXCHANGE_SEED = 20_261_116;

export interface OpenBrokers {
  readonly clock: HumanClock;
  readonly marketClock: MarketClock;
  readonly closing: Closing;
  readonly faults: Faults;
  readonly publicUrl: URL;
  readonly barsFolder: string | null;
}

export async function openBrokers(deps: OpenBrokers): Promise<BrokerSimulators> {
  const { clock: humanClock, marketClock, closing, faults, publicUrl, barsFolder } = deps;
  const brokers = await startBrokers({
    seed: EXCHANGE_SEED,
    faults,
    humanClock,
    marketClock,
    barsFolder,
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
