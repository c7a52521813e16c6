import { createAngelOneAdapter } from "@vriddhi/brokers/angelone/adapter";
import { createFyersAdapter } from "@vriddhi/brokers/fyers/adapter";
import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { AdapterDeps } from "@vriddhi/brokers/transport/adapter-deps";
import { createZerodhaAdapter } from "@vriddhi/brokers/zerodha/adapter";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";

export const brokerNames: readonly BrokerName[] = ["zerodha", "angelone", "fyers"];

const httpOf = (broker: BrokerName): string => `http://${broker}`;
const socketOf = (broker: BrokerName): string => `ws://${broker}`;

/** Whose address it is. */
export const brokerAt = (url: string): BrokerName =>
  brokerNames.find((broker) => url.startsWith(httpOf(broker)) || url.startsWith(socketOf(broker))) ?? "zerodha";

/** The product's own adapters; only what carries their bytes is virtual. */
export const createAdapters = (deps: AdapterDeps): Readonly<Record<BrokerName, BrokerAdapter>> => ({
  zerodha: createZerodhaAdapter({
    ...deps,
    apiUrl: httpOf("zerodha"),
    loginUrl: `${httpOf("zerodha")}/connect/login`,
    tickerUrl: socketOf("zerodha"),
  }),
  angelone: createAngelOneAdapter({
    ...deps,
    apiUrl: httpOf("angelone"),
    scripMasterUrl: `${httpOf("angelone")}/scrips`,
    streamUrl: `${socketOf("angelone")}/smart-stream`,
    orderUpdateUrl: `${socketOf("angelone")}/smart-order-update`,
  }),
  fyers: createFyersAdapter({
    ...deps,
    apiUrl: httpOf("fyers"),
    loginUrl: `${httpOf("fyers")}/api/v3/generate-authcode`,
    stepsUrl: httpOf("fyers"),
    mastersUrl: httpOf("fyers"),
    socketUrl: socketOf("fyers"),
  }),
});
