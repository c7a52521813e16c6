import { later, MINUTE_MS } from "@vriddhi/core/time/clock";
import { describe, expect, it } from "vitest";
import { api } from "../../lib/api.ts";
import { provideApiServer } from "../../testing/api-server.ts";
import { otpTexts, phoneFailureTexts } from "./phone.texts.ts";
import { type OtpSession, sendOtp, verifyOtp } from "./phone-actions.ts";
import { deviceNow } from "./phone-memory.ts";

const server = provideApiServer();
const now = deviceNow();
const number = { country: "+91", digits: "9876543210" } as const;
const sessionId = "5b2c9f4e-6a0b-4f27-9d43-0a1c2e3f4d5b";
const session: OtpSession = { ...number, id: sessionId, sentAt: now, message: "On its way." };
const send = (digits: string = number.digits) => sendOtp(api, { ...number, digits }, () => now);
const refused = (sentence: string) => ({ kind: "refused", sentence });

it("[A5.8, A8.11] the sentences are the specification's", () => {
  expect(otpTexts.invalid).toBe("Please enter a valid 6-digit OTP");
  expect(otpTexts.expired).toBe("Session expired. Please request a new OTP.");
  expect(phoneFailureTexts).toEqual({
    send: "Failed to send OTP",
    verify: "Invalid OTP",
    network: "Network error occurred",
  });
});

describe("asking for a code", () => {
  it("[A3.8, A7.17] sends number and country and keeps the session", async () => {
    server.answer("POST /otp/send-otp", { body: { success: true, session_id: sessionId, message: "On its way." } });
    expect(await send()).toEqual({ kind: "sent", session });
    expect(server.calls()[0]?.body).toEqual({ phone_number: "9876543210", country_code: "+91" });
  });

  it("[A5.7] sends nothing for a number that cannot be one", async () => {
    expect(await send("98765")).toEqual(refused("Please enter a valid phone number (10-15 digits)"));
    expect(await sendOtp(api, { country: "+44", digits: "20794" }, () => now)).toEqual(
      refused("Please enter a valid phone number (6-15 digits)"),
    );
    expect(server.calls()).toHaveLength(0);
  });

  it("[A8.11] shows the server's sentence, else one of its own two", async () => {
    server.answer("POST /otp/send-otp", {
      status: 429,
      body: { detail: "Too many attempts.", code: "too_many_requests" },
    });
    expect(await send()).toEqual(refused("Too many attempts."));
    server.answer("POST /otp/send-otp", { status: 502, text: "bad gateway" });
    expect(await send()).toEqual(refused(phoneFailureTexts.send));
    server.answer("POST /otp/send-otp", { body: { success: false } });
    expect(await send()).toEqual(refused(phoneFailureTexts.send));
    server.answer("POST /otp/send-otp", { isCutOff: true });
    expect(await send()).toEqual(refused(phoneFailureTexts.network));
  });
});

describe("proving the number", () => {
  const verify = (code = "123456", at = now) => verifyOtp(api, session, code, at);

  it("[A3.8, A7.18] sends session, code and number", async () => {
    server.answer("POST /otp/verify-otp", { body: { success: true, message: "Verified." } });
    expect(await verify()).toEqual({ kind: "verified", message: "Verified." });
    expect(server.calls()[0]?.body).toEqual({
      session_id: sessionId,
      otp_code: "123456",
      phone_number: "9876543210",
    });
  });

  it.each(["", "12345", "1234567", "12a456"])("[A5.8] sends nothing for %j", async (code) => {
    expect(await verify(code)).toEqual(refused(otpTexts.invalid));
    expect(server.calls()).toHaveLength(0);
  });

  it("[A5.8] knows locally when the session is over", async () => {
    expect(await verify("123456", later(now, 10 * MINUTE_MS))).toEqual(refused(otpTexts.expired));
    expect(server.calls()).toHaveLength(0);
  });

  it("[A8.11] shows the server's sentence, else one of its own two", async () => {
    server.answer("POST /otp/verify-otp", { status: 400, body: { detail: otpTexts.expired, code: "otp_expired" } });
    expect(await verify()).toEqual(refused(otpTexts.expired));
    server.answer("POST /otp/verify-otp", { status: 500, body: {} });
    expect(await verify()).toEqual(refused(phoneFailureTexts.verify));
    server.answer("POST /otp/verify-otp", { isCutOff: true });
    expect(await verify()).toEqual(refused(phoneFailureTexts.network));
  });
});
