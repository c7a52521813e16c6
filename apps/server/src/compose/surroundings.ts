import type { BrokerPlaces } from "@vriddhi/brokers/port/broker-place";
import type { sandboxEndpoints } from "@vriddhi/contract/sandbox";
import type { StaffName } from "@vriddhi/core/back-office/admin-session";
import type { MarketClock } from "@vriddhi/core/time/clock";
import type { LinkService } from "../features/broker-link/link.service.ts";
import type {
  Config,
  GoogleSettings,
  PaymentSettings,
  SmsSettings,
  TelegramSettings,
} from "../platform/config/config.ts";
import type { Handlers } from "../platform/http/handler.ts";
import { createMarketSchedule, type MarketSchedule } from "./market-schedule.ts";

/** The world outside, real or simulated: the product cannot tell which. */
export interface Surroundings {
  readonly marketClock: MarketClock;
  /** Where features tell what falls due for them on the market clock. */
  readonly schedule: MarketSchedule;
  readonly smtpUrl: string;
  readonly sms: SmsSettings;
  readonly google: GoogleSettings;
  readonly payment: PaymentSettings;
  /** Where simulators of them answer; null: the brokers themselves. */
  readonly brokers: BrokerPlaces | null;
  /** null: no bot. */
  readonly telegram: TelegramSettings | null;
  /** Origins beside the browsers' own push services that may be sent to. */
  readonly pushOrigins: readonly string[];
  /** The operator's accounts behind the market feeds. */
  readonly desks: Config["desks"];
  /** The accounts behind user names of the back office; null: people log in by their addresses. */
  readonly staffEmails: Readonly<Record<StaffName, string>> | null;
  /** The sandbox's control API, in the process that hosts the sandbox. */
  readonly handlers: Handlers<keyof typeof sandboxEndpoints> | null;
  /** Told when a person has started a run: a simulated market that was held begins to play. */
  onRunStarted(): Promise<void>;
  /** Told where the product listens: simulators that call back must know, and the demo person's links can be made. */
  readonly onListening: ((address: string, links: LinkService) => Promise<void>) | null;
}

/** What the configuration demands in live mode, where nothing is simulated. */
export function realSurroundings(config: Config, marketClock: MarketClock): Surroundings {
  const { smtpUrl, sms, google, payment } = config;
  if (!smtpUrl || !sms || !google || !payment)
    throw new Error("MODE=live needs mail, text message, Google and payment settings");
  return {
    marketClock,
    schedule: createMarketSchedule(),
    smtpUrl: smtpUrl.reveal(),
    sms,
    google,
    payment,
    brokers: null,
    telegram: config.telegram,
    pushOrigins: [],
    desks: config.desks,
    staffEmails: null,
    handlers: null,
    onRunStarted: async () => undefined,
    onListening: null,
  };
}
