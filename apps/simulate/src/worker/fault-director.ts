import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { MemoryTables } from "@vriddhi/execution/memory/memory-tables";
import type { StoredOrder } from "@vriddhi/execution/ports/stored-order";
import type { FaultKind } from "@vriddhi/sandbox/faults/faults";
import type { SimAccount } from "../day/sim-account.ts";
import type { Call, Way } from "../network/virtual-network.ts";
import type { Outside } from "../outside/outside.ts";
import type { CallFault, CallFaultKind, CallName } from "../plan/fault-plan.ts";

export interface KnownCall {
  readonly account: SimAccount;
  readonly name: CallName;
  readonly order: StoredOrder | null;
}

const OWN: ReadonlySet<CallFaultKind> = new Set([
  "never-sent",
  "stalled",
  "pause-before-write",
  "kill-before-answer",
  "kill-before-write",
]);
/** Inside the broker, for any call. */
const INSIDE: ReadonlySet<CallFaultKind> = new Set([
  "position-lag",
  "book-lag",
  "modify-pending",
  "modify-refused",
  "modify-lost",
  "trigger-passed",
  "band-moved",
  "circuit-queue",
]);
const CANCELS = /cancelOrder/;
const CHANGES = /modifyOrder/;
const FREE: Way = { isRefused: false, pauseMs: 0, stallMs: 0 };

export interface DirectorDeps {
  readonly outside: Outside;
  readonly tables: MemoryTables;
  readonly accounts: readonly SimAccount[];
  readonly faults: readonly CallFault[];
  happened(fault: CallFault, call: KnownCall): void;
}

export class FaultDirector {
  readonly #deps: DirectorDeps;
  readonly #counts = new Map<string, number>();
  readonly #armed = new Map<Call["request"], CallFault>();
  readonly #known = new WeakMap<Call["request"], KnownCall | null>();
  readonly #byClient: ReadonlyMap<string, SimAccount>;
  readonly #byToken = new Map<string, SimAccount>();

  constructor(deps: DirectorDeps) {
    this.#deps = deps;
    this.#byClient = new Map(deps.accounts.map((account) => [account.plan.client, account]));
  }

  /** `null` for a call that is neither an order nor a book of an account. */
  know(call: Call): KnownCall | null {
    const known = this.#known.get(call.request);
    if (known === undefined) {
      const found = this.#recognise(call);
      this.#known.set(call.request, found);
      return found;
    }
    if (known === null || known.order === null) return known;
    // The call is the same on its whole way, but its order may have moved.
    return { account: known.account, name: known.name, order: this.#deps.tables.orders.get(known.order.tag) ?? null };
  }

  #recognise({ broker, request }: Call): KnownCall | null {
    const { core } = this.#deps.outside.parts[broker];
    const account = this.#accountOf(broker, request);
    if (account === null) return null;
    if (core.kindOf(request) !== "orders") {
      const read = core.readOf(request);
      return read === null ? null : { account, name: read, order: null };
    }
    const order = this.#orderIn(account, `${request.path} ${request.body} ${request.query}`);
    const isCancel = request.method === "DELETE" || CANCELS.test(request.path);
    const isChange = request.method === "PUT" || request.method === "PATCH" || CHANGES.test(request.path);
    if (isCancel) return { account, name: "cancel", order };
    if (isChange) return { account, name: "modify", order };
    return { account, name: order?.leg ?? "entry", order };
  }

  /** A token belongs to one client for ever, so it is cached. */
  #accountOf(broker: BrokerName, request: Call["request"]): SimAccount | null {
    const token = request.headers.authorization;
    const known = token === undefined ? undefined : this.#byToken.get(token);
    if (known !== undefined) return known;
    const client = this.#deps.outside.parts[broker].core.clientOf(request);
    const account = this.#byClient.get(client ?? "") ?? null;
    if (account !== null && token !== undefined) this.#byToken.set(token, account);
    return account;
  }

  #orderIn({ id }: SimAccount, text: string): StoredOrder | null {
    for (const order of this.#deps.tables.orders.values()) {
      if (order.accountId !== id) continue;
      const { orderId } = order.state;
      if (text.includes(order.tag) || (orderId !== null && text.includes(orderId))) return order;
    }
    return null;
  }

  wayOf(call: Call): { readonly way: Way; readonly fault: CallFault | null } {
    const known = this.know(call);
    if (known === null) return { way: FREE, fault: null };
    const key = `${known.account.id} ${known.name}`;
    const nth = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, nth);
    const fault = this.#deps.faults.find(
      (one) => one.nth === nth && one.call === known.name && this.#deps.accounts[one.account]?.id === known.account.id,
    );
    if (fault === undefined) return { way: FREE, fault: null };
    this.#deps.happened(fault, known);
    if (!OWN.has(fault.kind)) this.#armed.set(call.request, fault);
    const isKind = (kind: CallFaultKind): boolean => fault.kind === kind;
    return {
      fault,
      way: {
        isRefused: isKind("never-sent"),
        pauseMs: isKind("pause-before-write") ? fault.seconds * 1_000 : 0,
        stallMs: isKind("stalled") ? fault.seconds * 1_000 : 0,
      },
    };
  }

  /** The call has arrived: arms the simulator's fault for it. Returns the fault, or `null`. */
  arm(call: Call): CallFault | null {
    const fault = this.#armed.get(call.request);
    this.#armed.delete(call.request);
    const known = fault === undefined ? null : this.know(call);
    if (fault === undefined || known === null) return null;
    const kind = fault.kind as FaultKind;
    const details = { account: known.account.plan.client, seconds: fault.seconds };
    const on = known.order === null ? ("reads" as const) : ("orders" as const);
    const { faults } = this.#deps.outside;
    if (INSIDE.has(kind)) faults.set(call.broker, kind, 1, details);
    else faults.set(call.broker, kind, 1, { on, account: details.account, seconds: details.seconds });
    return fault;
  }
}
