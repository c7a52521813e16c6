import { pathOf } from "./dashboard-tab.ts";

const connections = {
  fyers: { name: "Fyers", path: pathOf("FyersConnection") },
  angelone: { name: "Angel One", path: pathOf("AngelOneConnection") },
  zerodha: { name: "Zerodha", path: pathOf("ZerodhaConnection") },
} as const;

type BrokerId = keyof typeof connections;

const isBrokerId = (text: string): text is BrokerId => Object.hasOwn(connections, text);

/** A2.17: the brokers that /connect/{broker} knows. */
export const connectionOf = (broker: string | undefined) =>
  broker !== undefined && isBrokerId(broker) ? connections[broker] : null;
