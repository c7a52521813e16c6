import type { PhoneE164 } from "@vriddhi/core/account/phone";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { Conversion } from "./conversion.ts";

/** Stands for the gateway where no text was sent. */
export const NO_GATEWAY = "none";

export interface OtpSession {
  /** The browser's name for it. */
  readonly id: string;
  readonly userId: string;
  readonly phone: PhoneE164;
  readonly gateway: string;
  /** The gateway's name for it, which never leaves the server. */
  readonly gatewayRef: string;
  /** As limits see the address. */
  readonly ip: string;
  readonly expiresAt: EpochMs;
}

export interface SessionClaim {
  readonly sessionId: string;
  readonly userId: string;
  /** The numbers that the typed digits may mean. */
  readonly phones: readonly PhoneE164[];
}

export type ClaimedSession = Pick<OtpSession, "phone" | "gateway" | "gatewayRef">;

export interface Proof {
  readonly sessionId: string;
  readonly userId: string;
  readonly phone: PhoneE164;
  readonly at: EpochMs;
}

export interface PhoneStore {
  isProvedByOther(phone: PhoneE164, userId: string): Promise<boolean>;
  /** Opens the session and closes every older one of its user. */
  open(session: OtpSession): Promise<void>;
  /** Counts the try before anybody compares a code, so that parallel guesses cannot share one. */
  spendTry(claim: SessionClaim, now: EpochMs, triesMax: number): Promise<ClaimedSession | null>;
  close(sessionId: string): Promise<void>;
  /** Spends the session and gives the number to its user; `record` runs in the same transaction. */
  prove(proof: Proof, record: (tx: Tx) => Promise<void>): Promise<"proved" | "spent" | "taken">;
  /** When this person proved a phone. */
  findProof(userId: string): Promise<EpochMs | null>;
  /** When somebody at this address last did, after `since`. */
  findProofAt(ip: string, since: EpochMs): Promise<EpochMs | null>;
  /** The newest texts to this block sent after `since` whose codes have come to an end, at most `sample`. */
  readConversion(block: string, since: EpochMs, now: EpochMs, sample: number): Promise<Conversion>;
}
