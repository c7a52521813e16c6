import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";

import type { Messages } from "../../platform/http/handler.ts";

export const brokerStatusMessages: Messages<"strategy_refused" | "session_open"> = {
  strategy_refused: "The strategy could not be switched.",
  session_open: "This account is connected: no login is needed.",
};

export const brokerStatusTexts = {
  disconnected: (broker: BrokerName, name: string) => `${name} is disconnected from ${brokerTitles[broker]}`,
  reconnected: (broker: BrokerName, name: string) => `${name} is connected to ${brokerTitles[broker]} again`,
  personNeeded: (broker: BrokerName) =>
    `${brokerTitles[broker]} wants the owner to log in: what is stored is not enough. Send a login link.`,
  linkSent: (broker: BrokerName, name: string) => `${name} gets a fresh link to log in at ${brokerTitles[broker]}`,
  stopped: (broker: BrokerName) => `The strategy at ${brokerTitles[broker]} is inactive`,
  started: (broker: BrokerName) => `The strategy at ${brokerTitles[broker]} is active`,
  armed: (broker: BrokerName, day: string) => `The strategy at ${brokerTitles[broker]} is active from ${day} on`,
} as const;
