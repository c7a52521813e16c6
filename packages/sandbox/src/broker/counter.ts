import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { Exchange } from "../exchange/exchange.ts";
import type { Broker } from "../exchange/model.ts";
import type { Fault, FaultKind, Faults } from "../faults/faults.ts";
import type { BrokerCore, Moment, WireReply, WireRequest } from "./wire.ts";

export type Outcome =
  | { readonly kind: "answer"; readonly reply: WireReply; readonly afterMs: number }
  /** The caller waits until it gives up. */
  | { readonly kind: "silence" }
  | { readonly kind: "hang-up" };

export interface CounterDeps {
  readonly core: BrokerCore;
  exchange(): Exchange;
  readonly faults: Faults;
  readonly target: Broker;
}

const CALL_FAULTS: readonly FaultKind[] = [
  "timeout",
  "http500",
  "drop-after-accept",
  "drop-before-accept",
  "throttle",
  "reject",
  "wrong-ip",
  "expire-session",
  "pause",
  "late-accept",
];

const PAUSE_SECONDS = 2;
const LATE_SECONDS = 10;

/** A proxy's answer when the application behind it is down: not JSON. */
const DEAD: WireReply = {
  status: 500,
  headers: { "content-type": "text/html" },
  body: "<h1>Internal Server Error</h1>",
};

const SILENCE: Outcome = { kind: "silence" };
const HANG_UP: Outcome = { kind: "hang-up" };
const answer = (reply: WireReply, afterMs = 0): Outcome => ({ kind: "answer", reply, afterMs });

function suffer(core: BrokerCore, fault: Fault, request: WireRequest, at: Moment): Outcome {
  switch (fault.kind) {
    case "timeout":
      return SILENCE;
    case "drop-before-accept":
      return HANG_UP;
    case "drop-after-accept":
      core.handle(request, at);
      return HANG_UP;
    case "late-accept":
      core.hold(request, at, fault.seconds ?? LATE_SECONDS);
      return HANG_UP;
    case "http500":
      return answer(DEAD);
    case "throttle":
    case "wrong-ip":
    case "reject":
      return answer(core.refuse(request, fault.kind, at));
    case "expire-session":
      core.expireSessions(core.clientOf(request), at);
      return answer(core.handle(request, at));
    case "pause":
      return answer(core.handle(request, at), (fault.seconds ?? PAUSE_SECONDS) * SECOND_MS);
    default:
      return answer(core.handle(request, at));
  }
}

/** The call itself succeeds; the resulting fill fails. */
function spoilFill({ core, exchange, faults, target }: CounterDeps, request: WireRequest): void {
  const account = core.clientOf(request);
  const isOrder = core.kindOf(request) === "orders" && request.method === "POST";
  if (account === null || !isOrder) return;
  if (faults.take(target, { on: "orders", account, kinds: ["partial-fill"] }) !== null)
    exchange().nextFillPartial(account);
}

/** Pure: shared by sockets and simulations. */
export function serveAtCounter(deps: CounterDeps, request: WireRequest, at: Moment): Outcome {
  const { core, faults, target } = deps;
  if (faults.list().length === 0) return answer(core.handle(request, at));
  spoilFill(deps, request);
  const call = { on: core.kindOf(request), account: core.clientOf(request), kinds: CALL_FAULTS };
  const fault = faults.takeWhole(target, call);
  return fault === null ? answer(core.handle(request, at)) : suffer(core, fault, request, at);
}
