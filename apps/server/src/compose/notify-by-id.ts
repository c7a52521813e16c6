import type { HumanClock } from "@vriddhi/core/time/clock";
import { and, eq, isNull } from "drizzle-orm";
import type { Database, Tx } from "../platform/db/database.ts";
import { users } from "../platform/db/schema/account.ts";
import type { Mail } from "../platform/mail/mail.ts";
import type { DoneWhen } from "../platform/mail/mail-format.ts";
import { type NotifySafety, wayInMail } from "../platform/mail/security-notice.ts";

/** Mail address of an account's owner; `null` when the account was deleted. */
export async function mailboxOf(tx: Tx, userId: string): Promise<Mail["to"] | null> {
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt));
  const [owner] = await tx.db.select({ name: users.name, address: users.email }).from(users).where(isThere);
  return owner ?? null;
}

interface DoneTo {
  readonly userId: string;
  readonly what: string;
  readonly done: DoneWhen;
}

/** Notifies the owner in the caller's transaction, by a security mail unless another mail explains the change. */
export async function notifyWithin(
  tx: Tx,
  notifySafety: NotifySafety,
  { userId, what, done }: DoneTo,
  toMail: (to: Mail["to"]) => Mail = (to) => wayInMail(to, what, done),
): Promise<void> {
  const to = await mailboxOf(tx, userId);
  if (to !== null) await notifySafety(tx, { userId, what, mail: toMail(to) });
}

/** The same in a transaction of its own, after the request's work. */
export const createNotifyDone =
  (
    { database, humanClock }: { readonly database: Database; readonly humanClock: HumanClock },
    notifySafety: NotifySafety,
  ) =>
  (userId: string, what: string, device: string): Promise<void> =>
    database.transaction((tx) =>
      notifyWithin(tx, notifySafety, { userId, what, done: { at: humanClock.now(), device } }),
    );
