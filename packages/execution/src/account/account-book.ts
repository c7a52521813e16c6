import type { AccountId } from "@vriddhi/core/allocation/account-id";
import { factKey, type LedgerEvent, type LedgerFact, type PositionId } from "@vriddhi/core/ledger/ledger-event";
import { foldLedger, isTrade, type LedgerTotals } from "@vriddhi/core/ledger/ledger-fold";
import type { OrderTag } from "@vriddhi/core/order/order";
import type { CommandAnswer } from "@vriddhi/core/order/order-command";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { AccountDay } from "../ports/order-store.ts";
import type { StoredCommand, StoredOrder } from "../ports/stored-order.ts";

const nothingTraded = foldLedger([]);

type FactOf<K extends LedgerFact["kind"]> = Extract<LedgerFact, { readonly kind: K }>;

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}

const listOrders = (book: AccountBook): readonly StoredOrder[] => [...book.values()];

const listEntries = (book: AccountBook): readonly StoredOrder[] => book.orders().filter(({ leg }) => leg === "entry");

const exitsByPosition = (book: AccountBook): ReadonlyMap<PositionId, readonly StoredOrder[]> =>
  Map.groupBy(
    book
      .orders()
      .filter(({ leg }) => leg === "exit")
      .toSorted((a, b) => a.n - b.n),
    ({ positionId }) => positionId,
  );

/** The stored orders and events of one account and day, cached so that a turn reads nothing. */
export class AccountBook {
  readonly accountId: AccountId;
  readonly day: IstDate;
  readonly #orders = new Map<OrderTag, StoredOrder>();
  readonly #commands = new Map<OrderTag, StoredCommand[]>();
  readonly #ledger: LedgerEvent[] = [];
  readonly #keys = new Set<string>();
  readonly #facts = new Map<LedgerFact["kind"], LedgerFact[]>();
  readonly #moves = new Map<OrderTag, { readonly at: EpochMs; readonly fact: FactOf<"order_moved"> }[]>();
  readonly #works: ((book: AccountBook) => unknown)[] = [];
  readonly #worked: unknown[] = [];
  readonly #trades: LedgerEvent[] = [];
  #totals: LedgerTotals = nothingTraded;
  #counted = 0;

  constructor({ accountId, day, orders, commands, ledger }: AccountDay) {
    this.accountId = accountId;
    this.day = day;
    this.take(orders);
    for (const command of commands) this.addCommand(command);
    this.addEvents(ledger);
  }

  /** Memoizes a value derived from the book until the book changes; most turns change nothing. */
  derived<T>(work: (book: AccountBook) => T): T {
    // The list is short, so `indexOf` beats a hash.
    const known = this.#works.indexOf(work);
    if (known >= 0) return this.#worked[known] as T;
    const made = work(this);
    this.#works.push(work);
    this.#worked.push(made);
    return made;
  }

  #forgetDerived(): void {
    this.#works.length = 0;
    this.#worked.length = 0;
  }

  orders(): readonly StoredOrder[] {
    return this.derived(listOrders);
  }

  /** Every order in insertion order. */
  values(): Iterable<StoredOrder> {
    return this.#orders.values();
  }

  order(tag: OrderTag): StoredOrder | undefined {
    return this.#orders.get(tag);
  }

  entries(): readonly StoredOrder[] {
    return this.derived(listEntries);
  }

  /** In creation order. */
  exitsOf(position: PositionId): readonly StoredOrder[] {
    return this.derived(exitsByPosition).get(position) ?? [];
  }

  commandsOf(tag: OrderTag): readonly StoredCommand[] {
    return this.#commands.get(tag) ?? [];
  }

  openCommand(tag: OrderTag): StoredCommand | null {
    return this.commandsOf(tag).find(({ verdict }) => verdict === "open") ?? null;
  }

  ledger(): readonly LedgerEvent[] {
    return this.#ledger;
  }

  facts<K extends LedgerFact["kind"]>(kind: K): readonly FactOf<K>[] {
    return (this.#facts.get(kind) ?? []) as unknown as readonly FactOf<K>[];
  }

  /** When the order last entered one of these states; `null` if never. */
  movedAt(tag: OrderTag, isWanted: (fact: FactOf<"order_moved">) => boolean): EpochMs | null {
    return this.#moves.get(tag)?.findLast(({ fact }) => isWanted(fact))?.at ?? null;
  }

  moves(tag: OrderTag): number {
    return this.#moves.get(tag)?.length ?? 0;
  }

  totals(): LedgerTotals {
    if (this.#counted < this.#trades.length) {
      this.#totals = foldLedger(this.#trades);
      this.#counted = this.#trades.length;
    }
    return this.#totals;
  }

  event(fact: LedgerFact, at: EpochMs): LedgerEvent {
    return { accountId: this.accountId, day: this.day, at, fact };
  }

  isWritten(event: LedgerEvent): boolean {
    return this.#keys.has(factKey(event.fact));
  }

  take(orders: readonly StoredOrder[]): void {
    for (const order of orders) this.#orders.set(order.tag, order);
    this.#forgetDerived();
  }

  addEvents(events: readonly LedgerEvent[]): void {
    for (const event of events) {
      const key = factKey(event.fact);
      if (this.#keys.has(key)) continue;
      this.#keys.add(key);
      this.#ledger.push(event);
      if (isTrade(event.fact)) this.#trades.push(event);
      this.#index(event);
      this.#forgetDerived();
    }
  }

  #index({ at, fact }: LedgerEvent): void {
    addTo(this.#facts, fact.kind, fact);
    if (fact.kind === "order_moved") addTo(this.#moves, fact.tag, { at, fact });
  }

  addCommand(command: StoredCommand): void {
    this.#forgetDerived();
    const known = (this.#commands.get(command.tag) ?? []).filter(({ command: { n } }) => n !== command.command.n);
    this.#commands.set(
      command.tag,
      [...known, command].toSorted((a, b) => a.command.n - b.command.n),
    );
  }

  answerCommand(tag: OrderTag, n: number, answer: CommandAnswer): void {
    const stored = this.commandsOf(tag).find(({ command }) => command.n === n);
    if (stored !== undefined) this.addCommand({ ...stored, command: { ...stored.command, answer } });
  }

  judgeCommand(tag: OrderTag, n: number, verdict: StoredCommand["verdict"]): void {
    const stored = this.commandsOf(tag).find(({ command }) => command.n === n);
    if (stored !== undefined) this.addCommand({ ...stored, verdict });
  }
}
