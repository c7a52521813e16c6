import { countries, isPhoneInput, phoneFaultText } from "@vriddhi/core/account/phone";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** Longer than any input; the field's rule reports the reason. */
const PHONE_TEXT_MAX = 40;

const phoneField = z.string().max(PHONE_TEXT_MAX);
const countryField = z.enum(countries.map(({ code }) => code));

export const phoneEndpoints = {
  sendOtp: endpoint({
    method: "POST",
    path: "/otp/send-otp",
    summary: "Text a one-time code to the caller's phone",
    access: "user",
    body: z
      .strictObject({ phone_number: phoneField, country_code: countryField })
      .superRefine(({ phone_number: text, country_code: country }, context) => {
        if (isPhoneInput(country, text)) return;
        context.addIssue({ code: "custom", path: ["phone_number"], message: phoneFaultText(country) });
      }),
    reply: z.strictObject({ success: z.literal(true), session_id: z.uuid(), message: z.string() }),
    problems: ["phone_invalid", "phone_country", "sms_unavailable"],
  }),
  verifyOtp: endpoint({
    method: "POST",
    path: "/otp/verify-otp",
    summary: "Verify the phone with the texted code",
    access: "user",
    limit: "otp-check",
    body: z.strictObject({
      session_id: z.uuid(),
      otp_code: z.string().regex(/^\d{6}$/, "Please enter a valid 6-digit OTP"),
      phone_number: z.string().regex(/^\d{6,15}$/, "Please enter a valid phone number"),
    }),
    reply: z.strictObject({ success: z.literal(true), message: z.string() }),
    problems: ["otp_wrong", "otp_expired", "phone_taken"],
  }),
  checkIpVerification: endpoint({
    method: "GET",
    path: "/otp/check-ip-verification",
    summary: "Whether the caller, or this address, verified a phone recently",
    access: "public",
    reply: z.strictObject({ is_verified: z.boolean(), verified_at: z.iso.datetime().nullable(), message: z.string() }),
    problems: [],
  }),
};
