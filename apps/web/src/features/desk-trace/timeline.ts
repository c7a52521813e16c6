import { paise } from "@vriddhi/core/shared/money";
import type { Reply } from "../../lib/api.ts";
import { formatPaise, instantOf } from "../../lib/format.ts";

export type Trace = Reply<"GET", "/api/admin/orders/{tag}/trace">["trace"];

/** Hollow: ours. Ring: the broker. Full: the exchange, or final. Square: a failure. */
export type Mark = "ours" | "broker" | "exchange" | "astray";

export interface Line {
  readonly id: string;
  readonly at: number;
  /** Since the line before; `null` at the first. */
  readonly stepMs: number | null;
  readonly mark: Mark;
  readonly title: string;
  readonly note: string;
}

type Fact = Trace["ledger"][number];
type Drawn = Omit<Line, "stepMs">;

const words = (name: string): string => name.replaceAll("_", " ");
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const price = (value: unknown): string => formatPaise(paise(Number(value)), "always");

const ASTRAY: ReadonlySet<string> = new Set([
  "unknown",
  "abandoned",
  "rejected",
  "expired",
  "stuck",
  "refused",
  "order_contradicted",
  "order_late",
  "position_naked",
  "position_stuck",
  "closed_outside",
]);
const FINAL: ReadonlySet<string> = new Set(["fill", "fill_seen", "position_flat", "closed_by_broker"]);

function markOf(kind: string, fact: Fact["fact"]): Mark {
  if (FINAL.has(kind)) return "exchange";
  const turn = String(fact["to"] ?? fact["verdict"] ?? kind);
  if (ASTRAY.has(turn) || ASTRAY.has(kind)) return "astray";
  return turn === "accepted" ? "broker" : turn === "filled" ? "exchange" : "ours";
}

function titleOf(kind: string, fact: Fact["fact"]): string {
  if (kind === "order_moved") return capital(words(String(fact["to"])));
  if (kind === "fill" || kind === "fill_seen") return `Filled ${String(fact["quantity"])}`;
  if (kind === "command_sent") return `${capital(String(fact["command"]))} sent`;
  if (kind === "command_judged") return `Command ${String(fact["n"])}: ${words(String(fact["verdict"]))}`;
  return capital(words(kind));
}

const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(["tag", "position_id", "isin", "leg", "side", "to", "n", "kind"]);

function noteOf(kind: string, fact: Fact["fact"]): string {
  if (kind === "fill") return `${price(fact["price"])} · exchange number ${String(fact["fill_id"])}`;
  if (kind === "fill_seen") return `average ${price(fact["average_price"])}, as the broker's book shows it`;
  const parts = Object.entries(fact).filter(([name, value]) => !SHOWN_ELSEWHERE.has(name) && value !== null);
  return parts.map(([name, value]) => `${words(name)} ${words(String(value))}`).join(" · ");
}

const ledgerLine = ({ at, kind, fact }: Fact, index: number): Drawn => ({
  id: `ledger ${index}`,
  at: instantOf(at),
  mark: markOf(kind, fact),
  title: titleOf(kind, fact),
  note: noteOf(kind, fact),
});

const wireLine = ({ at, direction, call }: Trace["wire"][number], index: number): Drawn => ({
  id: `wire ${index}`,
  at: instantOf(at),
  mark: direction === "request" ? "ours" : "broker",
  title: direction === "request" ? "On the wire" : "Broker answered",
  note: words(call),
});

export function timelineOf(trace: Trace): readonly Line[] {
  const drawn = [...trace.ledger.map(ledgerLine), ...trace.wire.map(wireLine)].sort((a, b) => a.at - b.at);
  return drawn.map((line, index) => {
    const before = drawn[index - 1];
    return { ...line, stepMs: before === undefined ? null : line.at - before.at };
  });
}

export interface Stage {
  readonly name: string;
  readonly ms: number;
}

export function stagesOf(trace: Trace): readonly Stage[] {
  const first = (found: { at: string } | undefined): number | null =>
    found === undefined ? null : instantOf(found.at);
  const marks: readonly (readonly [string, number | null])[] = [
    ["Plan", instantOf(trace.order.planned_at)],
    ["To the wire", first(trace.wire.find(({ direction, call }) => direction === "request" && call === "place"))],
    ["Broker", first(trace.wire.find(({ direction, call }) => direction === "answer" && call === "place"))],
    ["First fill", first(trace.fills[0])],
  ];
  const known = marks.flatMap(([name, at]) => (at === null ? [] : [{ name, at }]));
  return known.slice(1).map(({ name, at }, index) => ({ name, ms: Math.max(0, at - (known[index]?.at ?? at)) }));
}

/** +234 ms, +1.736 s, +26 min 32.8 s */
export function stepText(ms: number): string {
  if (ms < 1_000) return `+${ms} ms`;
  if (ms < 60_000) return `+${(ms / 1_000).toFixed(1)} s`;
  return `+${Math.floor(ms / 60_000)} min ${((ms % 60_000) / 1_000).toFixed(1)} s`;
}
