import type { PersonRole } from "@vriddhi/core/back-office/staff-role";
import type { Messages } from "../../platform/http/handler.ts";
import { formatRupees } from "./rupees.ts";

type Code = "already_suspended" | "not_suspended" | "refund_refused" | "own_role" | "same_role" | "last_admin";

export const deskUserMessages: Messages<Code> = {
  already_suspended: "This user is suspended already.",
  not_suspended: "This user is not suspended.",
  refund_refused: "This purchase cannot be refunded: it is not paid, or nothing is left to refund.",
  own_role: "You cannot change your own role: ask another admin.",
  same_role: "This user already has that role.",
  last_admin: "This is the last admin. Give another user the role first.",
};

const roleNames: Readonly<Record<PersonRole, string>> = {
  user: "no staff role",
  support: "support",
  blog_admin: "the blog's admin",
  admin: "an admin",
};

export const deskUserTexts = {
  suspended: "Suspended: no more entries or starts, and open positions are being closed.",
  restored: "The suspension is over. The user can start again.",
  extended: (days: number) => `${days} day${days === 1 ? "" : "s"} were added to the plan.`,
  refunded: (paise: number) => `${formatRupees(paise)} will be refunded.`,
  refundedAll: (paise: number) => `${formatRupees(paise)} will be refunded, and the plan has ended.`,
  refundAsked: (paise: number, reason: string) => `Refund ${formatRupees(paise)}. ${reason}`,
  /** Replaces the user's message about a missing plan. */
  suspendedSelf:
    "Your account is suspended: nothing new is started or bought, and open positions are being closed. Your plan is kept. Contact support for the reason and the next steps.",
  roleChanged: (role: PersonRole) =>
    `The user's role is now: ${roleNames[role]}. Their back-office sessions have ended.`,
  roleAsked: (name: string, before: PersonRole, role: PersonRole, reason: string) =>
    `Make ${name} ${roleNames[role]} (now: ${roleNames[before]}). ${reason}`,
  roleKept: "Nothing was changed: the user no longer exists, or the admin who asked is no longer an admin.",
  waiting: "Waiting for a second admin",
  tooMuch: (leftPaise: number) => `At most ${formatRupees(leftPaise)} of this purchase can still be refunded.`,
} as const;
