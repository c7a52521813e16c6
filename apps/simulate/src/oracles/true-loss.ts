import type { LedgerEvent } from "@vriddhi/core/ledger/ledger-event";
import type { OrderEvent } from "@vriddhi/sandbox/exchange/model";
import type { SimAccount } from "../day/sim-account.ts";
import { RecentPrices } from "./recent-prices.ts";
import type { Rule, RuleDeps } from "./rule.ts";
import { type Executed, trueChargesOf } from "./true-charges.ts";

/** The oracle checks prices each second, the product every three: this part of the limit may lie between. */
const TOLERANCE = 0.15;

interface Traded {
  readonly symbol: string;
  readonly side: "buy" | "sell";
  quantity: number;
  value: number;
}

/** A daily stop needs a loss: at true prices, net of charges. */
export class TrueLossRule implements Rule {
  readonly #deps: RuleDeps;
  readonly #prices: RecentPrices;
  readonly #traded = new Map<string, Map<string, Traded>>();

  constructor(deps: RuleDeps) {
    this.#deps = deps;
    this.#prices = new RecentPrices(deps.clock, deps.exchange);
  }

  observe({ order, trade }: OrderEvent): void {
    if (trade === null || order.product !== "intraday") return;
    const ofClient = this.#traded.get(order.account) ?? new Map<string, Traded>();
    this.#traded.set(order.account, ofClient);
    const known = ofClient.get(order.id) ?? { symbol: order.symbol, side: order.side, quantity: 0, value: 0 };
    known.quantity += trade.quantity;
    known.value += trade.quantity * trade.price;
    ofClient.set(order.id, known);
  }

  beat(): void {
    if (this.#traded.size > 0) this.#prices.look();
  }

  written({ accountId, fact }: LedgerEvent): void {
    if (fact.kind !== "daily_stop_hit") return;
    const account = this.#deps.accounts.find(({ id }) => id === accountId);
    if (account === undefined || this.#hasForeign(account)) return;
    const truth = this.#resultOf(account);
    if (truth <= -fact.limit * (1 - TOLERANCE)) return;
    const detail = `${fact.result} paise were assumed, ${truth} are true, the limit is ${fact.limit}`;
    this.#deps.accuse("a daily stop has a true loss behind it", { account: accountId }, detail);
  }

  /** The user's own trades are outside this rule. */
  #hasForeign({ plan }: SimAccount): boolean {
    const { exchange, positions } = this.#deps;
    return exchange.instruments.some(({ symbol }) => positions.foreignOf(plan.client, symbol).atMs >= 0);
  }

  #resultOf({ plan }: SimAccount): number {
    const orders = [...(this.#traded.get(plan.client)?.values() ?? [])];
    const executed: Executed[] = orders.map(({ side, value }) => ({ side, value }));
    let gross = orders.reduce((sum, { side, value }) => sum + (side === "sell" ? value : -value), 0);
    for (const symbol of new Set(orders.map((order) => order.symbol))) {
      const net = orders
        .filter((order) => order.symbol === symbol)
        .reduce((sum, { side, quantity }) => sum + (side === "buy" ? quantity : -quantity), 0);
      if (net === 0) continue;
      const price = this.#prices.worst(symbol, net > 0 ? 1 : -1);
      gross += net * price;
      executed.push({ side: net > 0 ? "sell" : "buy", value: Math.abs(net) * price });
    }
    return gross - trueChargesOf(executed, plan.broker);
  }
}
