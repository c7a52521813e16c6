import type { TradingBroker } from "@vriddhi/core/broker/trading-broker";
import { paise } from "@vriddhi/core/shared/money";
import { formatPaise, instantOf } from "../../lib/format.ts";
import { brokerLabel } from "./broker-label.ts";
import type { Day, DayFill, DayNote, DayOrder, DaySignal } from "./day-types.ts";
import type { TimelineItem } from "./timeline.ts";
import { closeReasons, exitCauses, orderReasons, timelineTexts } from "./timeline-past.texts.ts";

const price = (amount: number): string => formatPaise(paise(amount), "always");
const verbOf = (side: "buy" | "sell"): string => (side === "buy" ? "Buy" : "Sell");
const pastVerbOf = (side: "buy" | "sell"): string => (side === "buy" ? "Bought" : "Sold");

function signalItems(signal: DaySignal): readonly TimelineItem[] {
  const { id, symbol, side, sentence, made_at: at, skip } = signal;
  const made: TimelineItem = {
    key: `signal ${id}`,
    at: instantOf(at),
    tone: "trade",
    title: timelineTexts.signal(verbOf(side).toLowerCase(), symbol),
    body: sentence,
  };
  if (skip === null) return [made];
  const skipped: TimelineItem = {
    key: `skip ${id}`,
    at: instantOf(at),
    tone: "done",
    title: timelineTexts.skipped(symbol),
    body: skip.sentence,
  };
  return [made, skipped];
}

const ENDED = timelineTexts.ended as Readonly<Record<string, string>>;

const stopTitle = (broker: TradingBroker): string =>
  broker === "paper" ? timelineTexts.paperStop : timelineTexts.stop(brokerLabel(broker));

function orderTitle({ leg, status, trigger_paise: trigger }: DayOrder, broker: TradingBroker): string {
  const ended = ENDED[status];
  if (ended !== undefined) return ended;
  if (leg === "exit") return trigger === null ? timelineTexts.exit : stopTitle(broker);
  return status === "planned" ? timelineTexts.entryWaits : timelineTexts.entry;
}

/** Why an order has its status. A cancelled exit made way for another one, which says why. */
export function orderWhy({ leg, status, reason }: DayOrder): string | undefined {
  if (reason === null || (leg === "exit" && status === "cancelled")) return undefined;
  return orderReasons[reason];
}

const exitCause = (cause: string, broker: TradingBroker): string | undefined =>
  cause === "protect" && broker === "paper" ? timelineTexts.paperStopWhy : exitCauses[cause];

function orderBody(order: DayOrder, broker: TradingBroker): string {
  const { leg, side, symbol, quantity, cause, broker_said: brokerMessage } = order;
  const meant =
    leg === "entry"
      ? timelineTexts.entryBody(verbOf(side), quantity, symbol, price(order.limit_paise))
      : timelineTexts.stopBody(verbOf(side), quantity, price(order.trigger_paise ?? order.limit_paise));
  const why = orderWhy(order) ?? (leg === "exit" ? exitCause(cause, broker) : undefined);
  return [meant, why, brokerMessage === null ? undefined : `“${brokerMessage}”`]
    .filter((part) => part !== undefined)
    .join(" ");
}

const isFault = ({ status }: DayOrder): boolean => status === "rejected" || status === "unknown";

const orderItem =
  (broker: TradingBroker) =>
  (order: DayOrder): TimelineItem => ({
    key: `order ${order.tag}`,
    // An order that has ended is listed at the instant of its end.
    at: instantOf((order.status in ENDED ? order.ended_at : null) ?? order.planned_at),
    tone: isFault(order) ? "fault" : "trade",
    title: orderTitle(order, broker),
    body: orderBody(order, broker),
  });

/** Fills of one order at one price are one line. */
function fillItems(fills: readonly DayFill[], orders: readonly DayOrder[]): readonly TimelineItem[] {
  const lines = new Map<string, DayFill>();
  for (const fill of fills) {
    const key = `${fill.tag} ${fill.price_paise}`;
    const before = lines.get(key);
    lines.set(key, before === undefined ? fill : { ...before, quantity: before.quantity + fill.quantity });
  }
  return [...lines].map(([key, { tag, at, quantity, price_paise }]) => {
    const order = orders.find((each) => each.tag === tag);
    const title =
      order === undefined
        ? timelineTexts.filled(quantity, price(price_paise))
        : timelineTexts.traded(pastVerbOf(order.side), quantity, order.symbol, price(price_paise));
    return { key: `fill ${key}`, at: instantOf(at), tone: "trade", title, body: null };
  });
}

const FAULTS: ReadonlySet<DayNote["kind"]> = new Set([
  "position_naked",
  "position_stuck",
  "position_handed_over",
  "session_lost",
  "broker_differs",
  "daily_stop_hit",
]);

function noteBody({ kind, cause }: DayNote): string | null {
  const naked = kind === "position_naked" ? timelineTexts.nakedCauses[cause ?? ""] : undefined;
  if (naked !== undefined) return `${naked} ${timelineTexts.noteBodies[kind]}`;
  const fixed = timelineTexts.noteBodies[kind];
  if (fixed !== undefined) return fixed;
  if (cause === null) return null;
  return (kind === "blocked" ? timelineTexts.blockCauses[cause] : closeReasons[cause]) ?? null;
}

const noteItem = (note: DayNote, n: number): TimelineItem => ({
  key: `note ${note.kind} ${note.position ?? ""} ${n}`,
  at: instantOf(note.at),
  tone: FAULTS.has(note.kind) ? "fault" : "done",
  title: timelineTexts.notes[note.kind],
  body: noteBody(note),
});

function runItems({ run, broker }: Day): readonly TimelineItem[] {
  if (run === null || broker === null) return [];
  const started: TimelineItem = {
    key: "run started",
    at: instantOf(run.started_at),
    tone: "done",
    title: broker === "paper" ? timelineTexts.paperRunStarted : timelineTexts.runStarted(brokerLabel(broker)),
    body: timelineTexts.runStartedBody(formatPaise(paise(run.capital_paise)), run.approval_mode === "manual"),
  };
  if (run.stopped_at === null) return [started];
  const at = instantOf(run.stopped_at);
  return [started, { key: "run stopped", at, tone: "done", title: timelineTexts.runStopped, body: null }];
}

const isClosingExit = ({ leg, cause }: DayOrder): boolean => leg === "exit" && cause !== "protect";

/** Everything that happened, by time; events of the same moment keep cause before effect. */
export function pastOf(day: Day): readonly TimelineItem[] {
  const { signals, orders, fills, notes } = day;
  const broker = day.broker ?? "paper";
  const [started, ...stopped] = runItems(day);
  const exits = new Set(orders.flatMap(({ leg, tag }) => (leg === "exit" ? [tag] : [])));
  const isOfExit = ({ tag }: DayFill): boolean => exits.has(tag);
  const isEnd = ({ kind }: DayNote): boolean => kind === "position_flat" || kind === "day_closed";
  const noted = notes.map((note, n) => ({ note, item: noteItem(note, n) }));
  const items = [
    ...(started === undefined ? [] : [started]),
    ...signals.flatMap(signalItems),
    ...orders.filter(({ leg }) => leg === "entry").map(orderItem(broker)),
    ...fillItems(
      fills.filter((fill) => !isOfExit(fill)),
      orders,
    ),
    ...orders.filter((order) => order.leg === "exit" && !isClosingExit(order)).map(orderItem(broker)),
    ...stopped,
    ...noted.filter(({ note }) => !isEnd(note)).map(({ item }) => item),
    ...orders.filter(isClosingExit).map(orderItem(broker)),
    ...fillItems(fills.filter(isOfExit), orders),
    ...noted.filter(({ note }) => isEnd(note)).map(({ item }) => item),
  ];
  return items.sort((a, b) => a.at - b.at);
}
