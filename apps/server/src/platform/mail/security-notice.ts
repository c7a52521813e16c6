import { brand } from "@vriddhi/core/site/brand";
import type { Database, Tx } from "../db/database.ts";
import type { Caller } from "../http/handler.ts";
import type { Mail } from "./mail.ts";
import { renderMail } from "./mail-layout.ts";

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
export type TellOwner = (caller: Caller, whatHappened: string) => Promise<void>;

/** What the owner is told of a way in that came or went. */
export const wayInMail = (to: Mail["to"], what: string): Mail => ({
  to,
  subject: `${what} · ${brand.name}`,
  ...renderMail({
    heading: what,
    paragraphs: ["This was done by somebody who proved to be you."],
    closing: `If it was not you, reset your password, look through your settings and write to ${brand.supportEmail}.`,
  }),
});

export const createTellOwner =
  ({ transaction }: Pick<Database, "transaction">, tellSafety: TellSafety): TellOwner =>
  ({ userId, name, email }, what) =>
    transaction((tx) => tellSafety(tx, { userId, what, mail: wayInMail({ name, address: email }, what) }));
