import type { LedgerFact } from "@vriddhi/core/ledger/ledger-event";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import type { Order, OrderEvent } from "@vriddhi/sandbox/exchange/model";
import type { KnownCall } from "../worker/fault-director.ts";
import type { Rule, RuleDeps } from "./rule.ts";

type CommandSent = Extract<LedgerFact, { readonly kind: "command_sent" }>;

/** Less is open than the exit would sell, or there are two exits: its place in the queue does not matter. */
const MUST_GO: ReadonlySet<CommandSent["cause"]> = new Set(["closed_outside", "one_exit"]);

/** Time until the product can know that a stop was triggered and waits at the band. */
const KNOWN_MS = 2 * SECOND_MS;

/** An exit that waits at the band's limit stays unchanged: a price change would move it to the end of the queue. */
export class CircuitPlaceRule implements Rule {
  readonly #deps: RuleDeps;

  readonly #openSince = new Map<string, number>();

  constructor(deps: RuleDeps) {
    this.#deps = deps;
  }

  observe({ order, change }: OrderEvent): void {
    if (change === "open" && !this.#openSince.has(order.id)) this.#openSince.set(order.id, this.#deps.clock.time.now());
  }

  left({ account, name, order }: KnownCall): void {
    if (order?.leg !== "exit" || (name !== "modify" && name !== "cancel")) return;
    const [there] = this.#deps.exchange.findOrders({ tag: order.tag });
    const edge = there === undefined ? null : this.#edgeOf(there);
    if (there === undefined || edge === null || this.#mayChange(order, edge, there.quantity)) return;
    if (this.#deps.clock.time.now() - (this.#openSince.get(there.id) ?? 0) <= KNOWN_MS) return;
    const detail = `a ${name} of an exit that rests at ${edge} without a counterparty`;
    this.#deps.accuse("an exit at the circuit keeps its place", { account: account.id, tag: order.tag }, detail);
  }

  /** The price at which it rests; `null` if it does not. */
  #edgeOf({ symbol, side, status, limitPrice, pendingQuantity }: Order): number | null {
    const { lowerCircuit, upperCircuit, lastPrice, bid, ask } = this.#deps.exchange.top(symbol);
    const edge = side === "sell" ? lowerCircuit : upperCircuit;
    const other = side === "sell" ? bid : ask;
    const isResting = status === "open" && pendingQuantity > 0 && limitPrice === edge;
    return isResting && lastPrice === edge && other === null ? edge : null;
  }

  /** A repetition, or another quantity at the same price, keeps its place in the queue. */
  #mayChange({ tag }: StoredOrder, edge: number, standing: number): boolean {
    const sent = this.#deps.tables.ledger
      .map(({ fact }) => fact)
      .findLast((fact): fact is CommandSent => fact.kind === "command_sent" && fact.tag === tag);
    if (sent === undefined || MUST_GO.has(sent.cause)) return true;
    const command = [...this.#deps.tables.commands.values()].find(
      (stored) => stored.tag === tag && stored.command.n === sent.n,
    )?.command;
    if (command?.kind !== "modify" || command.pricing.limit !== edge) return false;
    return sent.cause === "follow_fill" || command.quantity <= standing;
  }
}
