/** In the order in which a person's brokers are tried. B7.14 */
export const brokerNames = ["fyers", "zerodha", "angelone"] as const;

export type BrokerName = (typeof brokerNames)[number];

export const isBrokerName = (text: string): text is BrokerName => brokerNames.some((name) => name === text);
