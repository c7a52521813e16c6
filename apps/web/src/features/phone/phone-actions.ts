import { type CountryCode, isOtp, isPhoneInput, OTP_LIFE_MS, phoneFaultText } from "@vriddhi/core/account/phone";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { type Api, ApiError } from "../../lib/api.ts";
import { otpTexts, phoneFailureTexts } from "./phone.texts.ts";

export interface PhoneNumber {
  readonly country: CountryCode;
  readonly digits: string;
}

export interface OtpSession extends PhoneNumber {
  readonly id: string;
  readonly sentAt: EpochMs;
  readonly message: string;
}

type Refused = { readonly kind: "refused"; readonly sentence: string };
export type SendOutcome = { readonly kind: "sent"; readonly session: OtpSession } | Refused;
export type VerifyOutcome = { readonly kind: "verified"; readonly message: string } | Refused;

const refused = (sentence: string): Refused => ({ kind: "refused", sentence });

function sayFailure(cause: unknown, fallback: string): Refused {
  if (!(cause instanceof ApiError)) throw cause;
  return refused(cause.status === 0 ? phoneFailureTexts.network : (cause.detail ?? fallback));
}

/** The specification allows a reply with a failure flag; ours never has it. */
type Answer = { readonly success: boolean; readonly message?: string };
const noOf = (reply: Answer, fallback: string): Refused | null =>
  reply.success ? null : refused(reply.message || fallback);

export async function sendOtp(api: Api, number: PhoneNumber, now: () => EpochMs): Promise<SendOutcome> {
  const { country, digits } = number;
  if (!isPhoneInput(country, digits)) return refused(phoneFaultText(country));
  try {
    const reply = await api("POST", "/otp/send-otp", { body: { phone_number: digits, country_code: country } });
    const no = noOf(reply, phoneFailureTexts.send);
    if (no !== null) return no;
    return { kind: "sent", session: { country, digits, id: reply.session_id, sentAt: now(), message: reply.message } };
  } catch (cause) {
    return sayFailure(cause, phoneFailureTexts.send);
  }
}

export async function verifyOtp(api: Api, session: OtpSession, code: string, now: EpochMs): Promise<VerifyOutcome> {
  if (!isOtp(code)) return refused(otpTexts.invalid);
  if (now - session.sentAt >= OTP_LIFE_MS) return refused(otpTexts.expired);
  try {
    const reply = await api("POST", "/otp/verify-otp", {
      body: { session_id: session.id, otp_code: code, phone_number: session.digits },
    });
    return noOf(reply, phoneFailureTexts.verify) ?? { kind: "verified", message: reply.message };
  } catch (cause) {
    return sayFailure(cause, phoneFailureTexts.verify);
  }
}
