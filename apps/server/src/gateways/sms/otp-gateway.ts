import type { PhoneE164 } from "@vriddhi/core/account/phone";
import type { Result } from "@vriddhi/core/shared/result";

/** The vendor's session stays on the server: a browser that could choose it could verify another user's number. */
export interface OtpGateway {
  /** A session can only be checked at the vendor that opened it. */
  readonly name: "twofactor" | "msg91";
  /** `rejected`: the vendor refused. `unavailable`: no intelligible reply, and a text may be on its way. */
  send(to: { readonly phoneE164: PhoneE164 }): Promise<Result<{ readonly ref: string }, "rejected" | "unavailable">>;
  /** Everything but the vendor's exact word for a match is a mismatch. */
  check(claim: OtpClaim): Promise<Result<OtpVerdict, "unavailable">>;
  close(): Promise<void>;
}

export interface OtpClaim {
  readonly ref: string;
  readonly phoneE164: PhoneE164;
  readonly code: string;
}

export type OtpVerdict = "ok" | "mismatch" | "expired";
