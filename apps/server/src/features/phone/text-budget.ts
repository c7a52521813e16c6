import { blockOf, maskBlock, type PhoneE164 } from "@vriddhi/core/account/phone";
import { type HumanClock, later } from "@vriddhi/core/time/clock";
import type { Limiter } from "../../platform/limits/limiter.ts";
import type { LimitKey } from "../../platform/limits/limits.ts";
import type { Logger } from "../../platform/log/logger.ts";
import { CONVERSION_SAMPLE, CONVERSION_WINDOW_MS, isPumped } from "./conversion.ts";
import type { PhoneStore } from "./phone.store.ts";

export interface TextBudget {
  /** Takes one message from every budget; returns the exhausted budget, if any. */
  take(message: { readonly userId: string; readonly ip: string; readonly phone: PhoneE164 }): Promise<LimitKey | null>;
}

export function createTextBudget(deps: {
  readonly store: Pick<PhoneStore, "readConversion">;
  readonly limiter: Limiter;
  readonly clock: HumanClock;
  readonly log: Logger;
}): TextBudget {
  async function takeAll(budgets: readonly (readonly [LimitKey, string])[]): Promise<LimitKey | null> {
    for (const [key, subject] of budgets) if (!(await deps.limiter.take(key, subject))) return key;
    return null;
  }

  async function isSuspect(phone: PhoneE164): Promise<boolean> {
    const now = deps.clock.now();
    const since = later(now, -CONVERSION_WINDOW_MS);
    const conversion = await deps.store.readConversion(blockOf(phone), since, now, CONVERSION_SAMPLE);
    if (!isPumped(conversion)) return false;
    deps.log.warn({ block: maskBlock(phone), ...conversion }, "phone: unverified number block, code not sent");
    return true;
  }

  return {
    /**
     * Called once the number can get a code (A7.17). The caller's own budgets first: a caller without one takes nothing
     * from the number, block or total. Short windows first, so that impatience does not use up a day.
     */
    async take({ userId, ip, phone }) {
      const own = [
        ["otp-send:ip", ip] as const,
        ["otp-send:account", userId] as const,
        ["otp-send:ip-day", ip] as const,
      ];
      const ofPhone = (["otp-send:phone", "otp-send:phone-10min", "otp-send:phone-day"] as const).map(
        (key) => [key, phone] as const,
      );
      const ownSpent = await takeAll(own);
      if (ownSpent !== null) return ownSpent;
      if (await isSuspect(phone)) return "otp-send:block";
      const spent = await takeAll([...ofPhone, ["otp-send:block", blockOf(phone)]]);
      if (spent !== null) return spent;
      if (await deps.limiter.take("otp-send:all", "")) return null;
      deps.log.error({}, "phone: SMS budget spent, no code is sent");
      return "otp-send:all";
    },
  };
}
