import { randomBytes } from "node:crypto";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { brand } from "@vriddhi/core/site/brand";
import { type HumanClock, SECOND_MS } from "@vriddhi/core/time/clock";
import { Secret, TOTP } from "otpauth";
import type { Audit } from "../../platform/audit/audit.ts";
import { keyedHash } from "../../platform/crypto/derived-key.ts";
import type { SecretBox } from "../../platform/crypto/secret-box.ts";
import type { Caller, From } from "../../platform/http/handler.ts";
import type { Limiter } from "../../platform/limits/limiter.ts";
import { type TooMany, tooMany } from "../../platform/limits/too-many.ts";
import type { SecondFactorStore } from "./second-factor.store.ts";

const PERIOD_S = 30;
/** One step early or late: phone clocks drift, and typing takes time. */
const STEPS_AROUND = 1;
const RECOVERY_CODES = 10;
const DIGITS = /^\d{6}$/;

export interface SecondFactorDeps {
  readonly store: SecondFactorStore;
  readonly clock: HumanClock;
  readonly box: SecretBox;
  readonly audit: Audit;
  readonly limiter: Limiter;
  readonly recoveryKey: Buffer;
  /** Notifies the owner, who may not have used the code. */
  notifyRecoveryUsed(userId: string, device: string): Promise<void>;
}

export interface SecondFactorService {
  start(
    person: Pick<Caller, "userId" | "email">,
  ): Promise<Result<{ secret: string; otpauthUrl: string }, "totp_already">>;
  confirm(
    person: Pick<Caller, "userId">,
    code: string,
    ip: string,
  ): Promise<Result<readonly string[], "totp_wrong" | "totp_not_started">>;
  /** After a passkey no code is needed: the phone with the authenticator may be lost. */
  disable(
    caller: Caller,
    code: string | undefined,
    from: From,
  ): Promise<Result<void, "totp_required" | "totp_wrong" | "totp_not_started">>;
  isOn(userId: string): Promise<boolean>;
  /** During login, after the password: passes without a factor, else needs an authenticator or recovery code. */
  check(
    userId: string,
    code: string | undefined,
    from: From,
  ): Promise<Result<void, "totp_required" | "totp_wrong" | TooMany>>;
}

function newRecoveryCode(): string {
  const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  const letters = Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

export function createSecondFactorService({
  store,
  clock,
  box,
  audit,
  limiter,
  recoveryKey,
  notifyRecoveryUsed,
}: SecondFactorDeps): SecondFactorService {
  const placeOf = (user: string) => ({ table: "totp_factors", column: "sealed_secret", row: user, user });
  const totpOf = (secret: Secret, label: string) => new TOTP({ issuer: brand.name, label, secret, period: PERIOD_S });
  const recoveryHash = (userId: string, code: string) =>
    keyedHash(recoveryKey, "recovery", userId, code.toUpperCase().replace(/[^A-Z0-9]/g, ""));

  function stepOf(userId: string, sealedSecret: string, code: string): number | null {
    if (!DIGITS.test(code)) return null;
    const totp = totpOf(Secret.fromBase32(box.open(sealedSecret, placeOf(userId))), "");
    const now = clock.now();
    const delta = totp.validate({ token: code, timestamp: now, window: STEPS_AROUND });
    return delta === null ? null : Math.floor(now / SECOND_MS / PERIOD_S) + delta;
  }

  async function spendTotpCode(userId: string, sealedSecret: string, code: string): Promise<boolean> {
    const step = stepOf(userId, sealedSecret, code);
    return step !== null && store.spendStep(userId, step);
  }

  async function spendFactorCode(userId: string, sealedSecret: string, code: string, from: From): Promise<boolean> {
    if (await spendTotpCode(userId, sealedSecret, code)) return true;
    if (!(await store.spendRecovery(userId, recoveryHash(userId, code), clock.now()))) return false;
    await audit.record({ kind: "recovery_code_used", userId, ip: from.ip });
    await notifyRecoveryUsed(userId, from.device);
    return true;
  }

  return {
    async start({ userId, email }) {
      const secret = new Secret({ size: 20 });
      const sealed = box.seal(secret.base32, placeOf(userId));
      if (!(await store.putUnconfirmed(userId, sealed))) return err("totp_already");
      return ok({ secret: secret.base32, otpauthUrl: totpOf(secret, email).toString() });
    },
    async confirm({ userId }, code, ip) {
      const factor = await store.find(userId);
      if (!factor || factor.confirmedAt !== null) return err("totp_not_started");
      if (!(await spendTotpCode(userId, factor.sealedSecret, code))) return err("totp_wrong");
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      const recoveryHashes = codes.map((one) => recoveryHash(userId, one));
      const proved = { sealedSecret: factor.sealedSecret, at: clock.now(), recoveryHashes };
      return store.transaction(async (tx) => {
        if (!(await store.confirm(tx, userId, proved))) return err("totp_wrong");
        await audit.record({ kind: "totp_enabled", userId, ip }, tx);
        return ok(codes);
      });
    },
    async disable(caller, code, from) {
      const factor = await store.find(caller.userId);
      if (!factor?.confirmedAt) return err("totp_not_started");
      if (code === undefined && caller.provedBy !== "passkey") return err("totp_required");
      if (code !== undefined && !(await spendFactorCode(caller.userId, factor.sealedSecret, code, from)))
        return err("totp_wrong");
      await store.transaction(async (tx) => {
        await store.remove(tx, caller.userId);
        await audit.record({ kind: "totp_disabled", userId: caller.userId, ip: from.ip }, tx);
      });
      return ok(undefined);
    },
    isOn: async (userId) => ((await store.find(userId))?.confirmedAt ?? null) !== null,
    async check(userId, code, from) {
      const factor = await store.find(userId);
      if (!factor?.confirmedAt) return ok(undefined);
      if (code === undefined) return err("totp_required");
      // Per account, whatever the source: the caller already knows the password.
      if (!(await limiter.take("login:account", `${userId}|factor`))) return err(tooMany("login:account"));
      if (await spendFactorCode(userId, factor.sealedSecret, code, from)) {
        await store.cancelRemoval(userId);
        return ok(undefined);
      }
      await audit.record({ kind: "login_failed", userId, ip: from.ip });
      return err("totp_wrong");
    },
  };
}
