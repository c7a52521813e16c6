import { brand } from "@vriddhi/core/site/brand";
import { SETTINGS_PATH } from "@vriddhi/core/site/dashboard-path";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { Database, Tx } from "../db/database.ts";
import type { Caller } from "../http/handler.ts";
import type { DraftMail, Mail } from "./mail.ts";
import { type DoneWhen, doneFacts } from "./mail-format.ts";

/** Something was done that concerns the safety of an account. */
export interface SafetyFact {
  readonly userId: string;
  /** A short sentence without its full stop. */
  readonly what: string;
  /** What the mailbox is told; it may go to another address than the account's own. */
  readonly mail: Mail;
}

/**
 * The one way in which the owner hears of it: by mail, and with the same fact by push and Telegram where they are
 * linked, in the transaction of what happened. Nothing of it can be switched off.
 */
export type TellSafety = (tx: Tx, fact: SafetyFact) => Promise<void>;

/** Tells the owner what was done to the account: whoever steals a session cannot keep it quiet. */
export type TellOwner = (caller: Caller, whatHappened: string, device: string) => Promise<void>;

/** What the owner is told of a way in that came or went. */
export const wayInMail = (to: Mail["to"], what: string, done: DoneWhen): DraftMail => ({
  to,
  subject: `${what} · ${brand.name}`,
  parts: {
    heading: what,
    paragraphs: ["If you did this or asked for it, there is nothing to do."],
    facts: doneFacts(done),
    hasFactsFirst: true,
    button: { label: "Look through your settings", leadsTo: SETTINGS_PATH },
    closing: `If it was not you, reset your password, look through your settings and write to ${brand.supportEmail}.`,
  },
});

export const createTellOwner =
  ({ transaction }: Pick<Database, "transaction">, clock: HumanClock, tellSafety: TellSafety): TellOwner =>
  ({ userId, name, email }, what, device) => {
    const mail = wayInMail({ name, address: email }, what, { at: clock.now(), device });
    return transaction((tx) => tellSafety(tx, { userId, what, mail }));
  };
