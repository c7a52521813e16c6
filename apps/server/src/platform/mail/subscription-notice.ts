import type { Tx } from "../db/database.ts";
import type { DraftMail } from "./mail.ts";

/** News about what somebody has bought: its beginning, its end, money that goes back. */
interface SubscriptionFact {
  readonly userId: string;
  /** It is told once for each. */
  readonly key: string;
  /** Its heading and first paragraph are what the other ways and the list of alerts say. */
  readonly mail: DraftMail;
  /** A document that is owed, which goes by mail whatever was switched off. */
  readonly isMailOwed: boolean;
}

/** The one way in which a buyer hears of it, in the transaction of what happened: by whatever they have switched on. */
export type TellSubscriber = (tx: Tx, fact: SubscriptionFact) => Promise<void>;
