import { createHash } from "node:crypto";
import type { OtlpSpan } from "../../gateways/otlp/otlp-collector.ts";
import type { TracedEntry } from "./traced-entry.store.pg.ts";

const KIND = { internal: 1, client: 3 } as const;
const ERROR = 2;
const TRACE_ID_LENGTH = 32;
const SPAN_ID_LENGTH = 16;
const NANOSECONDS = 1_000_000n;

const hash = (text: string, length: number): string => createHash("sha256").update(text).digest("hex").slice(0, length);
const nanoseconds = (at: number): string => String(BigInt(at) * NANOSECONDS);
const attributesOf = (values: Readonly<Record<string, string | null>>) =>
  Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [{ key, value: { stringValue: value } }]));

const instantOf = (text: string): number => new Date(text).getTime();

interface Part {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly kind?: number;
}

/** Requests to the broker, each to its answer, or to the next record where none came. */
function callsOf({ wire }: TracedEntry, end: number): readonly Part[] {
  return wire.flatMap(({ at, direction, call }, n) => {
    if (direction !== "request") return [];
    const answer = wire.slice(n + 1).find((next) => next.call === call);
    const from = instantOf(at);
    const to = answer?.direction === "answer" ? instantOf(answer.at) : Math.max(from, end);
    return [{ name: `broker ${call}`, from, to, kind: KIND.client }];
  });
}

/** When the order was filled, or had its last fill; `null` without one. Exact fills may be read seconds after the book's. */
function filledAt({ events }: TracedEntry): number | null {
  const filled = events.find(({ fact }) => fact.kind === "order_moved" && fact.to === "filled");
  if (filled !== undefined) return instantOf(filled.at);
  const fills = events.filter(({ fact }) => fact.kind === "fill" || fact.kind === "fill_seen");
  return fills.length === 0 ? null : Math.max(...fills.map(({ at }) => instantOf(at)));
}

/**
 * One trace from the signal to the fill. Ids derive from the order, so that a repeated export is the same trace. Spans
 * carry no user, account, price or quantity.
 */
export function entrySpans(entry: TracedEntry): readonly OtlpSpan[] {
  const planned = instantOf(entry.planned_at);
  const from = entry.made_at === null ? planned : instantOf(entry.made_at);
  const asked = entry.wire.filter(({ direction }) => direction === "request").map(({ at }) => instantOf(at))[0] ?? null;
  const instants = [...entry.wire, ...entry.events].map(({ at }) => instantOf(at));
  const filled = filledAt(entry);
  const end = filled ?? Math.max(planned, ...instants);
  const traceId = hash(`${entry.signal_id}:${entry.account_id}:${entry.tag}`, TRACE_ID_LENGTH);
  const idOf = (name: string): string => hash(`${traceId}:${name}`, SPAN_ID_LENGTH);
  const parts: readonly Part[] = [
    { name: "plan", from, to: planned },
    ...(asked === null ? [] : [{ name: "send", from: planned, to: asked }]),
    ...callsOf(entry, end),
    ...(asked === null || filled === null ? [] : [{ name: "fill", from: asked, to: end }]),
  ];
  const root: OtlpSpan = {
    traceId,
    spanId: idOf("root"),
    name: "signal to fill",
    kind: KIND.internal,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(Math.max(from, end)),
    attributes: attributesOf({
      "vriddhi.signal.id": entry.signal_id,
      "vriddhi.order.tag": entry.tag,
      "vriddhi.order.status": entry.status,
      "vriddhi.order.reason": entry.reason,
      "vriddhi.order.side": entry.side,
      "vriddhi.broker": entry.broker,
      "vriddhi.symbol": entry.symbol,
    }),
    events: entry.events.flatMap(({ at, fact }) =>
      fact.kind === "order_moved" ? [{ timeUnixNano: nanoseconds(instantOf(at)), name: fact.to }] : [],
    ),
    ...(filled !== null ? {} : { status: { code: ERROR, message: entry.reason ?? entry.status } }),
  };
  const children = parts.map(({ name, from: begun, to, kind = KIND.internal }, n) => ({
    traceId,
    spanId: idOf(`${n}:${name}`),
    parentSpanId: root.spanId,
    name,
    kind,
    startTimeUnixNano: nanoseconds(begun),
    endTimeUnixNano: nanoseconds(Math.max(begun, to)),
    attributes: [],
    events: [],
  }));
  return [root, ...children];
}
