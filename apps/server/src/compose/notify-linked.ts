import type { HumanClock } from "@vriddhi/core/time/clock";
import { linkedMail, linkedWords } from "../features/broker-link/link.mails.ts";
import type { LinkDeps } from "../features/broker-link/link-types.ts";
import type { NotifySafety } from "../platform/mail/security-notice.ts";
import { notifyWithin } from "./notify-by-id.ts";

/** A newly linked broker account is a security notice: its orders move money. */
export const createNotifyLinked =
  (clock: HumanClock, notifySafety: NotifySafety): LinkDeps["onLinked"] =>
  (tx, linked) => {
    const { userId, device } = linked;
    const done = { at: clock.now(), device };
    return notifyWithin(tx, notifySafety, { userId, what: linkedWords(linked), done }, (to) =>
      linkedMail(to, linked, done),
    );
  };
