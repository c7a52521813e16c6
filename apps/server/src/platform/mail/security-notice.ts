import { brand } from "@vriddhi/core/site/brand";
import { SETTINGS_PATH } from "@vriddhi/core/site/dashboard-path";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Database, Tx } from "../db/database.ts";
import type { Caller } from "../http/handler.ts";
import type { DraftMail, Mail } from "./mail.ts";
import { type DoneWhen, doneFacts } from "./mail-format.ts";

export interface SafetyFact {
  readonly userId: string;
  readonly what: string;
  /** The mail; it may go to another address than the account's own. */
  readonly mail: Mail;
}

/** The only path of security notices to the owner, in the event's transaction. It cannot be switched off. */
export type NotifySafety = (tx: Tx, fact: SafetyFact) => Promise<void>;

/** Notifies the owner of a change, so that a stolen session cannot hide it. */
export type NotifyOwner = (caller: Caller, whatHappened: string, device: string) => Promise<void>;

export const wayInMail = (to: Mail["to"], what: string, done: DoneWhen): DraftMail => ({
  to,
  subject: `${what} · ${brand.name}`,
  parts: {
    heading: what,
    paragraphs: ["If you did this or asked for it, there is nothing to do."],
    facts: doneFacts(done),
    hasFactsFirst: true,
    button: { label: "Look through your settings", leadsTo: SETTINGS_PATH },
    closing: `If it was not you, reset your password, check your settings and write to ${brand.supportEmail}.`,
  },
});

export const createTellOwner =
  ({ transaction }: Pick<Database, "transaction">, clock: HumanClock, notifySafety: NotifySafety): NotifyOwner =>
  ({ userId, name, email }, what, device) => {
    const mail = wayInMail({ name, address: email }, what, { at: clock.now(), device });
    return transaction((tx) => notifySafety(tx, { userId, what, mail }));
  };
