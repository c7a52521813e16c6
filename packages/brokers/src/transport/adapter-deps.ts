import type { Random } from "@vriddhi/core/shared/random";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Dial } from "./dial.ts";
import { createHttpTransport, type HttpTransport, type Timeouts } from "./http.ts";
import type { InstrumentListThread } from "./instrument-list-thread.ts";
import type { Network } from "./outgoing.ts";
import type { SendingThread } from "./sending-thread.ts";
import type { SocketDeps } from "./socket.ts";
import type { Timers } from "./timers.ts";

export interface AdapterDeps {
  readonly random: Random;
  readonly timers: Timers;
  readonly clock: HumanClock;
  /** Called before each HTTP call; throws when sending is not allowed now. */
  readonly guard?: () => void;
  readonly timeouts?: Partial<Timeouts>;
  /** Shared with other adapters and closed by its creator; left out, the adapter has its own thread. */
  readonly listThread?: InstrumentListThread;
  /** Shared with other adapters and closed by its creator. It uses the machine's time: left out with another clock. */
  readonly sendingThread?: SendingThread;
  readonly network?: Network;
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
