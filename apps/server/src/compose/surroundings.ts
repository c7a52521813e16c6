import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import type { MarketClock } from "@vriddhi/core/time/clock";
import type { Config, GoogleSettings, SmsSettings } from "../platform/config/config.ts";
import type { Handlers } from "../platform/http/handler.ts";

/** The world outside, real or simulated: the product cannot tell which. */
export interface Surroundings {
  readonly marketClock: MarketClock;
  readonly smtpUrl: string;
  readonly sms: SmsSettings;
  readonly google: GoogleSettings;
  /** The sandbox's control API, in the process that hosts the sandbox. */
  readonly handlers: Handlers<keyof typeof sandboxEndpoints> | null;
}

/** What the configuration demands in live mode, where nothing is simulated. */
export function realSurroundings({ smtpUrl, sms, google }: Config, marketClock: MarketClock): Surroundings {
  if (!smtpUrl || !sms || !google) throw new Error("MODE=live needs mail, text message and Google settings");
  return { marketClock, smtpUrl: smtpUrl.reveal(), sms, google, handlers: null };
}
