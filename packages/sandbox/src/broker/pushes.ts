import type { Faults, FaultTarget } from "../faults/faults.ts";
import type { Frame, Peer } from "./wire.ts";

/** Order updates on their way to a client: brokers repeat them and change their order. */
export interface Pushes {
  send(peer: Peer, frame: Frame): void;
  /** What was held back to come out of order goes now. */
  flush(): void;
}

export function createPushes(faults: Faults, target: FaultTarget): Pushes {
  let held: { readonly peer: Peer; readonly frame: Frame }[] = [];
  const flush = () => {
    const late = held;
    held = [];
    for (const { peer, frame } of late) peer.send(frame);
  };
  return {
    send(peer, frame) {
      const fault = faults.take(target, { kinds: ["duplicate-push", "reorder-push"] });
      if (fault === "reorder-push") {
        held = [...held, { peer, frame }];
        return;
      }
      peer.send(frame);
      if (fault === "duplicate-push") peer.send(frame);
      flush();
    },
    flush,
  };
}
