import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { Reply } from "../../../lib/api.ts";
import { toCsv } from "../../../lib/csv.ts";
import { placementTexts } from "./orders.texts.ts";

export type PlacementDetail = Reply<"GET", "/api/admin/placements/{placementId}">;
type AccountOrder = PlacementDetail["orders"][number];

export interface ReasonLine {
  readonly reason: string;
  readonly isUnknown: boolean;
  readonly count: number;
  readonly brokers: readonly (readonly [BrokerName, number])[];
}

const WENT_THROUGH: ReadonlySet<AccountOrder["outcome"]> = new Set(["placed", "filled", "waiting"]);

/** An order that was accepted and ended unfilled has a message too. */
const wentThrough = ({ outcome, message }: AccountOrder): boolean =>
  WENT_THROUGH.has(outcome) && (outcome !== "placed" || message === null);

const reasonOf = ({ outcome, message }: AccountOrder): string =>
  outcome === "unknown" ? placementTexts.outcomes.unknown : (message ?? placementTexts.outcomes[outcome]);

/** Failures counted by reason: the most frequent first, unknown last. */
export function reasonsOf(orders: readonly AccountOrder[]): readonly ReasonLine[] {
  const lines = new Map<string, { isUnknown: boolean; brokers: Map<BrokerName, number> }>();
  for (const order of orders) {
    if (wentThrough(order)) continue;
    const reason = reasonOf(order);
    const line = lines.get(reason) ?? { isUnknown: order.outcome === "unknown", brokers: new Map() };
    line.brokers.set(order.broker, (line.brokers.get(order.broker) ?? 0) + 1);
    lines.set(reason, line);
  }
  return [...lines]
    .map(([reason, { isUnknown, brokers }]) => ({
      reason,
      isUnknown,
      count: [...brokers.values()].reduce((sum, count) => sum + count, 0),
      brokers: [...brokers].toSorted(([, a], [, b]) => b - a),
    }))
    .toSorted((a, b) => Number(a.isUnknown) - Number(b.isUnknown) || b.count - a.count);
}

const CSV_COLUMNS = ["row", "username", "broker", "symbol", "quantity", "filled", "tag", "outcome", "message"] as const;

export const placementCsv = (orders: readonly AccountOrder[]): string =>
  toCsv([CSV_COLUMNS, ...orders.map((order) => CSV_COLUMNS.map((name) => order[name]))]);
