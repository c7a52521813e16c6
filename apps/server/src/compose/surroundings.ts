import type { BrokerAddresses } from "@vriddhi/brokers/port/broker-address";
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

export interface Surroundings {
  readonly marketClock: MarketClock;
  /** Features register their market-clock work here. */
  readonly schedule: MarketSchedule;
  readonly smtpUrl: string;
  readonly sms: SmsSettings;
  readonly google: GoogleSettings;
  readonly payment: PaymentSettings;
  /** The simulators' addresses; `null` for the real brokers. */
  readonly brokers: BrokerAddresses | null;
  readonly telegram: TelegramSettings | null;
  /** Origins that push messages may be sent to, beside the browsers' own push services. */
  readonly pushOrigins: readonly string[];
  readonly desks: Config["desks"];
  /** The accounts behind the back office's user names; `null` when admins log in by mail address. */
  readonly staffEmails: Readonly<Record<StaffName, string>> | null;
  /** The sandbox's control API, in the process that hosts the sandbox. */
  readonly handlers: Handlers<keyof typeof sandboxEndpoints> | null;
  /** Called when a user has started a run: a paused simulated market begins to play. */
  onRunStarted(): Promise<void>;
  /** Called with the product's address: simulators need it for callbacks, and the demo links can be made. */
  readonly onListening: ((address: string, links: LinkService) => Promise<void>) | null;
}

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
