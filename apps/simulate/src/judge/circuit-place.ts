import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import type { Order } from "@vriddhi/sandbox/exchange/model";
import type { KnownCall } from "../worker/fault-director.ts";
import type { Rule, RuleDeps } from "./rule.ts";

type CommandSent = Extract<LedgerFact, { readonly kind: "command_sent" }>;

/** Less is open than the exit would sell, or there are two of them: then its place is worth nothing. */
const MUST_GO: ReadonlySet<CommandSent["cause"]> = new Set(["closed_outside", "one_exit"]);

/** An exit that waits at the limit of the band is left alone: a change of its price would put it at the end of the queue. */
export class CircuitPlaceRule implements Rule {
  readonly #deps: RuleDeps;

  constructor(deps: RuleDeps) {
    this.#deps = deps;
  }

  left({ account, name, order }: KnownCall): void {
    if (order?.leg !== "exit" || (name !== "modify" && name !== "cancel")) return;
    const [there] = this.#deps.exchange.findOrders({ tag: order.tag });
    const edge = there === undefined ? null : this.#edgeOf(there);
    if (edge === null || this.#mayChange(order, edge)) return;
    const detail = `a ${name} of an exit that rests at ${edge}, where nobody takes the other side`;
    this.#deps.accuse("an exit at the circuit keeps its place", { account: account.id, tag: order.tag }, detail);
  }

  /** The price at which it rests and waits; null: it does not. */
  #edgeOf({ symbol, side, status, limitPrice, pendingQuantity }: Order): number | null {
    const { lowerCircuit, upperCircuit, lastPrice, bid, ask } = this.#deps.exchange.top(symbol);
    const edge = side === "sell" ? lowerCircuit : upperCircuit;
    const other = side === "sell" ? bid : ask;
    const isResting = status === "open" && pendingQuantity > 0 && limitPrice === edge;
    return isResting && lastPrice === edge && other === null ? edge : null;
  }

  /** Another quantity at the same price keeps the place of what was there. */
  #mayChange({ tag }: StoredOrder, edge: number): boolean {
    const sent = this.#deps.tables.ledger
      .map(({ fact }) => fact)
      .findLast((fact): fact is CommandSent => fact.kind === "command_sent" && fact.tag === tag);
    if (sent === undefined || MUST_GO.has(sent.cause)) return true;
    const command = [...this.#deps.tables.commands.values()].find(
      (stored) => stored.tag === tag && stored.command.n === sent.n,
    )?.command;
    return command?.kind === "modify" && command.pricing.limit === edge && sent.cause === "follow_fill";
  }
}
