import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import type { MarketClock } from "@vriddhi/core/time/clock";
import type { Handlers } from "../platform/http/handler.ts";

/** The world outside, real or simulated: the product cannot tell which. */
export interface Surroundings {
  readonly marketClock: MarketClock;
  readonly smtpUrl: string;
  /** The sandbox's control API, in the process that hosts the sandbox. */
  readonly handlers: Handlers<keyof typeof sandboxEndpoints> | null;
}
