import type { Broker } from "../exchange/model.ts";
import { type BrokerEvent, isBrokerEvent, toCall } from "./broker-event.ts";
import type { RecordedFaults } from "./recorded-faults.ts";
import type { BrokerCore, ProcessKill } from "./wire.ts";

export interface RecordDeps {
  readonly broker: Broker;
  readonly faults: RecordedFaults;
  /** Appends the event before its answer is returned. `null` where nothing is logged. */
  readonly write: ((event: BrokerEvent) => void) | null;
  /** Called after an acceptance was logged and before it is answered. */
  strike(strike: ProcessKill): void;
}

/** Write-ahead log: appends between execution and answer. `current` may change on a reset. */
export function recordCore(current: () => BrokerCore, deps: RecordDeps): BrokerCore {
  const { broker, faults, write } = deps;
  const strike = (): void => {
    for (const one of current().takeProcessKills()) deps.strike(one);
  };
  const taken = (list: ReturnType<RecordedFaults["during"]>["taken"]) => (list === null ? {} : { faults: list });

  return {
    kindOf: (request) => current().kindOf(request),
    readOf: (request) => current().readOf(request),
    clientOf: (request) => current().clientOf(request),
    dial: (request, peer, at) => current().dial(request, peer, at),
    isDue: (at) => current().isDue(at),
    takeProcessKills: () => current().takeProcessKills(),
    clear: () => current().clear(),
    handle(request, at) {
      const core = current();
      const done = faults.during(() => core.handle(request, at));
      if (write !== null && isBrokerEvent(core.kindOf(request), request, done.value))
        write({ do: "handle", broker, at, call: toCall(request), ...taken(done.taken) });
      strike();
      return done.value;
    },
    refuse(request, why, at) {
      const done = faults.during(() => current().refuse(request, why, at));
      if (why === "reject") write?.({ do: "refuse", broker, at, why, call: toCall(request), ...taken(done.taken) });
      return done.value;
    },
    hold(request, at, seconds) {
      current().hold(request, at, seconds);
      write?.({ do: "hold", broker, at, seconds, call: toCall(request) });
    },
    expireSessions(client, at) {
      current().expireSessions(client, at);
      if (at !== undefined) write?.({ do: "expire", broker, at, client });
    },
    beat(at) {
      const isDue = current().isDue(at);
      const done = faults.during(() => current().beat(at));
      if (isDue) write?.({ do: "beat", broker, at, ...taken(done.taken) });
      strike();
    },
  };
}
