import type { Capabilities } from "../port/capabilities.ts";
import type { Harness } from "./harness.ts";

/** What a group of cases is given: the world of the running test, and what the adapter says it can. */
export interface Given {
  harness(): Harness;
  readonly capabilities: Capabilities;
  /** Calls go over a wire to a simulator, which can be told to fail; else the adapter's own tests say what is lost and how. */
  readonly isWired: boolean;
}
