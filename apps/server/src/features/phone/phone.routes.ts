import { ok } from "@vriddhi/core/shared/result";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { phoneReplies } from "./phone.messages.ts";
import type { PhoneService } from "./phone.service.ts";

const standingReplies = {
  caller: phoneReplies.provedByCaller,
  nearby: phoneReplies.provedNearby,
  unknown: phoneReplies.notProved,
} as const;

export const phoneHandlers = (service: PhoneService): Handlers<"sendOtp" | "verifyOtp" | "checkIpVerification"> => ({
  async sendOtp({ caller, body, from }) {
    const request = { userId: caller.userId, country: body.country_code, digits: body.phone_number, ip: from.ip };
    const sent = await service.send(request);
    return sent.ok ? ok({ success: true, session_id: sent.value.sessionId, message: phoneReplies.sent }) : sent;
  },
  async verifyOtp({ caller, body, from }) {
    const { session_id: sessionId, otp_code: code, phone_number: digits } = body;
    const verified = await service.verify({ userId: caller.userId, sessionId, digits, code, from });
    return verified.ok ? ok({ success: true, message: phoneReplies.verified }) : verified;
  },
  async checkIpVerification({ caller, from }) {
    const proof = await service.readProof(caller?.userId ?? null, from.ip);
    return ok({
      is_verified: proof.kind !== "unknown",
      verified_at: proof.kind === "unknown" ? null : toTimestamp(proof.verifiedAt),
      message: standingReplies[proof.kind],
    });
  },
});
