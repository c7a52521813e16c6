import { paise, rupees } from "@vriddhi/core/shared/money";
import { DAY_MS, type EpochMs, epochMs, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import {
  codeMail,
  commonPasswordMail,
  newDeviceMail,
  takenAddressMail,
  welcomeMail,
} from "../features/account/account.mails.ts";
import { linkedMail } from "../features/broker-link/link.mails.ts";
import {
  addressChangedMail,
  loginCodeMail,
  newAddressMail,
  passwordChangedMail,
  resetMail,
} from "../features/credential/credential.mails.ts";
import { grantedMail, settledMail } from "../features/desk-guarantee/desk-guarantee.mails.ts";
import { guaranteeMail } from "../features/guarantee/guarantee.mails.ts";
import { confirmMail, issueMail } from "../features/newsletter/newsletter.mails.ts";
import { wordsOf } from "../features/notification/notice-format.ts";
import { noticeMail } from "../features/notification/notice-mail.ts";
import { ebookMail, payoutMail, receiptMail, refundedMail, surplusMail } from "../features/payment/payment.mails.ts";
import { deletedMail } from "../features/privacy/privacy.mails.ts";
import { announcedMail } from "../features/second-factor/second-factor.mails.ts";
import { expiredMail, reminderMail } from "../features/subscription/subscription.mails.ts";
import { deskMail, receivedMail } from "../features/support/support.mails.ts";
import { answerMail, waitingMail } from "../features/support/thread.mails.ts";
import { trialEndedMail } from "../features/trial/trial.mails.ts";
import { auditHeadMail } from "../platform/mail/audit-mail.ts";
import { type Mail, type WrittenMail, writeMail } from "../platform/mail/mail.ts";
import { operatorMail } from "../platform/mail/operator-mail.ts";
import { wayInMail } from "../platform/mail/security-notice.ts";

const NOW = epochMs(Date.parse("2026-11-16T10:14:00+05:30"));
const inDays = (days: number): EpochMs => later(NOW, days * DAY_MS);
const PHONE =
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";

const to = { name: "Meera Nair", address: "meera.nair@example.com" };
const done = { at: NOW, device: PHONE };
const asked = { now: NOW, until: later(NOW, 10 * MINUTE_MS), device: PHONE };
const paid = {
  to,
  orderId: "c2f6a0d4-58b3-4b0e-8d21-7f0a5f0c9b11",
  amount: rupees(6_999),
  tax: paise(106_764),
  invoiceNumber: "INV/26-27/001204",
};
const plan = { plan: "QUARTERLY", band: rupees(100_000) } as const;
const refund = {
  to,
  refundId: paid.orderId,
  amount: rupees(6_999),
  order: { ...plan, kind: "plan", amount: rupees(6_999) },
  creditNote: "CRN/26-27/000031",
} as const;
const goesOn = { plan: "MONTHLY", band: rupees(1_000_000), startsAt: inDays(-10), endsAt: inDays(20) } as const;
const placement = { startsAt: NOW, endsAt: inDays(90), isRunning: true, coveredUntil: inDays(90), moved: [] };
const behind = { startsAt: inDays(30), endsAt: inDays(120), isRunning: false, coveredUntil: inDays(150), moved: [] };
const moved = {
  plan: "MONTHLY",
  band: rupees(50_000),
  from: { startsAt: inDays(-10), endsAt: inDays(20) },
  to: { startsAt: inDays(90), endsAt: inDays(110) },
} as const;
const thread = {
  id: "7a0f3bb2-6f0a-4a0c-9a57-2d6a1be4c701",
  reference: "VR-7Q2K",
  userId: null,
  name: "Meera Nair",
  email: to.address,
  topic: "payment",
  createdAt: NOW,
} as const;
const conversation = {
  ...thread,
  status: "answered",
  writerAt: NOW,
  deskAt: NOW,
  writerReadAt: null,
  deskReadAt: null,
  excerpt: "My payment went through",
} as const;
const issue = {
  id: paid.orderId,
  title: "What an intraday trade costs",
  category: "Market Analysis",
  content:
    "Seven **charges** stand between a price and what arrives.\n\n## One trade\n\n| Charge | Rupees |\n|---|--:|\n| STT | 25.25 |\n| Stamp duty | 3.00 |\n\n> Count them before you count on them.",
  html: '<p>Seven <strong>charges</strong> stand between a price and what arrives.</p><h2 id="s-one-trade">One trade</h2><div class="table-frame" tabindex="0" role="region" aria-label="Table"><table><thead><tr><th>Charge</th><th align="right">Rupees</th></tr></thead><tbody><tr><td>STT</td><td align="right">25.25</td></tr><tr><td>Stamp duty</td><td align="right">3.00</td></tr></tbody></table></div><blockquote><p>Count them before you count on them.</p></blockquote>',
  state: "sending",
  createdAt: NOW,
  updatedAt: null,
  sendingAt: NOW,
  sentAt: null,
  totals: null,
} as const;
const connect = { broker: "zerodha", opens: "login", isLast: false, refusal: null } as const;
const link = "https://vriddhi.example/connect/zerodha?link=once-only";

const accountMails: Readonly<Record<string, Mail>> = {
  "sign-up-code": codeMail(to.address, "428913", asked),
  "address-taken": takenAddressMail(to.address),
  welcome: welcomeMail(to),
  "common-password": commonPasswordMail(to),
  "new-device": newDeviceMail(to, { ip: "203.0.113.7", device: PHONE }, NOW),
  "reset-code": resetMail(to, "428913", asked),
  "login-code": loginCodeMail(to, "428913", asked),
  "new-address-code": newAddressMail(to, "428913", asked),
  "password-changed": passwordChangedMail(to, done),
  "address-changed": addressChangedMail(to, done),
  "way-in": wayInMail(to, "A passkey was added", done),
  "factor-removal": announcedMail(to, inDays(1)),
  "broker-linked": linkedMail(to, { broker: "zerodha", clientId: "AB1234", isInstead: false }, done),
  "broker-linked-instead": linkedMail(
    to,
    { broker: "angelone", clientId: "A1234567", isInstead: true },
    { at: NOW, device: null },
  ),
  "account-deleted": deletedMail({ name: to.name, email: to.address }, done),
};

const moneyMails: Readonly<Record<string, Mail>> = {
  receipt: receiptMail({ ...paid, ...plan, placement }),
  "receipt-later": receiptMail({ ...paid, ...plan, placement: behind }),
  "receipt-moved": receiptMail({
    ...paid,
    ...plan,
    placement: { ...placement, coveredUntil: inDays(110), moved: [moved] },
  }),
  ebook: ebookMail({ ...paid, amount: rupees(79), tax: paise(12_05), downloadUrl: "/ebook/download?token=x", days: 7 }),
  payout: payoutMail({ refundId: paid.orderId, amount: rupees(999), paymentId: "pay_29QQoUBi66xm2f" }),
  refunded: refundedMail({ ...refund, remainingPlans: [], isPlanEnded: true, isGuest: false }),
  "refunded-of-several": refundedMail({ ...refund, remainingPlans: [goesOn], isPlanEnded: true, isGuest: false }),
  "refunded-in-part": refundedMail({
    ...refund,
    amount: rupees(1_000),
    remainingPlans: [goesOn],
    isPlanEnded: false,
    isGuest: false,
  }),
  "second-payment": surplusMail({ to, plan: "QUARTERLY", paymentId: "pay_QfX2c9yL0bT4mH", amount: rupees(6_999) }),
  reminder: reminderMail({ to, endsAt: inDays(3), plansUrl: "/subscription-plans", daysLeft: 3 }),
  expired: expiredMail({ to, endsAt: NOW, plansUrl: "/subscription-plans" }),
  "trial-ended": trialEndedMail(to),
  guarantee: guaranteeMail(to, {
    id: paid.orderId,
    orderId: paid.orderId,
    userId: paid.orderId,
    plan: "MONTHLY",
    periodStart: inDays(-30),
    periodEnd: NOW,
    gross: paise(-125_050),
    fee: rupees(999),
    outcome: "refund",
    evidence: [{ from: inDays(-30), to: NOW, gross: paise(-125_050) }],
    judgedAt: NOW,
  }),
  "fee-granted": grantedMail(to, { plan: "MONTHLY", period: { from: inDays(-30), to: NOW }, fee: rupees(999) }, true),
  "payout-settled": settledMail(to, rupees(999), "UTR 0426 1116 0031"),
};

const tradingMails: Readonly<Record<string, Mail>> = {
  "login-link": noticeMail(to, wordsOf({ kind: "login_link", data: { ...connect, url: link } })),
  "login-refused": noticeMail(
    to,
    wordsOf({
      kind: "login_link",
      data: {
        broker: "angelone",
        opens: "form",
        isLast: true,
        refusal: "Invalid PIN.",
        url: "/algorithm/dashboard/AngelOneConnection",
      },
    }),
  ),
  "session-lost": noticeMail(to, wordsOf({ kind: "session_lost", data: { broker: "fyers", isTriedAgain: false } })),
  "not-ready": noticeMail(
    to,
    wordsOf({ kind: "readiness", data: { broker: "zerodha", isReady: false, reasons: ["Zerodha is not connected."] } }),
  ),
  "morning-failed": noticeMail(
    to,
    wordsOf({ kind: "morning_failed", data: { broker: "angelone", cause: "broker_unavailable" } }),
  ),
  "day-approval": noticeMail(to, wordsOf({ kind: "day_approval", data: { broker: "fyers" } })),
  approval: noticeMail(to, wordsOf({ kind: "approval", data: { until: "10:41:15 AM", url: link } })),
  "order-filled": noticeMail(
    to,
    wordsOf({ kind: "order_filled", data: { sentence: "Bought 35 SBIN at ₹812.40 in your Zerodha account." } }),
  ),
  "position-closed": noticeMail(
    to,
    wordsOf({
      kind: "position_closed",
      data: { sentence: "Sold 35 SBIN at ₹818.10: a gain of ₹199.50 before costs." },
    }),
  ),
  "trading-alert": noticeMail(
    to,
    wordsOf({ kind: "trading_alert", data: { sentence: "An exit rests at the circuit limit and is not filled." } }),
  ),
  "daily-summary": noticeMail(
    to,
    wordsOf({ kind: "daily_summary", data: { day: "16 November", sentences: ["One trade, closed with a gain."] } }),
  ),
};

/** Links and images point to this site. */
const readersMails = (site: URL): Readonly<Record<string, Mail>> => ({
  "newsletter-confirm": confirmMail(to.address, "once-only"),
  newsletter: issueMail(issue, to.address, "until-they-leave", site),
});

const staffMails: Readonly<Record<string, Mail>> = {
  "support-received": receivedMail(thread),
  "support-answer": answerMail({ ...conversation, userId: paid.orderId }, ["Your plan is there now."]),
  "support-answer-by-mail": answerMail(conversation, ["Your plan is there now."]),
  "support-waiting": waitingMail(conversation, ["My payment went through."]),
  "audit-head": auditHeadMail("operator@vriddhi.example", "16 November 2026", { n: 31, head: "9f3c".repeat(16) }),
  "support-desk": deskMail(thread, "My payment went through,\nbut the plan is not there."),
  "database-gone": operatorMail("gone", "operator@vriddhi.example", "worker-1"),
  "accounts-without-worker": operatorMail("ownerless", "operator@vriddhi.example", "worker-1"),
};

/** One mail of each kind as users get it, to look at and to check the common rules. */
export function mailGallery(site: URL): Readonly<Record<string, WrittenMail>> {
  const all = { ...accountMails, ...moneyMails, ...tradingMails, ...staffMails, ...readersMails(site) };
  return Object.fromEntries(Object.entries(all).map(([name, mail]) => [name, writeMail(mail, site)]));
}
