import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import type { HttpTransport, HttpTransportOptions } from "./http.ts";
import type { SendingThread } from "./sending-thread.ts";

export interface NetworkSetup {
  readonly name: string;
  aTransport(options?: Partial<HttpTransportOptions>): HttpTransport;
  now(): EpochMs;
  letTimeRunOut(): void;
  readonly ranOut: "timeout" | "aborted";
}

type MakeTransport = (options?: Partial<HttpTransportOptions>) => HttpTransport;

/** Timers and clock are the test's. */
export const setupHere = (
  aTransport: MakeTransport,
  clock: { now(): EpochMs },
  timers: { expire(): void },
): NetworkSetup => ({
  name: "undici on this thread",
  aTransport,
  now: clock.now,
  letTimeRunOut: timers.expire,
  ranOut: "timeout",
});

/** A test's timers do not reach the thread, so every call can be aborted instead. */
export function setupOn(thread: SendingThread, aTransport: MakeTransport): NetworkSetup {
  const hanging = new Set<AbortController>();
  return {
    name: "undici on the sending thread",
    aTransport(options) {
      const transport = aTransport({ sendingThread: thread, ...options });
      return {
        ...transport,
        async send(request) {
          const controller = new AbortController();
          hanging.add(controller);
          const answer = await transport.send({ signal: controller.signal, ...request });
          hanging.delete(controller);
          return answer;
        },
      };
    },
    now: () => epochMs(Date.now()),
    letTimeRunOut() {
      for (const controller of hanging) controller.abort();
    },
    ranOut: "aborted",
  };
}
