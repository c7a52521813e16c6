import type { PhoneE164 } from "@vriddhi/core/account/phone";
import type { Result } from "@vriddhi/core/shared/result";

/**
 * A vendor that makes, texts and checks one-time codes; the code itself never passes through our hands on the way out.
 * The vendor's session stays on the server: a browser that could name it could prove somebody else's number with it.
 */
export interface OtpGateway {
  /** A session can only be checked where it was opened. */
  readonly name: "twofactor" | "msg91";
  /** `rejected`: the vendor said no. `unavailable`: it said nothing we understand, and a text may be on its way. */
  send(to: { readonly phoneE164: PhoneE164 }): Promise<Result<{ readonly ref: string }, "rejected" | "unavailable">>;
  /** Everything but the vendor's exact word for a match is a no. */
  check(claim: OtpClaim): Promise<Result<OtpVerdict, "unavailable">>;
  close(): Promise<void>;
}

export interface OtpClaim {
  readonly ref: string;
  readonly phoneE164: PhoneE164;
  readonly code: string;
}

export type OtpVerdict = "ok" | "mismatch" | "expired";
