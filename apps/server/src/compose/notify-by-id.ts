import type { HumanClock } from "@vriddhi/core/time/clock";
import { and, eq, isNull } from "drizzle-orm";
import type { Database, Tx } from "../platform/db/database.ts";
import { users } from "../platform/db/schema/account.ts";
import type { Mail } from "../platform/mail/mail.ts";
import type { DoneWhen } from "../platform/mail/mail-format.ts";
import { type TellSafety, wayInMail } from "../platform/mail/security-notice.ts";

/** Where mail reaches the owner of an account; null: it was deleted. */
export async function mailboxOf(tx: Tx, userId: string): Promise<Mail["to"] | null> {
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt));
  const [owner] = await tx.db.select({ name: users.name, address: users.email }).from(users).where(isThere);
  return owner ?? null;
}

/** What was done to an account of whose owner nothing but the id is at hand. */
interface DoneTo {
  readonly userId: string;
  readonly what: string;
  readonly done: DoneWhen;
}

/** Tells the owner in the transaction of what happened; by the mail of a way in, unless another one explains it. */
export async function notifyWithin(
  tx: Tx,
  tellSafety: TellSafety,
  { userId, what, done }: DoneTo,
  toMail: (to: Mail["to"]) => Mail = (to) => wayInMail(to, what, done),
): Promise<void> {
  const to = await mailboxOf(tx, userId);
  if (to !== null) await tellSafety(tx, { userId, what, mail: toMail(to) });
}

/** The same in a transaction of its own, for what somebody's request has just done. */
export const createNotifyDone =
  (
    { database, humanClock }: { readonly database: Database; readonly humanClock: HumanClock },
    tellSafety: TellSafety,
  ) =>
  (userId: string, what: string, device: string): Promise<void> =>
    database.transaction((tx) =>
      notifyWithin(tx, tellSafety, { userId, what, done: { at: humanClock.now(), device } }),
    );
