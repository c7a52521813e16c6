import type { Tx } from "../db/database.ts";
import type { DraftMail } from "./mail.ts";

interface SubscriptionFact {
  readonly userId: string;
  readonly key: string;
  /** Its heading and first paragraph are also the text of the other channels and the alert list. */
  readonly mail: DraftMail;
  /** A legally owed document: mailed whatever is switched off. */
  readonly isMailOwed: boolean;
}

/** The only path of purchase notices to the buyer, in the event's transaction, on the channels that they chose. */
export type NotifySubscriber = (tx: Tx, fact: SubscriptionFact) => Promise<void>;
