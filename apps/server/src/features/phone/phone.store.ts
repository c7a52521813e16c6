import type { PhoneE164 } from "@vriddhi/core/account/phone";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Tx } from "../../platform/db/database.ts";
import type { Conversion } from "./conversion.ts";

/** Used where no message was sent. */
export const NO_GATEWAY = "none";

export interface OtpSession {
  readonly id: string;
  readonly userId: string;
  readonly phone: PhoneE164;
  readonly gateway: string;
  /** The gateway's id; it never leaves the server. */
  readonly gatewayRef: string;
  /** The address as rate limits see it. */
  readonly ip: string;
  readonly expiresAt: EpochMs;
}

export interface SessionClaim {
  readonly sessionId: string;
  readonly userId: string;
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
  /** Opens the session and closes all older ones of its user. */
  open(session: OtpSession): Promise<void>;
  /** Counts the attempt before the code is compared, so that parallel guesses cannot share one. */
  spendTry(claim: SessionClaim, now: EpochMs, triesMax: number): Promise<ClaimedSession | null>;
  close(sessionId: string): Promise<void>;
  /** Consumes the session and stores the user's number; `record` runs in the same transaction. */
  prove(proof: Proof, record: (tx: Tx) => Promise<void>): Promise<"proved" | "spent" | "taken">;
  findProof(userId: string): Promise<EpochMs | null>;
  findProofAt(ip: string, since: EpochMs): Promise<EpochMs | null>;
  /** The newest completed codes to this block sent after `since`, at most `sample`. */
  readConversion(block: string, since: EpochMs, now: EpochMs, sample: number): Promise<Conversion>;
}
