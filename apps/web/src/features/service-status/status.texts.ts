import { type BrokerName, isBrokerName } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { PartState, ServicePart } from "@vriddhi/core/site/service-status";

interface PartTexts {
  readonly name: string;
  /** The headline while the part has a fault, and the name of its incidents. */
  readonly fault: string;
  /** What the fault means for a customer. */
  readonly meaning: string;
  readonly works: string;
}

const single: Readonly<Partial<Record<ServicePart, PartTexts>>> = {
  website: {
    name: "Website",
    fault: "The database cannot be reached",
    meaning: "Log-ins and changes fail until it is back. Stops rest at your broker.",
    works: "Pages and log-ins work",
  },
  orders: {
    name: "Orders",
    fault: "Orders are delayed",
    meaning: "An entry that would leave too late is not placed. Stops rest at your broker.",
    works: "Orders leave on time",
  },
  mornings: {
    name: "Mornings",
    fault: "The morning start is delayed",
    meaning: "Some accounts wait for a log-in at their broker or for today's lists.",
    works: "Accounts are prepared before the market opens",
  },
  payments: {
    name: "Payments",
    fault: "Payments are confirmed late",
    meaning: "A payment may take longer to show. Nothing is charged twice.",
    works: "Payments are confirmed on time",
  },
  mail: {
    name: "Mail",
    fault: "Mail is late",
    meaning: "Codes and messages arrive later than usual.",
    works: "Mail leaves on time",
  },
};

const feedOf = (title: string): PartTexts => ({
  name: `Market data, ${title}`,
  fault: `Prices from ${title} are delayed`,
  meaning: "The strategy uses the other source. Without any source it makes no entries.",
  works: "Prices arrive",
});

const brokerOf = (title: string): PartTexts => ({
  name: `Log-ins and orders, ${title}`,
  fault: `${title} answers late or not at all`,
  meaning: "An order whose answer is missing is looked up and never sent twice.",
  works: "Log-ins and orders are answered",
});

export function textsOf(part: ServicePart): PartTexts {
  const [kind = "", name = ""] = part.split("_");
  const title = isBrokerName(name) ? brokerTitles[name satisfies BrokerName] : name;
  if (kind === "feed") return feedOf(title);
  if (kind === "broker") return brokerOf(title);
  return single[part] ?? { name: part, fault: part, meaning: "", works: "" };
}

export const stateTexts: Readonly<Record<PartState, string>> = {
  works: "Works",
  fault: "Disturbed",
  idle: "Nothing yet today",
  closed: "Market closed",
  unknown: "Not known",
};

const percent = (share: number): string => `${Math.round(share * 100)}%`;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export const statusTexts = {
  title: "Service status",
  works: "Everything works",
  others: (count: number) =>
    count === 1 ? "1 other part is disturbed too." : `${count} other parts are disturbed too.`,
  marketClosed: "The market is closed.",
  asOf: (time: string) => `As of ${time} IST`,
  neverRead: "Nothing could be read yet",
  isRefreshed: "This page refreshes itself.",
  isStale: "It could not be refreshed. Check your connection.",
  parts: "Parts of the service",
  unknown: "Nothing is known while the database cannot be reached.",
  orders: (p50: number, p99: number) => `Half leave within ${seconds(p50)} of the signal, 99% within ${seconds(p99)}`,
  logIns: (share: number) => `${percent(share)} of this morning's log-ins worked`,
  answered: (share: number) => `${percent(share)} of the latest orders answered in time`,
  ready: (share: number) => `${percent(share)} of accounts ready`,
  of: (text: string, day: string) => `${text} (${day})`,
  incidents: "Incidents of the last 30 days",
  noIncidents: "No incident in the last 30 days.",
  inProgress: "In progress",
  over: "Over",
  since: (time: string) => `Since ${time}`,
  from: (begin: string, end: string, length: string) => `${begin} to ${end}, ${length}`,
  failed: "The status could not be loaded",
  failedBody: "The website answers, but not with its status. Try again in a moment.",
  rule: "An incident is a fault that lasts for more than a minute. The product records it by itself.",
} as const;
