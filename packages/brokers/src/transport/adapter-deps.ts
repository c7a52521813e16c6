import type { Random } from "@vriddhi/core/shared/random";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Dial } from "./dial.ts";
import { createHttpTransport, type HttpTransport, type Timeouts } from "./http.ts";
import type { ListThread } from "./list-thread.ts";
import type { Network } from "./outgoing.ts";
import type { SendingThread } from "./sending-thread.ts";
import type { SocketDeps } from "./socket.ts";
import type { Timers } from "./timers.ts";

/** What every adapter is built from, beside its broker's addresses. */
export interface AdapterDeps {
  /** Spreads reconnections. */
  readonly random: Random;
  readonly timers: Timers;
  readonly clock: HumanClock;
  /** Called before each HTTP call; throws when this is no moment to send. */
  readonly guard?: () => void;
  readonly timeouts?: Partial<Timeouts>;
  /** Shared with other adapters, and closed by whoever made it; a thread of the adapter's own where it is left out. */
  readonly listThread?: ListThread;
  /** Shared with other adapters, and closed by whoever made it. It keeps the machine's time: left out with another clock. */
  readonly sendingThread?: SendingThread;
  /** A simulation's; undici and worker threads where it is left out. */
  readonly network?: Network;
  /** A simulation's; ws where it is left out. */
  readonly dial?: Dial;
}

export function httpOf({ timers, clock, guard, timeouts, sendingThread, network }: AdapterDeps): HttpTransport {
  return createHttpTransport({
    timers,
    clock,
    ...(guard === undefined ? {} : { guard }),
    ...(timeouts === undefined ? {} : { timeouts }),
    ...(sendingThread === undefined ? {} : { sendingThread }),
    ...(network === undefined ? {} : { network }),
  });
}

export const socketDepsOf = ({ timers, random, clock, dial }: AdapterDeps): SocketDeps =>
  dial === undefined ? { timers, random, clock } : { timers, random, clock, dial };
