import { accountId } from "@vriddhi/core/allocation/account-id";
import type { OrderTag } from "@vriddhi/core/order/order";
import { newOrder, type OrderStatus } from "@vriddhi/core/order/order-state";
import { rupees } from "@vriddhi/core/shared/money";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { type IstMinute, istInstant, istMinute } from "@vriddhi/core/time/ist";
import { createMemoryTables } from "@vriddhi/execution/memory/memory-tables";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import { entryOf, exitOf } from "@vriddhi/execution/store-suite/store-fixture";
import type { SimAccount } from "../day/sim-account.ts";
import { createOutside } from "../outside/outside.ts";
import { DAY, planDay } from "../plan/day-plan.ts";
import { createDayClock } from "../time/day-clock.ts";
import { VirtualTime } from "../time/virtual-time.ts";
import type { PublishedQuote } from "../worker/price-board.ts";
import { Hindrances } from "./hindrances.ts";
import { NoticesRule } from "./notices.ts";
import { OpenQuestions } from "./open-questions.ts";
import { TruePositions } from "./positions.ts";
import type { Rule, RuleDeps } from "./rule.ts";
import type { Invariant } from "./violation.ts";

const CLIENTS = ["ZX1", "ZX2"] as const;
const SHARES = 10;

export class RuleWorld {
  readonly accused: { readonly invariant: Invariant; readonly account: string | null }[] = [];
  readonly deps: RuleDeps;
  readonly notices: NoticesRule;
  lastQuote: PublishedQuote | null = null;
  readonly #time = new VirtualTime();
  readonly #outside;
  readonly #rule: Rule;

  constructor(create: (deps: RuleDeps) => Rule, from: IstMinute = istMinute(10, 30)) {
    const clock = createDayClock(this.#time, istInstant(DAY, from), 1);
    this.#outside = createOutside(clock, 1);
    const accounts: readonly SimAccount[] = CLIENTS.map((client) => ({
      id: accountId(client),
      plan: { client, broker: "zerodha", cash: rupees(1_000_000), hasSocket: false },
      client: this.#outside.open("zerodha", client, rupees(1_000_000)),
      worker: 0,
    }));
    const tables = createMemoryTables();
    const nowMs = () => this.#time.now();
    const hindrances = new Hindrances(nowMs);
    const facts = {
      plan: planDay(1),
      clock,
      tables,
      accounts,
      exchange: this.#outside.exchange,
      lastQuote: () => this.lastQuote,
      positions: new TruePositions(tables),
      hindrances,
      questions: new OpenQuestions({ clock, tables, accounts, hindrances }),
      accuse: (invariant: Invariant, { account }: { account?: string | null }) =>
        void this.accused.push({ invariant, account: account ?? null }),
    };
    this.notices = new NoticesRule(facts);
    this.deps = { ...facts, notices: this.notices };
    this.#rule = create(this.deps);
    this.#outside.hub.subscribe((events) => {
      for (const event of events) {
        if (event.kind !== "order") continue;
        this.deps.positions.take(event, nowMs());
        this.#rule.observe?.(event);
      }
    });
  }

  get rule(): Rule {
    return this.#rule;
  }

  async live(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      await this.#time.liveUntil(this.#time.now() + SECOND_MS, () => false);
      this.#outside.beat();
      this.notices.beat();
      this.#rule.beat?.();
    }
  }

  store(order: StoredOrder, status: OrderStatus = "accepted"): StoredOrder {
    const { leg } = order;
    const stored = { ...order, state: { ...newOrder({ leg, quantity: SHARES, status: "sending" }), status } };
    this.deps.tables.orders.set(order.tag, stored);
    return stored;
  }

  /** The first client buys: the entry fills at once. */
  buy(tag = "ENTRY", signalId = "signal"): StoredOrder {
    const entry = this.store(entryOf(tag, accountId(CLIENTS[0]), signalId));
    this.#place("buy", entry.tag, { kind: "market", protection: "auto" });
    return entry;
  }

  sellByHand(quantity: number): void {
    this.#place("sell", null, { kind: "market", protection: "auto" }, quantity);
  }

  /** The first client has a manual order resting that would close what was bought. */
  restByHand(quantity = SHARES): void {
    this.#place("sell", null, { kind: "limit", price: this.deps.exchange.top("SBIN").upperCircuit }, quantity);
  }

  /** An exit reaches the exchange and rests there. */
  protect(entry: StoredOrder): void {
    const exit = this.store(exitOf("EXIT", entry, 1));
    this.#place("sell", exit.tag, { kind: "limit", price: this.deps.exchange.top("SBIN").upperCircuit });
  }

  #place(
    side: "buy" | "sell",
    tag: OrderTag | null,
    pricing: Parameters<RuleDeps["exchange"]["place"]>[0]["pricing"],
    quantity = SHARES,
  ): void {
    this.#outside.hub.exchange.place({
      now: this.deps.clock.market(),
      account: CLIENTS[0],
      symbol: "SBIN",
      side,
      quantity,
      product: "intraday",
      pricing,
      tag,
    });
  }
}
