import type { PhoneE164 } from "@vriddhi/core/account/phone";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { OtpGateway, OtpVerdict } from "../../gateways/sms/otp-gateway.ts";
import { createPace } from "../../gateways/sms/pace.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { type ClaimedSession, NO_GATEWAY, type OtpSession, type PhoneStore } from "./phone.store.ts";

export interface TextedCodes {
  text(
    phone: PhoneE164,
    userId: string,
  ): Promise<Result<Pick<OtpSession, "gateway" | "gatewayRef">, "sms_unavailable">>;
  judge(session: ClaimedSession, code: string): Promise<Result<OtpVerdict, "unavailable">>;
}

/**
 * A number of another account gets no code, and the caller the usual answer after the usual time. Otherwise callers
 * could find out which numbers are customers', and uninvolved people would get messages.
 */
export function createTextedCodes(deps: {
  readonly store: Pick<PhoneStore, "isProvedByOther">;
  readonly gateway: OtpGateway;
  readonly log: Logger;
}): TextedCodes {
  const { store, gateway, log } = deps;
  const sendPace = createPace();
  const checkPace = createPace();
  return {
    async text(phone, userId) {
      if (await store.isProvedByOther(phone, userId)) {
        await sendPace.imitate();
        return ok({ gateway: NO_GATEWAY, gatewayRef: "" });
      }
      const sent = await sendPace.observe(() => gateway.send({ phoneE164: phone }));
      if (sent.ok) return ok({ gateway: gateway.name, gatewayRef: sent.value.ref });
      log.warn({ gateway: gateway.name, kind: sent.error }, "phone: gateway did not send a code");
      return err("sms_unavailable");
    },
    async judge(session, code) {
      if (session.gateway === NO_GATEWAY) {
        await checkPace.imitate();
        return ok("mismatch");
      }
      // The gateway was changed in between; the new one does not know the session.
      if (session.gateway !== gateway.name) return ok("expired");
      return checkPace.observe(() => gateway.check({ ref: session.gatewayRef, phoneE164: session.phone, code }));
    },
  };
}
