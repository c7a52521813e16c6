import type { EventHub } from "../exchange/event-hub.ts";
import type { Faults } from "../faults/faults.ts";
import type { Clients } from "./client.ts";

export interface CoreDeps {
  readonly hub: Pick<EventHub, "exchange" | "subscribe">;
  readonly clients: Clients;
  readonly faults: Faults;
  /** Signs tokens; any text. */
  readonly secret: string;
  /** Sends a postback without waiting for its answer. */
  post(url: string, body: string): void;
}
