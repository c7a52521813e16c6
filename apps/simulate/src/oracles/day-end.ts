import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import { isOrderFinal } from "@vriddhi/core/order/order-state";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import type { DayWorld } from "../day/day-world.ts";
import type { SignalRow } from "../day/signal-source.ts";
import type { SimAccount } from "../day/sim-account.ts";
import { judgeCash } from "./cash.ts";

type FactOf<K extends LedgerEvent["fact"]["kind"]> = Extract<LedgerEvent["fact"], { readonly kind: K }>;

const factsOf = <K extends LedgerEvent["fact"]["kind"]>(
  { tables }: DayWorld,
  { id }: SimAccount,
  kind: K,
): readonly FactOf<K>[] =>
  tables.ledger.flatMap(({ accountId, fact }) => (accountId === id && fact.kind === kind ? [fact as FactOf<K>] : []));

function judgeOrder(world: DayWorld, account: SimAccount, order: StoredOrder): void {
  const { outside } = world;
  const who = { account: account.id, tag: order.tag };
  const { status, reason, filled } = order.state;
  if (!isOrderFinal(status)) world.accuse("each order has one end and a reason", who, `it ended as ${status}`);
  else if (status !== "filled" && reason === null)
    world.accuse("each order has one end and a reason", who, `${status} without a reason`);
  const [there] = outside.exchange.findOrders({ tag: order.tag });
  const truth = there?.filledQuantity ?? 0;
  if (truth !== filled)
    world.accuse("our books equal the exchange's", who, `${truth} traded, ${filled} are in our book`);
  const fills = factsOf(world, account, "fill").filter(({ tag }) => tag === order.tag);
  const value = fills.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  if (value !== (there?.filledValue ?? 0))
    world.accuse(
      "our books equal the exchange's",
      who,
      `${there?.filledValue ?? 0} paise traded, ${value} in the ledger`,
    );
}

/** Found after the broker had closed everything and no exit may be placed: all views agree, and an alert was raised. */
function isLeftOver(world: DayWorld, account: SimAccount, { isin, ours, brokers }: FactOf<"broker_differs">): boolean {
  const late = new Set(factsOf(world, account, "order_late").map(({ tag }) => tag));
  const handedOver = new Set(factsOf(world, account, "position_handed_over").map(({ positionId }) => positionId));
  const left = [...world.tables.orders.values()].filter(
    ({ accountId, leg, instrument, tag, positionId }) =>
      accountId === account.id &&
      leg === "entry" &&
      instrument.isin === isin &&
      late.has(tag) &&
      handedOver.has(positionId),
  );
  const quantity = left.reduce((sum, { side, state }) => sum + (side === "buy" ? state.filled : -state.filled), 0);
  return ours === brokers && ours === quantity;
}

/** The user and we closed the same, with an alert, and the broker has closed the rest since. */
function isClosedTwice(
  world: DayWorld,
  account: SimAccount,
  { isin, ours, brokers }: FactOf<"broker_differs">,
): boolean {
  const notices = new Set(
    factsOf(world, account, "position_stuck").flatMap(({ positionId, reason }) =>
      reason === "oversold" ? [positionId] : [],
    ),
  );
  const traded = [...world.tables.orders.values()]
    .filter(({ instrument, positionId }) => instrument.isin === isin && notices.has(positionId))
    .reduce((sum, { side, state }) => sum + (side === "buy" ? state.filled : -state.filled), 0);
  const closed = factsOf(world, account, "closed_outside")
    .filter(({ positionId }) => notices.has(positionId))
    .reduce((sum, { side, quantity }) => sum + (side === "buy" ? quantity : -quantity), 0);
  return notices.size > 0 && brokers === 0 && ours === traded + closed;
}

/** Contradictions that the product itself recorded. */
function judgeOwnAlarms(world: DayWorld, account: SimAccount): void {
  const unexplained = factsOf(world, account, "broker_differs").filter(
    (one) => !isLeftOver(world, account, one) && !isClosedTwice(world, account, one),
  );
  for (const fact of unexplained)
    world.accuse("our books equal the exchange's", { account: account.id }, JSON.stringify(fact));
  for (const fact of factsOf(world, account, "order_contradicted"))
    world.accuse("each order has one end and a reason", { account: account.id, tag: fact.tag }, JSON.stringify(fact));
}

export function judgeDayEnd(world: DayWorld, signals: readonly SignalRow[]): void {
  for (const account of world.accounts) {
    const own = [...world.tables.orders.values()].filter(({ accountId }) => accountId === account.id);
    for (const order of own) judgeOrder(world, account, order);
    if (own.length > 0 && factsOf(world, account, "day_closed").length !== 1)
      world.accuse("the day is closed", { account: account.id }, "its result is not written");
    judgeOwnAlarms(world, account);
    judgeCash(world, account);
    for (const { plan } of signals) judgeOutcome(world, account, plan.id);
  }
}

function judgeOutcome(world: DayWorld, account: SimAccount, signalId: string): void {
  const entries = [...world.tables.orders.values()].filter(
    (order) => order.accountId === account.id && order.signalId === signalId && order.leg === "entry",
  );
  const skips = factsOf(world, account, "skipped").filter((fact) => fact.signalId === signalId);
  const count = entries.length + skips.length;
  if (count !== 1)
    world.accuse(
      "each signal has one outcome for each account",
      { account: account.id },
      `${signalId}: ${count} outcomes`,
    );
}
