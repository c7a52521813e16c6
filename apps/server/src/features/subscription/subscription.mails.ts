import { brand } from "@vriddhi/core/site/brand";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Mail } from "../../platform/mail/mail.ts";
import { renderMail } from "../../platform/mail/mail-layout.ts";

const DAY_IN_INDIA = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "Asia/Kolkata" });
const dayOf = (instant: EpochMs): string => DAY_IN_INDIA.format(instant);

const inDays = (days: number): string => {
  if (days <= 0) return "today";
  return days === 1 ? "tomorrow" : `in ${days} days`;
};

export interface EndingMail {
  readonly to: Mail["to"];
  readonly endsAt: EpochMs;
  readonly plansUrl: string;
}

export function reminderMail({ to, endsAt, plansUrl, daysLeft }: EndingMail & { readonly daysLeft: number }): Mail {
  const when = inDays(daysLeft);
  return {
    to,
    subject: `Your ${brand.name} subscription ends ${when}`,
    ...renderMail({
      heading: `Your subscription ends ${when}`,
      paragraphs: [
        `It runs until ${dayOf(endsAt)}. Nothing is charged by itself: to go on without a gap, choose a plan before then. The same band follows directly; a higher one begins at once, and the days you have left follow it.`,
        plansUrl,
      ],
      closing: "You can switch these reminders off under Subscription in your dashboard.",
    }),
  };
}

export function expiredMail({ to, endsAt, plansUrl }: EndingMail): Mail {
  return {
    to,
    subject: `Your ${brand.name} subscription has ended`,
    ...renderMail({
      heading: "Your subscription has ended",
      paragraphs: [
        `It ended on ${dayOf(endsAt)}. No new trades are opened for you; open positions are closed as usual. Your account, invoices and broker links stay as they are.`,
        plansUrl,
      ],
      closing: brand.riskDisclosure,
    }),
  };
}
