import { DAY_MS, type EpochMs, type HumanClock, later } from "@vriddhi/core/time/clock";
import type { Audit } from "../../platform/audit/audit.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { toTimestamp } from "../../platform/db/instant.ts";
import { type NotifySafety, wayInMail } from "../../platform/mail/security-notice.ts";
import { announcedMail, announcedWords } from "./second-factor.mails.ts";

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The owner's time to object, counted from the notice. */
export const REMOVAL_DELAY_MS = DAY_MS;

/** Nothing but the operator's check proves the identity, so the owner is notified and has a day to object. */
export async function askRemoval(
  { database, audit, clock }: { database: Database; audit: Audit; clock: HumanClock },
  email: string,
): Promise<"asked" | "unknown"> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.client.query<{ id: string }>(
      `INSERT INTO factor_removals (user_id, asked_at)
       SELECT u.id, $2 FROM users u JOIN totp_factors t ON t.user_id = u.id AND t.confirmed_at IS NOT NULL
       WHERE u.email = $1 AND u.deleted_at IS NULL
       ON CONFLICT (user_id) DO UPDATE SET asked_at = factor_removals.asked_at
       RETURNING user_id AS id`,
      [email, toTimestamp(clock.now())],
    );
    const [asked] = rows;
    if (!asked) return "unknown";
    await audit.record({ kind: "factor_removal_asked", userId: asked.id, ip: "operator" }, tx);
    return "asked";
  });
}

export interface LostFactors {
  run(): Promise<void>;
}

export function createLostFactors(deps: {
  readonly database: Database;
  readonly clock: HumanClock;
  readonly audit: Audit;
  readonly notifySafety: NotifySafety;
}): LostFactors {
  const { database, clock, audit, notifySafety } = deps;

  const announce = (now: EpochMs) =>
    database.transaction(async (tx) => {
      const { rows } = await tx.client.query<Owner>(
        `UPDATE factor_removals r SET due_at = $1 FROM users u WHERE u.id = r.user_id AND r.due_at IS NULL
         RETURNING u.id, u.name, u.email`,
        [toTimestamp(later(now, REMOVAL_DELAY_MS))],
      );
      for (const owner of rows)
        await notifySafety(tx, {
          userId: owner.id,
          what: announcedWords,
          mail: announcedMail({ name: owner.name, address: owner.email }, later(now, REMOVAL_DELAY_MS)),
        });
    });

  async function remove(tx: Tx, owner: Owner, at: EpochMs): Promise<void> {
    await tx.client.query("DELETE FROM totp_factors WHERE user_id = $1", [owner.id]);
    await tx.client.query("DELETE FROM recovery_codes WHERE user_id = $1", [owner.id]);
    await audit.record({ kind: "totp_disabled", userId: owner.id, ip: "operator" }, tx);
    const what = "Two-step sign-in is off";
    const mail = wayInMail({ name: owner.name, address: owner.email }, what, { at, device: null });
    await notifySafety(tx, { userId: owner.id, what, mail });
  }

  const removeDue = (now: EpochMs) =>
    database.transaction(async (tx) => {
      const { rows } = await tx.client.query<Owner>(
        `DELETE FROM factor_removals r USING users u WHERE u.id = r.user_id AND r.due_at <= $1
         RETURNING u.id, u.name, u.email`,
        [toTimestamp(now)],
      );
      for (const owner of rows) await remove(tx, owner, now);
    });

  return {
    async run() {
      const now = clock.now();
      await announce(now);
      await removeDue(now);
    },
  };
}
