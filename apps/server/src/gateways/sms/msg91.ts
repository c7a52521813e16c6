import { OTP_DIGITS, OTP_LIFE_MS } from "@vriddhi/core/account/phone";
import { err, ok } from "@vriddhi/core/shared/result";
import { MINUTE_MS } from "@vriddhi/core/time/clock";
import { z } from "zod";
import type { Secret } from "../../platform/config/secret.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { OtpGateway, OtpVerdict } from "./otp-gateway.ts";
import { createSmsTransport, isDown } from "./sms-transport.ts";

export interface Msg91Options {
  /** `https://control.msg91.com` */
  readonly baseUrl: string;
  readonly authKey: Secret;
  /** As registered with the operators (DLT). */
  readonly templateId: string;
  readonly log: Logger;
  readonly replyWithinMs?: number;
}

const replyShape = z.object({
  type: z.string(),
  message: z.string().optional(),
  request_id: z.string().max(100).optional(),
});

/** Compared as a whole. "Already verified" is no match: it proves an earlier check, not this caller's. */
const verdicts: Readonly<Record<string, OtpVerdict>> = {
  "success OTP verified success": "ok",
  "error OTP not match": "mismatch",
  "error OTP expired": "expired",
  "error Mobile no. not found": "expired",
  "error Mobile no. already verified": "expired",
};

/** The vendor's defaults are four digits and one day. */
const sendRules = { otp_length: String(OTP_DIGITS), otp_expiry: String(OTP_LIFE_MS / MINUTE_MS) };

/** MSG91 v5: keyed by phone, so a newer text replaces an older code. It refuses with HTTP 200. */
export function createMsg91Gateway({ authKey, templateId, ...options }: Msg91Options): OtpGateway {
  const transport = createSmsTransport({ ...options, gateway: "msg91" });
  const ask = (method: "GET" | "POST", path: string, query: Readonly<Record<string, string>>) =>
    transport.ask({
      method,
      path: `/api/v5/${path}?${new URLSearchParams(query)}`,
      headers: { authkey: authKey.reveal() },
    });

  return {
    name: "msg91",
    async send({ phoneE164 }) {
      const reply = await ask("POST", "otp", { template_id: templateId, mobile: phoneE164.slice(1), ...sendRules });
      if (reply === null) return err("unavailable");
      const answer = replyShape.safeParse(reply.body);
      if (!answer.success || isDown(reply)) return err("unavailable");
      const { type, message, request_id: ref } = answer.data;
      if (type === "success" && reply.status === 200 && ref) return ok({ ref });
      transport.reportRefusal(reply, message ?? "");
      return err(type === "error" ? "rejected" : "unavailable");
    },
    async check({ phoneE164, code }) {
      const reply = await ask("GET", "otp/verify", { mobile: phoneE164.slice(1), otp: code });
      if (reply === null) return err("unavailable");
      const answer = replyShape.safeParse(reply.body);
      if (!answer.success || isDown(reply)) return err("unavailable");
      const verdict = verdicts[`${answer.data.type} ${answer.data.message ?? ""}`];
      if (verdict !== undefined && (verdict !== "ok" || reply.status === 200)) return ok(verdict);
      transport.reportRefusal(reply, answer.data.message ?? "");
      return err("unavailable");
    },
    close: transport.close,
  };
}
