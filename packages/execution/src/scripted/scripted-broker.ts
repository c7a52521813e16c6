import type { Book } from "@vriddhi/brokers/port/book";
import type { OrderError, ReadError } from "@vriddhi/brokers/port/broker-error";
import type { OrderListener, SessionSource } from "@vriddhi/brokers/port/feed";
import type { OrderGateway, Sending } from "@vriddhi/brokers/port/order-gateway";
import type { PortfolioReader } from "@vriddhi/brokers/port/portfolio-reader";
import type { RateShape } from "@vriddhi/brokers/port/rate-shape";
import {
  type BrokerFill,
  type BrokerOrder,
  type BrokerOrderId,
  type BrokerPosition,
  brokerOrderId,
  type OrderTicket,
} from "@vriddhi/core/order/order";
import { paise } from "@vriddhi/core/shared/money";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { TradingAdapter } from "../ports/account-port.ts";
import { ScriptedExchange } from "./scripted-exchange.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Outcome of the next call. `lost`: taken or not, without an answer; `late`: taken later, without an answer. */
export type CallOutcome =
  | { readonly kind: "taken" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "throttled"; readonly retryAfterMs: number }
  | { readonly kind: "never_sent" }
  | { readonly kind: "session_expired" }
  | { readonly kind: "lost"; readonly isReceived: boolean; readonly mayStillArrive: boolean }
  | { readonly kind: "late"; readonly afterMs: number; readonly mayStillArrive: boolean }
  | { readonly kind: "hanging"; readonly forMs: number };

/** `stale` repeats the call's last answer; `unreadable` adds a strange row; `garbled` garbles the newest row. */
export type ScriptedRead = "whole" | "failed" | "unreadable" | "garbled" | "session_expired" | "stale";

const TAKEN: CallOutcome = { kind: "taken" };
const ANSWER_MS = 20;

/** A scripted broker: a small exchange behind the port, with faults in script order. */
export class ScriptedBroker {
  readonly exchange = new ScriptedExchange();
  /** One exchange per share; the first is `exchange`. */
  readonly exchanges = new Map<string, ScriptedExchange>();
  readonly placed: { readonly at: number; readonly ticket: OrderTicket; readonly sending: Sending }[] = [];
  readonly commands: { readonly at: number; readonly kind: "modify" | "cancel"; readonly orderId: string }[] = [];
  readonly #time: VirtualTime;
  readonly #stopBecomesLimit: boolean;
  #scriptedOutcomes: CallOutcome[] = [];
  #commandOutcomes: CallOutcome[] = [];
  #reads: ScriptedRead[] = [];
  #listener: OrderListener | null = null;
  readonly #lastRows = new Map<string, readonly unknown[]>();
  /** Chooses an outcome when none is scripted. */
  chance: ((call: "place" | "command") => CallOutcome) | null = null;
  readChance: ((call: string) => ScriptedRead) | null = null;
  /** Extra latency per kind of read: `orders`, `positions` or `fills`. */
  readonly slowMs = new Map<string, number>();
  /** Sessions with which the order-update feed was opened. */
  readonly feeds: string[] = [];
  readonly refusedFeeds = new Set<string>();
  rates: RateShape = [{ classes: ["order"], span: "second", max: 10 }];
  #isPushing = true;
  bookReads = 0;

  constructor(time: VirtualTime, stopBecomesLimit = true) {
    this.#time = time;
    this.#stopBecomesLimit = stopBecomesLimit;
    this.exchange.onChange = () => this.#push();
    this.exchanges.set("SBIN", this.exchange);
  }

  get isPushing(): boolean {
    return this.#isPushing;
  }

  /** False pushes nothing and closes the feed. */
  set isPushing(isPushing: boolean) {
    this.#isPushing = isPushing;
    this.#listener?.state(isPushing ? "open" : "waiting");
  }

  exchangeOf(symbol: string): ScriptedExchange {
    const known = this.exchanges.get(symbol);
    if (known !== undefined) return known;
    const exchange = new ScriptedExchange(1_000 * (this.exchanges.size + 1));
    exchange.onChange = () => this.#push();
    this.exchanges.set(symbol, exchange);
    return exchange;
  }

  #exchangeWith(orderId: BrokerOrderId): ScriptedExchange {
    return [...this.exchanges.values()].find((exchange) => exchange.has(orderId)) ?? this.exchange;
  }

  #all<T>(of: (exchange: ScriptedExchange) => readonly T[]): readonly T[] {
    return [...this.exchanges.values()].flatMap(of);
  }

  next(...scriptedOutcomes: readonly CallOutcome[]): void {
    this.#scriptedOutcomes.push(...scriptedOutcomes);
  }

  nextCommand(...scriptedOutcomes: readonly CallOutcome[]): void {
    this.#commandOutcomes.push(...scriptedOutcomes);
  }

  nextRead(...scriptedOutcomes: readonly ScriptedRead[]): void {
    this.#reads.push(...scriptedOutcomes);
  }

  adapter(): TradingAdapter {
    return {
      capabilities: {
        broker: "zerodha",
        login: "page",
        hasRefreshToken: false,
        modificationsMax: 25,
        takesAlgoId: false,
        requiresAlgoId: false,
        hasIoc: true,
        stopBecomesLimit: this.#stopBecomesLimit,
        namesIsin: false,
      },
      rates: this.rates,
      orders: this.#orders(),
      portfolio: this.#portfolio(),
      updates: {
        open: (access, listener) => {
          this.#listener = listener;
          void this.#openFeed(access, listener);
          return { close: () => (this.#listener = this.#listener === listener ? null : this.#listener) };
        },
      },
    };
  }

  async #openFeed(access: SessionSource, listener: OrderListener): Promise<void> {
    const token = (await access())?.session.accessToken ?? null;
    if (token !== null) this.feeds.push(token);
    if (token === null || this.refusedFeeds.has(token)) {
      this.#listener = null;
      listener.state("refused");
    } else if (this.#isPushing) listener.state("open");
  }

  #push(): void {
    if (!this.isPushing) return;
    const listener = this.#listener;
    this.#time.after(ANSWER_MS, () =>
      listener?.hint({ orderId: brokerOrderId("0"), tag: null, status: null, filledQuantity: null }),
    );
  }

  #orders(): OrderGateway {
    return {
      place: (_access, ticket, sending) => this.#place(ticket, sending),
      modify: (_access, change, sending) =>
        this.#command("modify", change.orderId, sending, () => this.#exchangeWith(change.orderId).modify(change)),
      cancel: (_access, { orderId }, sending) =>
        this.#command("cancel", orderId, sending, () => this.#exchangeWith(orderId).cancel(orderId)),
    };
  }

  async #place(ticket: OrderTicket, sending: Sending): Promise<Result<BrokerOrderId, OrderError>> {
    const scripted = this.#scriptedOutcomes.shift() ?? this.chance?.("place") ?? TAKEN;
    const refused = this.#beforeTheWire(sending);
    if (refused !== null) return refused;
    if (scripted.kind === "never_sent") return err({ kind: "never_sent", reason: "no connection" });
    this.placed.push({ at: this.#time.now(), ticket, sending });
    await this.#time.wait(ANSWER_MS);
    return this.#meet(scripted, () => this.exchangeOf(ticket.instrument.brokerSymbol).arrive(ticket));
  }

  async #command(
    kind: "modify" | "cancel",
    orderId: BrokerOrderId,
    sending: Sending,
    obey: () => boolean,
  ): Promise<Result<null, OrderError>> {
    const scripted = this.#commandOutcomes.shift() ?? this.chance?.("command") ?? TAKEN;
    const refused = this.#beforeTheWire(sending);
    if (refused !== null) return refused;
    if (scripted.kind === "never_sent") return err({ kind: "never_sent", reason: "no connection" });
    this.commands.push({ at: this.#time.now(), kind, orderId });
    await this.#time.wait(ANSWER_MS);
    if (scripted.kind === "taken" && !obey()) return err({ kind: "rejected", reason: "the order cannot be changed" });
    const obeyed = (): null => {
      if (scripted.kind !== "taken") obey();
      return null;
    };
    return this.#meet(scripted, obeyed);
  }

  #beforeTheWire({ signal, notAfter }: Sending): Result<never, OrderError> | null {
    const isTooLate = notAfter !== null && this.#time.now() > notAfter;
    return signal?.aborted === true || isTooLate ? err({ kind: "never_sent", reason: "given up" }) : null;
  }

  async #meet<T>(scripted: CallOutcome, take: () => T): Promise<Result<T, OrderError>> {
    switch (scripted.kind) {
      case "refused":
        return err({ kind: "rejected", reason: scripted.reason });
      case "throttled":
        return err({ kind: "throttled", retryAfterMs: scripted.retryAfterMs });
      case "never_sent":
        return err({ kind: "never_sent", reason: "no connection" });
      case "session_expired":
        return err({ kind: "session_expired" });
      case "lost":
        if (scripted.isReceived) take();
        return err({ kind: "outcome_unknown", reason: "lost", mayStillArrive: scripted.mayStillArrive });
      case "late":
        this.#time.after(scripted.afterMs, () => void take());
        return err({ kind: "outcome_unknown", reason: "lost", mayStillArrive: scripted.mayStillArrive });
      case "hanging":
        await this.#time.wait(scripted.forMs);
        return ok(take());
      case "taken":
        return ok(take());
    }
  }

  #portfolio(): PortfolioReader {
    const unavailable = async () => err({ kind: "unavailable" as const, reason: "not scripted" });
    return {
      orders: () => this.#read("orders", () => this.#all((exchange) => exchange.rows())),
      ordersByTag: (_access, tag) =>
        this.#read("tag", () => this.#all((exchange) => exchange.rows()).filter((row) => row.tag === tag)),
      fills: () => this.#read<BrokerFill>("fills", () => this.#all((exchange) => exchange.fills())),
      positions: () => this.#read<BrokerPosition>("positions", () => this.#all((exchange) => exchange.positions())),
      funds: async () => ok({ available: paise(1_000_000), used: paise(0) }),
      profile: unavailable,
    };
  }

  async #read<T extends BrokerOrder | BrokerFill | BrokerPosition>(
    call: string,
    rows: () => readonly T[],
  ): Promise<Result<Book<T>, ReadError>> {
    this.bookReads += 1;
    const scripted = this.#reads.shift() ?? this.readChance?.(call) ?? "whole";
    await this.#time.wait(ANSWER_MS + (this.slowMs.get(call) ?? 0));
    if (scripted === "failed") return err({ kind: "unavailable", reason: "scripted" });
    if (scripted === "session_expired") return err({ kind: "session_expired" });
    const last = this.#lastRows.get(call) as readonly T[] | undefined;
    const shown = scripted === "stale" && last !== undefined ? last : rows();
    this.#lastRows.set(call, shown);
    if (scripted === "garbled") return ok({ rows: shown.slice(0, -1), unreadable: 1 });
    return ok({ rows: shown, unreadable: scripted === "unreadable" ? 1 : 0 });
  }
}
