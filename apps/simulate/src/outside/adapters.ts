import { createAdapter } from "@vriddhi/brokers/adapters";
import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { AdapterDeps } from "@vriddhi/brokers/transport/adapter-deps";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { recordOf } from "@vriddhi/core/shared/record-of";
import { brokers } from "@vriddhi/sandbox/exchange/members";

const httpOf = (broker: BrokerName): string => `http://${broker}`;
const socketOf = (broker: BrokerName): string => `ws://${broker}`;

export const brokerAt = (url: string): BrokerName =>
  brokers.find((broker) => url.startsWith(httpOf(broker)) || url.startsWith(socketOf(broker))) ?? "zerodha";

/** The product's own adapters; only their transport is virtual. */
export const createAdapters = (deps: AdapterDeps): Readonly<Record<BrokerName, BrokerAdapter>> =>
  recordOf(brokers, (broker) => createAdapter[broker]({ httpUrl: httpOf(broker), wsUrl: socketOf(broker) }, deps));
