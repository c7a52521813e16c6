import { err, ok } from "@vriddhi/core/shared/result";
import { z } from "zod";
import type { Secret } from "../../platform/config/secret.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { OtpGateway, OtpVerdict } from "./otp-gateway.ts";
import { createSmsTransport, isDown } from "./sms-transport.ts";

export interface TwoFactorOptions {
  /** `https://2factor.in` */
  readonly baseUrl: string;
  /** Part of every path. */
  readonly apiKey: Secret;
  /** As registered with the operators (DLT); without it the vendor's own text is sent. */
  readonly template?: string;
  readonly log: Logger;
  readonly replyWithinMs?: number;
}

const replyShape = z.object({ Status: z.string(), Details: z.string() });
/** An error text in this place would have spaces. */
const SESSION_ID = /^[\w-]{1,100}$/;

/** Compared as a whole: an expired code may come with `Status: "Success"`. */
const verdicts: Readonly<Record<string, OtpVerdict>> = {
  "Success OTP Matched": "ok",
  "Error OTP Mismatch": "mismatch",
  "Success OTP Expired": "expired",
  "Error OTP Expired": "expired",
  "Error Invalid API / SessionId Combination - No Entry Exists": "expired",
};

/** 2Factor.in: the vendor names a session for each text. It often refuses with HTTP 400; the body decides. */
export function createTwoFactorGateway({ apiKey, template, ...options }: TwoFactorOptions): OtpGateway {
  const transport = createSmsTransport({ ...options, gateway: "twofactor" });
  const ask = (...parts: string[]) => {
    const path = ["API", "V1", apiKey.reveal(), "SMS", ...parts].map(encodeURIComponent).join("/");
    return transport.ask({ method: "GET", path: `/${path}` });
  };

  return {
    name: "twofactor",
    async send({ phoneE164 }) {
      const reply = await ask(phoneE164.slice(1), "AUTOGEN", ...(template === undefined ? [] : [template]));
      if (reply === null) return err("unavailable");
      const answer = replyShape.safeParse(reply.body);
      if (!answer.success || isDown(reply)) return err("unavailable");
      const { Status, Details } = answer.data;
      if (Status === "Success" && reply.status === 200 && SESSION_ID.test(Details)) return ok({ ref: Details });
      transport.reportRefusal(reply, Details);
      return err(Status === "Error" ? "rejected" : "unavailable");
    },
    async check({ ref, code }) {
      const reply = await ask("VERIFY", ref, code);
      if (reply === null) return err("unavailable");
      const answer = replyShape.safeParse(reply.body);
      if (!answer.success || isDown(reply)) return err("unavailable");
      const verdict = verdicts[`${answer.data.Status} ${answer.data.Details}`];
      if (verdict !== undefined && (verdict !== "ok" || reply.status === 200)) return ok(verdict);
      transport.reportRefusal(reply, answer.data.Details);
      return err("unavailable");
    },
    close: transport.close,
  };
}
