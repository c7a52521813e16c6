import { type EpochMs, epochMs, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Broker, Order } from "../exchange/model.ts";
import type { Fault, Faults } from "../faults/faults.ts";
import type { CoreDeps } from "./core-deps.ts";
import { type Behind, createLens, type HeldChange, type Lens } from "./lens.ts";
import { withOddRow } from "./odd-row.ts";
import type { BrokerCore, Moment, PlainCore, ProcessKill, WireRequest } from "./wire.ts";

const LAG_SECONDS = 5;
const LAG_KINDS = { book: ["book-lag"], positions: ["position-lag"] } as const;

interface LateCall {
  readonly request: WireRequest;
  readonly due: EpochMs;
}

const isPast = ({ due }: { readonly due: EpochMs }, { human }: Moment): boolean => due <= human;

function takeDue<T extends { readonly due: EpochMs }>(waiting: T[], at: Moment): readonly T[] {
  const due = waiting.filter((one) => isPast(one, at));
  if (due.length > 0) waiting.splice(0, waiting.length, ...waiting.filter((one) => !isPast(one, at)));
  return due;
}

/** A read with the books of an earlier instant. */
function lagOf(plain: PlainCore, faults: Faults, target: Broker, request: WireRequest, at: Moment): Behind | null {
  const what = faults.list().length === 0 ? null : plain.readOf(request);
  if (what === null) return null;
  const fault = faults.takeWhole(target, { account: plain.clientOf(request), kinds: LAG_KINDS[what] });
  return fault === null ? null : { what, asOf: epochMs(at.market - (fault.seconds ?? LAG_SECONDS) * SECOND_MS) };
}

function isOdd(plain: PlainCore, faults: Faults, target: Broker, request: WireRequest): boolean {
  if (faults.list().length === 0 || plain.readOf(request) !== "book") return false;
  return faults.take(target, { account: plain.clientOf(request), kinds: ["odd-row"] }) !== null;
}

/** Counts an acceptance for a pending process fault. */
function killFor(faults: Faults, target: Broker, order: Order): ProcessKill | null {
  const kinds = ["kill-after-accept", "stop-after-accept"] as const;
  const fault = faults.takeWhole(target, { account: order.account, kinds });
  if (fault === null || fault.count > 1 || fault.pid === undefined) return null;
  return { pid: fault.pid, signal: fault.kind === "kill-after-accept" ? "SIGKILL" : "SIGSTOP" };
}

const isSquareOff = (fault: Fault, target: Broker): boolean => fault.target === target && fault.kind === "square-off";

function squareOff(faults: Faults, target: Broker, lens: Lens, at: Moment): void {
  const accounts = faults.list().flatMap((fault) => (isSquareOff(fault, target) ? (fault.account ?? []) : []));
  for (const account of accounts) {
    faults.take(target, { account, kinds: ["square-off"] });
    if (lens.exchange.account(account) === null) continue;
    lens.exchange.advance(at.market);
    lens.exchange.squareOff(account);
  }
}

export function createFaultyCore(deps: CoreDeps, target: Broker, create: (deps: CoreDeps) => PlainCore): BrokerCore {
  const { faults, hub } = deps;
  let kills: readonly ProcessKill[] = [];
  const late: LateCall[] = [];
  const lens = createLens({
    exchange: hub.exchange,
    faults,
    target,
    onAcceptance(order) {
      if (faults.list().length === 0) return;
      const strike = killFor(faults, target, order);
      if (strike !== null) kills = [...kills, strike];
    },
  });
  const plain = create({ ...deps, hub: { exchange: lens.exchange, subscribe: hub.subscribe } });
  const applyHeld = ({ change }: HeldChange, { market }: Moment): void => {
    hub.exchange.modify({ ...change, now: market });
  };

  return {
    ...plain,
    handle(request, at) {
      const behind = lagOf(plain, faults, target, request, at);
      const reply = lens.during(at.human, behind, () => plain.handle(request, at));
      return isOdd(plain, faults, target, request) ? withOddRow(reply) : reply;
    },
    refuse: (request, why, at) => lens.during(at.human, null, () => plain.refuse(request, why, at)),
    hold(request, at, seconds) {
      late.push({ request, due: epochMs(at.human + seconds * SECOND_MS) });
    },
    isDue: (at) =>
      late.some((call) => isPast(call, at)) ||
      lens.held.some((change) => isPast(change, at)) ||
      faults.list().some((fault) => isSquareOff(fault, target)),
    beat(at) {
      squareOff(faults, target, lens, at);
      for (const change of takeDue(lens.held, at)) applyHeld(change, at);
      for (const { request } of takeDue(late, at)) lens.during(at.human, null, () => plain.handle(request, at));
      const isSpoiled = faults.take(target, { kinds: ["bad-tick"] }) !== null;
      lens.lookAtFeed(isSpoiled, () => plain.beat(at));
    },
    takeProcessKills() {
      const due = kills;
      kills = [];
      return due;
    },
    clear() {
      late.length = 0;
      lens.held.length = 0;
      plain.clear();
    },
  };
}
