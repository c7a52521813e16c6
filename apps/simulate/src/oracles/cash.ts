import type { DayWorld } from "../day/day-world.ts";
import type { SimAccount } from "../day/sim-account.ts";

/** The user's own trades are not in our result; the broker's own square-off of ours is. */
function hasTradedThemselves({ outside }: DayWorld, { plan }: SimAccount): boolean {
  return outside.exchange.dayOrders(plan.client).some(({ tag, placedBy }) => tag === null && placedBy === "client");
}

/** The broker's own closing trades before its usual time are known only by quantity: their price is estimated. */
function isEstimated({ tables }: DayWorld, { id }: SimAccount): boolean {
  return tables.ledger.some(({ accountId, fact }) => accountId === id && fact.kind === "closed_outside");
}

/** The broker closed a share that we closed too, and then what that opened: its trades are not ours. */
function hasBrokerTurned({ outside }: DayWorld, { plan }: SimAccount): boolean {
  const traded = outside.exchange
    .dayOrders(plan.client)
    .filter(({ placedBy, filledQuantity }) => placedBy === "broker" && filledQuantity > 0);
  return traded.some((one) => traded.some(({ symbol, side }) => symbol === one.symbol && side !== one.side));
}

/** The day's result equals the change of the account's cash at the exchange, to the paisa. */
export function judgeCash(world: DayWorld, account: SimAccount): void {
  const { exchange } = world.outside;
  const { client } = account.plan;
  const isOpen = exchange.positions(client).some(({ netQuantity }) => netQuantity !== 0);
  const isTheirs = hasTradedThemselves(world, account) || hasBrokerTurned(world, account);
  if (isOpen || isTheirs || isEstimated(world, account)) return;
  const { realised } = exchange.funds(client);
  for (const { accountId, fact } of world.tables.ledger)
    if (accountId === account.id && fact.kind === "day_closed" && fact.gross !== realised)
      world.accuse("our cash equals the exchange's", { account: account.id }, `${realised} there, ${fact.gross} here`);
}
