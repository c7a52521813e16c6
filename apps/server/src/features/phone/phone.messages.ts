import { phoneFaultText } from "@vriddhi/core/account/phone";
import type { Messages } from "../../platform/http/handler.ts";

export const phoneMessages: Messages<
  "phone_invalid" | "phone_country" | "phone_taken" | "otp_wrong" | "otp_expired" | "sms_unavailable"
> = {
  phone_invalid: phoneFaultText("+91"),
  phone_country: "We can send codes to Indian mobile numbers only for now.",
  phone_taken: "This number already belongs to another account.",
  otp_wrong: "Invalid OTP",
  otp_expired: "Session expired. Please request a new OTP.",
  sms_unavailable: "Failed to send OTP",
};

export const phoneReplies = {
  /** Also sent for a taken number, which gets no code. */
  sent: "We sent a 6-digit OTP, if this number is not used by another account.",
  verified: "Phone number verified successfully",
  provedByCaller: "Your phone number is verified.",
  provedNearby: "A phone number was verified from this network.",
  notProved: "No phone number has been verified yet.",
} as const;
