import type { EventHub } from "../exchange/event-hub.ts";
import type { Faults } from "../faults/faults.ts";
import type { Clients } from "./client.ts";

/** Dependencies of each broker's core. */
export interface CoreDeps {
  /** Shared by all three brokers. */
  readonly hub: Pick<EventHub, "exchange" | "subscribe">;
  readonly clients: Clients;
  readonly faults: Faults;
  /** Signs tokens; any text. */
  readonly secret: string;
  /** Sends a postback without waiting for its answer. */
  post(url: string, body: string): void;
}
