import { brand } from "@vriddhi/core/site/brand";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { DraftMail } from "../../platform/mail/mail.ts";
import { formatLongDay } from "../../platform/mail/mail-format.ts";

const inDays = (days: number): string => {
  if (days <= 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
};

export interface EndingMail {
  readonly to: DraftMail["to"];
  readonly endsAt: EpochMs;
  readonly plansUrl: string;
}

export function reminderMail({
  to,
  endsAt,
  plansUrl,
  daysLeft,
}: EndingMail & { readonly daysLeft: number }): DraftMail {
  const when = inDays(daysLeft);
  return {
    to,
    subject: `Your ${brand.name} subscription ends ${when}`,
    parts: {
      heading: `Your subscription ends ${when}`,
      paragraphs: [
        `It runs until ${formatLongDay(endsAt)}. Nothing is charged automatically: to continue without a gap, choose a plan before then. The same band follows directly; a higher one begins at once, and the days you have left follow it.`,
      ],
      button: { label: "Choose a plan", leadsTo: plansUrl },
      facts: [
        ["Ends on", formatLongDay(endsAt)],
        ["Without a new plan", "No new trades after that"],
      ],
      closing: "You can switch these reminders off under Subscription in your dashboard.",
      reason: "You get this mail because reminders of your subscription are on.",
    },
  };
}

export const expiredMail = ({ to, endsAt, plansUrl }: EndingMail): DraftMail => ({
  to,
  subject: `Your ${brand.name} subscription has ended`,
  parts: {
    heading: "Your subscription has ended",
    paragraphs: [
      `It ended on ${formatLongDay(endsAt)}. No new trades are opened for you; open positions are closed as usual. Your account, invoices and broker links stay as they are.`,
    ],
    button: { label: "Choose a plan", leadsTo: plansUrl },
    facts: [["Ended on", formatLongDay(endsAt)]],
    closing: brand.riskDisclosure,
  },
});
