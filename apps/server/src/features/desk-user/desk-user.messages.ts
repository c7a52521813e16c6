import type { PersonRole } from "@vriddhi/core/back-office/staff-role";
import type { Messages } from "../../platform/http/handler.ts";
import { formatRupees } from "./rupees.ts";

type Code = "already_suspended" | "not_suspended" | "refund_refused" | "own_role" | "same_role" | "last_admin";

export const deskUserMessages: Messages<Code> = {
  already_suspended: "This person is suspended already.",
  not_suspended: "This person is not suspended.",
  refund_refused: "This purchase cannot be refunded: it is not paid, or nothing of it is left.",
  own_role: "Nobody decides about their own role: another admin has to.",
  same_role: "This person has that role already.",
  last_admin: "This is the last admin. Give somebody else the role first.",
};

const roleNames: Readonly<Record<PersonRole, string>> = {
  user: "nobody at the desk",
  support: "support",
  blog_admin: "the blog's admin",
  admin: "an admin",
};

export const deskUserTexts = {
  suspended: "Suspended: no more entries or starts, and what is open is being closed.",
  restored: "The suspension is over. The person can start again.",
  extended: (days: number) => `${days} day${days === 1 ? "" : "s"} were added to the plan.`,
  refunded: (paise: number) => `${formatRupees(paise)} goes back.`,
  refundedAll: (paise: number) => `${formatRupees(paise)} goes back, and the plan has ended.`,
  refundAsked: (paise: number, reason: string) => `Refund ${formatRupees(paise)}. ${reason}`,
  /** To the person, in place of the sentence that a plan is missing. */
  suspendedSelf:
    "Your account is suspended: nothing new is started or bought, and what was open is being closed. Your plan is kept; our support tells you why and what to do.",
  roleChanged: (role: PersonRole) =>
    `The person is ${roleNames[role]} from now on, and their sessions at the desk have ended.`,
  roleAsked: (name: string, before: PersonRole, role: PersonRole, reason: string) =>
    `Make ${name} ${roleNames[role]} (now: ${roleNames[before]}). ${reason}`,
  roleKept: "Nothing was done: the person is gone, or whoever asked for it is no admin any more.",
  waiting: "Waiting for a second admin",
  tooMuch: (leftPaise: number) => `At most ${formatRupees(leftPaise)} of this purchase can still go back.`,
} as const;
