import { HEALTH_LIMITS } from "../back-office/health.ts";
import { type BrokerName, brokersShown } from "../broker/broker-name.ts";
import { type StrategyFeed, strategyFeeds } from "../broker/strategy-feed.ts";
import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from "../time/clock.ts";
import type { IstDate } from "../time/ist.ts";
import type { MarketState } from "../time/market-state.ts";

export const serviceParts = [
  "website",
  ...strategyFeeds.map((desk) => `feed_${desk}` as const),
  "orders",
  ...brokersShown.map((broker) => `broker_${broker}` as const),
  "mornings",
  "payments",
  "mail",
] as const;

export type ServicePart = (typeof serviceParts)[number];

/** `idle`: nothing to measure yet; `closed`: the market is closed; `unknown`: the database does not answer. */
export const partStates = ["works", "fault", "idle", "closed", "unknown"] as const;
export type PartState = (typeof partStates)[number];

export const figureNames = ["log_ins", "answered", "p50_ms", "p99_ms", "ready"] as const;
type Figures = Partial<Record<(typeof figureNames)[number], number>>;

export const STATUS_LIMITS = {
  /** Orders of the last minutes count; an older delay is over. */
  recentMs: 10 * MINUTE_MS,
  answerWithinMs: 5 * SECOND_MS,
  /** Of a broker's log-ins of this morning, or of its recent orders. */
  missedShare: 0.2,
  /** From the signal to the order of the slowest percent. */
  orderP99Ms: 5 * SECOND_MS,
  /** Accounts that wait for the product or a broker, not for their owner. */
  waitingShare: 0.05,
  mailAgeMs: 5 * MINUTE_MS,
  paymentAgeMs: 10 * MINUTE_MS,
} as const;

export interface BrokerFacts {
  readonly broker: BrokerName;
  readonly connected: number;
  readonly unavailable: number;
  /** Orders of the last minutes, and those that the broker answered in time. */
  readonly sent: number;
  readonly answered: number;
}

export interface ServiceFacts {
  /** Market clock. */
  readonly at: EpochMs;
  /** Market seconds per second; 1 unless the market is simulated. */
  readonly speed: number;
  readonly market: MarketState;
  readonly feeds: readonly { readonly desk: StrategyFeed; readonly lastTickAt: EpochMs | null }[];
  readonly brokers: readonly BrokerFacts[];
  /** The newest signal with orders that no user had to approve; `null` without any. */
  readonly orders: {
    readonly day: IstDate;
    readonly ageMs: number;
    readonly p50Ms: number;
    readonly p99Ms: number;
  } | null;
  readonly bucketsWithoutWorker: number;
  readonly mornings: { readonly day: IstDate; readonly ready: number; readonly waiting: number } | null;
  readonly mailAgeMs: number | null;
  readonly paymentAgeMs: number | null;
}

export interface PartStatus {
  readonly part: ServicePart;
  readonly state: PartState;
  /** When the fault began; `null` without one. */
  readonly faultSince: EpochMs | null;
  readonly figures: Figures;
  /** The trading day of the figures. */
  readonly day: IstDate | null;
}

/** Rounded down, so that 100% means all. */
const shareOf = (count: number, all: number): number => Math.floor((count / all) * 100) / 100;

const statusOf = (
  part: ServicePart,
  state: PartState,
  rest: Partial<Omit<PartStatus, "part" | "state">> = {},
): PartStatus => ({ part, state, faultSince: null, figures: {}, day: null, ...rest });

/** More market time than passes between two reads, unless a simulated clock jumps. */
const JUMP_MS = 20 * SECOND_MS;

/** `before` is the previous read: while a simulated clock jumps, the last tick is old but new ones arrive. */
function feedStatus(facts: ServiceFacts, { desk, lastTickAt }: ServiceFacts["feeds"][number], before?: ServiceFacts) {
  const part = `feed_${desk}` as const;
  const { at, speed, market } = facts;
  if (market.name !== "open" || market.opensAt === null) return statusOf(part, "closed");
  const since = epochMs(Math.max(lastTickAt ?? 0, market.opensAt));
  const isSilent = at - since > HEALTH_LIMITS.feedAgeS * SECOND_MS * Math.max(1, speed);
  const earlier = before?.feeds.find((feed) => feed.desk === desk);
  const hasJumped = before !== undefined && at - before.at > JUMP_MS * Math.max(1, speed);
  const isFault = isSilent && !(hasJumped && earlier?.lastTickAt !== lastTickAt);
  return isFault ? statusOf(part, "fault", { faultSince: since }) : statusOf(part, "works");
}

function ordersStatus({ at, orders, market, bucketsWithoutWorker }: ServiceFacts): PartStatus {
  const figures = orders === null ? {} : { p50_ms: Math.round(orders.p50Ms), p99_ms: Math.round(orders.p99Ms) };
  const rest = { figures, day: orders?.day ?? null };
  const isOpen = market.name === "open";
  const isLate = orders !== null && orders.ageMs <= STATUS_LIMITS.recentMs && orders.p99Ms > STATUS_LIMITS.orderP99Ms;
  if (isOpen && (isLate || bucketsWithoutWorker > 0)) return statusOf("orders", "fault", { ...rest, faultSince: at });
  if (!isOpen) return statusOf("orders", "closed", rest);
  return statusOf("orders", orders?.day === market.day ? "works" : "idle", rest);
}

function brokerStatus({ at, market, brokers }: ServiceFacts, broker: BrokerName): PartStatus {
  const part = `broker_${broker}` as const;
  const facts = brokers.find((each) => each.broker === broker);
  const tried = (facts?.connected ?? 0) + (facts?.unavailable ?? 0);
  const sent = facts?.sent ?? 0;
  const figures: Figures = {};
  if (facts !== undefined && tried > 0) figures.log_ins = shareOf(facts.connected, tried);
  if (facts !== undefined && sent > 0) figures.answered = shareOf(facts.answered, sent);
  const isDay = market.name === "before_open" || market.name === "open";
  const isMissing = [figures.log_ins, figures.answered].some((share = 1) => 1 - share > STATUS_LIMITS.missedShare);
  if (isDay && isMissing) return statusOf(part, "fault", { figures, faultSince: at });
  if (!isDay) return statusOf(part, "closed", { figures });
  return statusOf(part, tried + sent > 0 ? "works" : "idle", { figures });
}

function morningsStatus({ at, market, mornings }: ServiceFacts): PartStatus {
  const all = mornings === null ? 0 : mornings.ready + mornings.waiting;
  if (mornings === null || all === 0) return statusOf("mornings", market.name === "holiday" ? "closed" : "idle");
  const rest = { figures: { ready: shareOf(mornings.ready, all) }, day: mornings.day };
  const isToday = mornings.day === market.day && market.name !== "after_close";
  if (isToday && mornings.waiting / all > STATUS_LIMITS.waitingShare)
    return statusOf("mornings", "fault", { ...rest, faultSince: at });
  return statusOf("mornings", "works", rest);
}

const queueStatus = (part: "payments" | "mail", ageMs: number | null, maxMs: number, at: EpochMs): PartStatus =>
  (ageMs ?? 0) > maxMs ? statusOf(part, "fault", { faultSince: epochMs(at - (ageMs ?? 0)) }) : statusOf(part, "works");

/** What each part does now. Feeds that were never set up are left out. */
export function assessService(facts: ServiceFacts, before?: ServiceFacts): readonly PartStatus[] {
  return [
    statusOf("website", "works"),
    ...facts.feeds.map((feed) => feedStatus(facts, feed, before)),
    ordersStatus(facts),
    ...brokersShown.map((broker) => brokerStatus(facts, broker)),
    morningsStatus(facts),
    queueStatus("payments", facts.paymentAgeMs, STATUS_LIMITS.paymentAgeMs, facts.at),
    queueStatus("mail", facts.mailAgeMs, STATUS_LIMITS.mailAgeMs, facts.at),
  ];
}

/** Without the database: the website has the fault, and nothing is known about the rest. */
export const withoutDatabase = (parts: readonly PartStatus[], since: EpochMs): readonly PartStatus[] => [
  statusOf("website", "fault", { faultSince: since }),
  ...parts.filter(({ part }) => part !== "website").map(({ part }) => statusOf(part, "unknown")),
];

/** What hurts customers most comes first. */
const severity: readonly ServicePart[] = [
  "website",
  "orders",
  ...serviceParts.filter((part) => part.startsWith("feed_")),
  ...serviceParts.filter((part) => part.startsWith("broker_")),
  "mornings",
  "payments",
  "mail",
];

export const faultsBySeverity = (parts: readonly Pick<PartStatus, "part" | "state">[]): readonly ServicePart[] =>
  severity.filter((each) => parts.some(({ part, state }) => part === each && state === "fault"));

/** A fault of this length is an incident, and after as long without it the incident is over. */
export const INCIDENT_AFTER_MS = MINUTE_MS;

interface Begun {
  /** Market clock, for the record. */
  readonly at: EpochMs;
  /** Watched time, for the length. */
  readonly watchedMs: number;
}

export interface SeenPart {
  readonly fault: Begun | null;
  readonly calm: Begun | null;
}

export const UNSEEN: SeenPart = { fault: null, calm: null };

export interface SeenStep {
  readonly seen: SeenPart;
  readonly change: { readonly kind: "open" | "close"; readonly at: EpochMs } | null;
}

/** One look at a part. Faults with short pauses between them, as of a feed that reconnects, are one incident. */
export function watchPart(seen: SeenPart, isOpen: boolean, faultSince: EpochMs | null, now: Begun): SeenStep {
  if (faultSince !== null) {
    const fault = seen.fault ?? { at: faultSince, watchedMs: now.watchedMs };
    const isIncident = now.watchedMs - fault.watchedMs >= INCIDENT_AFTER_MS;
    return { seen: { fault, calm: null }, change: isIncident && !isOpen ? { kind: "open", at: fault.at } : null };
  }
  const calm = seen.calm ?? now;
  if (now.watchedMs - calm.watchedMs < INCIDENT_AFTER_MS) return { seen: { fault: seen.fault, calm }, change: null };
  return { seen: { fault: null, calm }, change: isOpen ? { kind: "close", at: calm.at } : null };
}
