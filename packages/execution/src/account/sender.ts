import type { OrderError } from "@vriddhi/brokers/port/broker-error";
import type { AccountAccess, Sending } from "@vriddhi/brokers/port/order-gateway";
import type { BrokerOrderId, OrderTicket } from "@vriddhi/core/order/order";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, epochMs, type HumanClock } from "@vriddhi/core/time/clock";
import type { AccountPort, TradingAccount } from "../ports/account-port.ts";
import type { WireRecord } from "../ports/order-store.ts";
import type { StoredCommand, StoredOrder } from "../ports/stored-order.ts";

type Sent<T> = Promise<Result<T, OrderError>>;

export interface SenderDeps {
  readonly clock: HumanClock;
  readonly accounts: AccountPort;
  readonly account: TradingAccount;
  /** Remaining time in which this process may write for the account; 0 when the lease has ended. */
  leaseLeftMs(): number;
  /** Checked right before the call: nothing forbids this order. */
  mayLeave(order: StoredOrder): boolean;
  trace(record: WireRecord): void;
}

const neverSent = (reason: string): Result<never, OrderError> => err({ kind: "never_sent", reason });

const outcomeText = (result: Result<unknown, OrderError>): string =>
  JSON.stringify(result.ok ? { taken: result.value } : result.error);

/** Sends orders and commands of one account through its adapter. Decides nothing and retries nothing. */
export class AccountSender {
  readonly #deps: SenderDeps;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  place(order: StoredOrder, signal: AbortSignal): Sent<BrokerOrderId> {
    const ticket: OrderTicket = {
      tag: order.tag,
      instrument: order.instrument,
      side: order.side,
      quantity: order.state.quantity,
      product: "intraday",
      pricing: order.pricing,
      validity: "day",
    };
    const { orders } = this.#deps.account.adapter;
    return this.#call(order, "place", ticket, signal, (access, sending) => orders.place(access, ticket, sending));
  }

  command(order: StoredOrder, { command }: StoredCommand, signal: AbortSignal): Sent<null> {
    const { orders } = this.#deps.account.adapter;
    const orderId = order.state.orderId;
    if (orderId === null) return Promise.resolve(neverSent("the order has no number at the broker"));
    if (command.kind === "cancel") {
      const cancel = { orderId, pricing: order.pricing };
      return this.#call(order, "cancel", cancel, signal, (access, sending) => orders.cancel(access, cancel, sending));
    }
    const change = {
      orderId,
      instrument: order.instrument,
      product: "intraday",
      validity: "day",
      from: order.pricing,
      quantity: command.quantity,
      pricing: command.pricing,
    } as const;
    return this.#call(order, "modify", change, signal, (access, sending) => orders.modify(access, change, sending));
  }

  async #call<T>(
    order: StoredOrder,
    call: WireRecord["call"],
    request: unknown,
    signal: AbortSignal,
    send: (access: AccountAccess, sending: Sending) => Sent<T>,
  ): Sent<T> {
    const { clock } = this.#deps;
    const found = await this.access();
    if (!found.ok) return found;
    const leftMs = this.#deps.leaseLeftMs();
    const isForbidden = call === "place" && !this.#deps.mayLeave(order);
    if (leftMs <= 0 || signal.aborted || isForbidden) return neverSent("it may not leave any more");
    const notAfter = this.#notAfter(order, call, leftMs);
    this.#trace(order, call, "request", clock.now(), JSON.stringify(request));
    const lane = call === "place" ? order.leg : "exit";
    const result = await this.#send(() => send(found.value, { lane, notAfter, signal }));
    this.#trace(order, call, "answer", clock.now(), outcomeText(result));
    return result;
  }

  /** Today's access token; an error says why nothing can leave now. */
  async access(): Sent<AccountAccess> {
    const { accounts, account } = this.#deps;
    try {
      const access = await accounts.accessOf(account.id);
      return access === null ? err({ kind: "session_expired" }) : ok(access);
    } catch {
      return neverSent("the login state of the account could not be read");
    }
  }

  /** An adapter that throws is faulty, but bytes may have left. */
  async #send<T>(send: () => Sent<T>): Sent<T> {
    try {
      return await send();
    } catch {
      return err({ kind: "outcome_unknown", reason: "the adapter failed", mayStillArrive: true });
    }
  }

  #notAfter({ entry }: StoredOrder, call: WireRecord["call"], leaseLeftMs: number): EpochMs {
    const leaseEnd = this.#deps.clock.now() + leaseLeftMs;
    return epochMs(call === "place" && entry !== null ? Math.min(leaseEnd, entry.validUntil) : leaseEnd);
  }

  #trace(
    order: StoredOrder,
    call: WireRecord["call"],
    direction: WireRecord["direction"],
    at: EpochMs,
    text: string,
  ): void {
    this.#deps.trace({ tag: order.tag, day: order.day, at, direction, call, text });
  }
}
