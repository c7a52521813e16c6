import { type LedgerEvent, positionIdOf } from "@vriddhi/core/ledger/ledger-event";
import { ORDER_TAG_BYTES, type OrderTag, orderTagFrom } from "@vriddhi/core/order/order";
import type { OrderCommand } from "@vriddhi/core/order/order-command";
import { newOrder } from "@vriddhi/core/order/order-state";
import { assert } from "@vriddhi/core/shared/assert";
import { later } from "@vriddhi/core/time/clock";
import type { CallStep, Step } from "../decide/decide-account.ts";
import type { StoredCommand, StoredOrder } from "../ports/stored-order.ts";
import type { AccountBook } from "./account-book.ts";
import { type AccountMemory, commandKey } from "./account-memory.ts";
import type { AccountRepository } from "./account-repository.ts";
import type { ActorDeps, Message } from "./actor-model.ts";
import { PendingWrites } from "./pending-writes.ts";
import type { AccountSender } from "./sender.ts";
import { pauseAfter } from "./take-answer.ts";

type StepOf<K extends Step["kind"]> = Extract<Step, { readonly kind: K }>;

export interface AccountStepRunnerDeps {
  readonly deps: ActorDeps;
  readonly memory: AccountMemory;
  readonly repository: AccountRepository;
  readonly sender: AccountSender;
  receive(message: Message): void;
}

/** Carries out steps: commit first, then call. Calls are not awaited; their answers arrive as messages. */
export class AccountStepRunner {
  readonly #tools: AccountStepRunnerDeps;
  readonly #calls = new Map<string, { readonly controller: AbortController; readonly isEntry: boolean }>();
  readonly #answers = new Set<Promise<void>>();

  constructor(deps: AccountStepRunnerDeps) {
    this.#tools = deps;
  }

  /** Cancels what has not left: entries only, or everything. */
  callBack(isEntriesOnly: boolean): void {
    for (const { controller, isEntry } of this.#calls.values()) if (isEntry || !isEntriesOnly) controller.abort();
  }

  async answered(): Promise<void> {
    await Promise.all(this.#answers);
  }

  /** `along` holds events that the step's own commit can carry. */
  async carryOut(book: AccountBook, step: CallStep, along: readonly LedgerEvent[]): Promise<void> {
    switch (step.kind) {
      case "place":
        return this.#place(book, step, along);
      case "send":
        return this.#send(book, step.tag);
      case "go":
        return this.#handOver(book, step.tag);
      case "modify":
      case "cancel":
        return this.#command(book, step, along);
    }
  }

  async #place(book: AccountBook, { entry, action }: StepOf<"place">, along: readonly LedgerEvent[]): Promise<void> {
    const { deps, repository } = this.#tools;
    const now = deps.humanClock.now();
    const tag = orderTagFrom(deps.random.bytes(ORDER_TAG_BYTES));
    const positionId = positionIdOf(entry.tag);
    const order: StoredOrder = {
      tag,
      day: book.day,
      accountId: book.accountId,
      positionId,
      signalId: entry.signalId,
      n: action.n + 1,
      leg: "exit",
      side: action.side,
      instrument: entry.instrument,
      pricing: action.pricing,
      cause: action.cause,
      entry: null,
      state: newOrder({ leg: "exit", quantity: action.quantity, status: "ready" }),
      version: 1,
      plannedAt: now,
    };
    const { isin } = entry.instrument;
    const { side, quantity, cause } = action;
    const planned = book.event(
      { kind: "order_planned", tag, positionId, isin, leg: "exit", side, signalId: null, quantity, cause },
      now,
    );
    await repository.addExit(book, order, [...along, planned]);
  }

  async #send(book: AccountBook, tag: OrderTag): Promise<void> {
    const { deps, memory, repository } = this.#tools;
    if (await this.#isWithoutAccess(book, tag)) return;
    const now = deps.humanClock.now();
    const draft = new PendingWrites(book, now);
    if (!draft.move(tag, { kind: "claimed", at: now })) return;
    memory.tried.add(tag);
    const claimed = await repository.claim(draft, now);
    memory.tried.delete(tag);
    if (claimed === "blocked") {
      memory.notBefore.set(tag, later(now, deps.settings.resendMs));
      await deps.refreshBlocks();
    }
    if (typeof claimed !== "string") this.#handOver(book, tag);
  }

  /** Recovery counts each claim as a call: an unsent order is claimed again only when it can leave. */
  async #isWithoutAccess(book: AccountBook, tag: OrderTag): Promise<boolean> {
    const { deps, memory, sender } = this.#tools;
    if (book.order(tag)?.state.isProvedUnsent !== true) return false;
    const access = await sender.access();
    if (access.ok) return false;
    const pauseMs = pauseAfter(access, deps.settings.accessRetryMs) ?? deps.settings.resendMs;
    memory.notBefore.set(tag, later(deps.humanClock.now(), pauseMs));
    return true;
  }

  #handOver(book: AccountBook, tag: OrderTag): void {
    const { deps, memory, sender, receive } = this.#tools;
    const order = book.order(tag);
    assert(order !== undefined && !memory.inFlight.has(tag), "an order is dispatched at most once");
    memory.mayGo.delete(tag);
    memory.inFlight.add(tag);
    const signal = this.#begin(tag, order.leg === "entry");
    this.#track(
      sender.place(order, signal).then((result) => {
        this.#calls.delete(tag);
        if (order.leg === "entry") deps.entryLeft(tag);
        receive({ kind: "placed", tag, at: deps.humanClock.now(), result });
      }),
    );
  }

  async #command(book: AccountBook, step: StepOf<"modify" | "cancel">, along: readonly LedgerEvent[]): Promise<void> {
    const { deps, memory, repository, sender, receive } = this.#tools;
    const { tag, cause } = step;
    const n = (book.commandsOf(tag).at(-1)?.command.n ?? 0) + 1;
    const key = commandKey(tag, n);
    const sentAt = deps.humanClock.now();
    const command: OrderCommand =
      step.kind === "cancel"
        ? { kind: "cancel", n, sentAt, answer: "none" }
        : { kind: "modify", n, sentAt, answer: "none", quantity: step.quantity, pricing: step.pricing };
    const stored: StoredCommand = { tag, command, verdict: "open" };
    memory.commandsTried.add(key);
    const sentEvent = book.event({ kind: "command_sent", tag, n, command: step.kind, cause }, sentAt);
    await repository.addCommand(book, stored, [...along, sentEvent]);
    const order = book.order(tag);
    assert(order !== undefined, "commands go to orders of the account");
    memory.commandsInFlight.add(key);
    const signal = this.#begin(key, false);
    this.#track(
      sender.command(order, stored, signal).then((result) => {
        this.#calls.delete(key);
        receive({ kind: "commanded", tag, n, result });
      }),
    );
  }

  #begin(key: string, isEntry: boolean): AbortSignal {
    const controller = new AbortController();
    this.#calls.set(key, { controller, isEntry });
    return controller.signal;
  }

  #track(answer: Promise<void>): void {
    this.#answers.add(answer);
    void answer.finally(() => this.#answers.delete(answer));
  }
}
