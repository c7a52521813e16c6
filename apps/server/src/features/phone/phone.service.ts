import { randomUUID } from "node:crypto";
import {
  type CountryCode,
  OTP_LIFE_MS,
  OTP_TRIES_MAX,
  type PhoneE164,
  TEXTED_COUNTRIES,
  toPhoneE164,
} from "@vriddhi/core/account/phone";
import { PHONE_VERIFIED_LIFE_MS } from "@vriddhi/core/account/phone-verified";
import { unreachable } from "@vriddhi/core/shared/assert";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { type EpochMs, type HumanClock, later } from "@vriddhi/core/time/clock";
import type { OtpGateway } from "../../gateways/sms/otp-gateway.ts";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Tx } from "../../platform/db/database.ts";
import { limitSubject } from "../../platform/http/client-address.ts";
import type { From } from "../../platform/http/handler.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import { type TooMany, tooMany } from "../../platform/limits/too-many.ts";
import type { Logger } from "../../platform/log/logger.ts";
import type { PhoneStore } from "./phone.store.ts";
import { createTextBudget } from "./text-budget.ts";
import { createTextedCodes } from "./texted-codes.ts";

export interface PhoneDeps {
  readonly store: PhoneStore;
  readonly gateway: OtpGateway;
  readonly limiter: Limiter;
  readonly audit: Audit;
  readonly clock: HumanClock;
  readonly log: Logger;
  notifyVerified(tx: Tx, userId: string, device: string): Promise<void>;
}

export interface SendRequest {
  readonly userId: string;
  readonly country: CountryCode;
  readonly digits: string;
  readonly ip: string;
}

export interface VerifyRequest {
  readonly userId: string;
  readonly sessionId: string;
  readonly digits: string;
  readonly code: string;
  readonly from: From;
}

export type SendRefusal = "phone_invalid" | "phone_country" | TooMany | "sms_unavailable";
export type VerifyRefusal = "otp_wrong" | "otp_expired" | "phone_taken" | TooMany | "busy";

/** Who verified a phone: the caller, or another user at the caller's IP address, which grants nothing. */
export type PhoneProof =
  | { readonly kind: "caller" | "nearby"; readonly verifiedAt: EpochMs }
  | { readonly kind: "unknown" };

export interface PhoneService {
  send(request: SendRequest): Promise<Result<{ sessionId: string }, SendRefusal>>;
  verify(request: VerifyRequest): Promise<Result<void, VerifyRefusal>>;
  readProof(userId: string | null, ip: string): Promise<PhoneProof>;
}

export function createPhoneService(deps: PhoneDeps): PhoneService {
  const { store, gateway, limiter, audit, clock } = deps;
  const log = deps.log.child({ feature: "phone" });
  const budget = createTextBudget({ store, limiter, clock, log });
  const codes = createTextedCodes({ store, gateway, log });

  async function noteProof(tx: Tx, userId: string, { ip, device }: From): Promise<void> {
    await audit.record({ kind: "phone_verified", userId, ip }, tx);
    await deps.notifyVerified(tx, userId, device);
  }

  async function settle(
    request: VerifyRequest,
    phone: PhoneE164,
  ): Promise<Result<void, "otp_expired" | "phone_taken">> {
    const { userId, sessionId, from } = request;
    const outcome = await store.prove({ sessionId, userId, phone, at: clock.now() }, (tx) =>
      noteProof(tx, userId, from),
    );
    switch (outcome) {
      case "proved":
        return ok(undefined);
      case "spent":
        return err("otp_expired");
      case "taken":
        await store.close(sessionId);
        return err("phone_taken");
      default:
        return unreachable(outcome);
    }
  }

  return {
    async send({ userId, country, digits, ip }) {
      if (!TEXTED_COUNTRIES.includes(country)) return err("phone_country");
      const phone = toPhoneE164(country, digits);
      if (phone === null) return err("phone_invalid");
      const subject = limitSubject(ip);
      const spent = await budget.take({ userId, ip: subject, phone });
      if (spent !== null) return err(tooMany(spent));
      const texted = await codes.text(phone, userId);
      if (!texted.ok) return texted;
      const sessionId = randomUUID();
      const expiresAt = later(clock.now(), OTP_LIFE_MS);
      await store.open({ id: sessionId, userId, phone, ...texted.value, ip: subject, expiresAt });
      return ok({ sessionId });
    },

    async verify(request) {
      const { userId, sessionId, code } = request;
      const phones = TEXTED_COUNTRIES.flatMap((country) => toPhoneE164(country, request.digits) ?? []);
      const session = await store.spendTry({ sessionId, userId, phones }, clock.now(), OTP_TRIES_MAX);
      if (!session) return err("otp_expired");
      // After the session is proved to be the caller's: other users cannot use up a number's attempts.
      if (!(await limiter.take("otp-check:phone-day", session.phone))) return err(tooMany("otp-check:phone-day"));
      const verdict = await codes.judge(session, code);
      // The attempt stays used: the gateway's result is unknown.
      if (!verdict.ok) return err("busy");
      if (verdict.value === "mismatch") return err("otp_wrong");
      return verdict.value === "expired" ? err("otp_expired") : settle(request, session.phone);
    },

    async readProof(userId, ip) {
      const own = userId === null ? null : await store.findProof(userId);
      if (own !== null) return { kind: "caller", verifiedAt: own };
      const nearby = await store.findProofAt(limitSubject(ip), later(clock.now(), -PHONE_VERIFIED_LIFE_MS));
      return nearby === null ? { kind: "unknown" } : { kind: "nearby", verifiedAt: nearby };
    },
  };
}
