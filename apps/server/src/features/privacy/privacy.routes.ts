import { maskPhone, phoneE164 } from "@vriddhi/core/account/phone";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import { epochMs, type HumanClock } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { TooMany } from "../../platform/limits/too-many.ts";
import { type NotifySafety, wayInMail } from "../../platform/mail/security-notice.ts";
import { createEraseAccount } from "./erase-account.ts";
import type { PrivacyStore } from "./privacy.store.ts";

const EVENTS_SHOWN = 50;

export interface PrivacyDeps {
  readonly store: PrivacyStore;
  readonly clock: HumanClock;
  readonly audit: Audit;
  confirmPassword(userId: string, password: string): Promise<Result<void, "wrong_password" | TooMany | "busy">>;
  readonly notifySafety: NotifySafety;
  /** Deleting the account would leave an open position unmanaged. */
  hasOpenPosition(userId: string): Promise<boolean>;
}

const readable = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      /(^at|At)$/.test(name) && typeof value === "number" ? [name, toTimestamp(epochMs(value))] : [name, value],
    ),
  );

export const privacyHandlers = ({
  store,
  clock,
  audit,
  confirmPassword,
  hasOpenPosition,
  notifySafety,
}: PrivacyDeps): Handlers<"readSecurity" | "readLoginHistory" | "exportData" | "deleteAccount"> => ({
  async readSecurity({ caller }) {
    const seen = await store.overviewOf(caller.userId);
    return ok({
      has_password: seen.hasPassword,
      has_google: seen.hasGoogle,
      totp_enabled: seen.isTotpOn,
      recovery_codes_left: seen.recoveryCodesLeft,
      phone: seen.phone === null ? null : maskPhone(phoneE164(`+${seen.phone}`)),
      passkeys: seen.passkeys.map(({ id, name, createdAt }) => ({ id, name, created_at: toTimestamp(createdAt) })),
    });
  },
  async readLoginHistory({ caller }) {
    const events = await store.eventsOf(caller.userId, EVENTS_SHOWN);
    return ok({ events: events.map((event) => ({ ...event, at: toTimestamp(event.at) })) });
  },
  async exportData({ caller, from }) {
    const rows = await store.exportOf(caller.userId);
    const data = Object.fromEntries(Object.entries(rows).map(([section, some]) => [section, some.map(readable)]));
    await store.transaction(async (tx) => {
      await audit.record({ kind: "data_exported", userId: caller.userId, ip: from.ip }, tx);
      const what = "Your data was exported";
      const mail = wayInMail({ name: caller.name, address: caller.email }, what, {
        at: clock.now(),
        device: from.device,
      });
      await notifySafety(tx, { userId: caller.userId, what, mail });
    });
    return ok({ exported_at: toTimestamp(clock.now()), data });
  },
  async deleteAccount({ caller, body, from, session }) {
    const { hasPassword } = await store.overviewOf(caller.userId);
    if (hasPassword) {
      const confirmed = await confirmPassword(caller.userId, body.password ?? "");
      if (!confirmed.ok) return confirmed;
    }
    if (await hasOpenPosition(caller.userId)) return err("position_open");
    await createEraseAccount({ store, clock, audit, notifySafety })(caller, from);
    session.end();
    return ok({ message: "Your account has been deleted" });
  },
});
