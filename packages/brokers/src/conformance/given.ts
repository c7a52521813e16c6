import type { Capabilities } from "../port/capabilities.ts";
import type { Harness } from "./harness.ts";

/** Inputs of a group of cases: the running test's harness and the adapter's capabilities. */
export interface Given {
  harness(): Harness;
  readonly capabilities: Capabilities;
  /**
   * Calls reach a simulator over a wire with injectable faults; otherwise the adapter's own tests cover lost answers.
   */
  readonly isWired: boolean;
}
