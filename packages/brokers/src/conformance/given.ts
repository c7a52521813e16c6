import type { Capabilities } from "../port/capabilities.ts";
import type { Harness } from "./harness.ts";

export interface Given {
  harness(): Harness;
  readonly capabilities: Capabilities;
  /** False without injectable faults: the adapter's own tests then cover lost answers. */
  readonly isWired: boolean;
}
