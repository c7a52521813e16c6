import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import type { StrategyFeed } from "@vriddhi/core/broker/strategy-feed";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { ClockState } from "@vriddhi/sandbox/clock/clock-state";
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { sandboxState } from "../../platform/db/schema/platform.ts";

export const SMS_API_KEY = "sandbox-sms-key";
export const GOOGLE_CLIENT = { clientId: "sandbox-google-client", clientSecret: "sandbox-google-secret" } as const;

export interface SavedClock {
  readonly state: ClockState;
  /** The market instant of this save; a restart continues from it. */
  readonly market: EpochMs;
}

export interface DeskPlace {
  readonly clientId: string;
  readonly appKey: string;
  readonly appSecret: string;
  readonly pin: string;
  readonly totpSecret: string;
}

/** Addresses of the simulators; their secrets are generated and open nothing else. */
export interface Addresses {
  readonly smtpUrl: string;
  readonly smsUrl: string;
  readonly googleIssuer: string;
  readonly brokers: Readonly<Record<BrokerName, { readonly httpUrl: string; readonly wsUrl: string }>>;
  readonly desks: Readonly<Record<StrategyFeed, DeskPlace>>;
  readonly razorpayUrl: string;
  readonly razorpayCheckoutUrl: string;
  readonly telegramUrl: string;
  readonly telegramLinkUrl: string;
  readonly pushOrigin: string;
}

interface Saved {
  readonly clock: SavedClock;
  readonly addresses: Addresses;
  readonly world: { readonly id: string };
}

export interface SandboxStore {
  read<Name extends keyof Saved>(name: Name): Promise<Saved[Name] | null>;
  write<Name extends keyof Saved>(name: Name, value: Saved[Name]): Promise<void>;
}

export const createSandboxStore = ({ db }: Database): SandboxStore => ({
  async read<Name extends keyof Saved>(name: Name) {
    const [row] = await db.select().from(sandboxState).where(eq(sandboxState.name, name));
    return row ? (row.value as Saved[Name]) : null;
  },
  async write(name, value) {
    await db
      .insert(sandboxState)
      .values({ name, value })
      .onConflictDoUpdate({ target: sandboxState.name, set: { value } });
  },
});
