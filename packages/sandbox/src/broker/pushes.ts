import type { Faults, FaultTarget } from "../faults/faults.ts";
import type { Frame, Peer } from "./wire.ts";

/** Order updates in transit: brokers duplicate and reorder them. */
export interface Pushes {
  send(peer: Peer, frame: Frame): void;
  /** Releases what was held back for reordering. */
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
