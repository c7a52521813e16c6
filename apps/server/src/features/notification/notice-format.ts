import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import { brand } from "@vriddhi/core/site/brand";
import { connectionPaths, SETTINGS_PATH, SUBSCRIPTION_PATH, TODAY_PATH } from "@vriddhi/core/site/dashboard-path";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { momentWords } from "../../platform/mail/mail-format.ts";
import type { MailFact } from "../../platform/mail/mail-layout.ts";
import type { NoticeContent } from "./notice.ts";

export interface NoticeWords {
  readonly title: string;
  /** For mails, which are private. */
  readonly paragraphs: readonly string[];
  readonly facts?: readonly MailFact[];
  readonly closing: string;
  readonly action: string;
  /** For lock screens and chats: no positions, amounts or balances. */
  readonly short: string;
  readonly leadsTo: string;
}

const CHANGE_IT = "Choose which alerts you get, and how, in the dashboard's settings.";

type Writer<Kind extends NoticeContent["kind"]> = (data: Extract<NoticeContent, { kind: Kind }>["data"]) => NoticeWords;

/** A login counts for the day until then. */
const DEADLINE = "9:10 AM";
const CAN_TRADE = `An account that is connected by ${DEADLINE} can trade today.`;
const SIT_OUT = "You need not do anything if you sit today out.";

type LoginLink = Extract<NoticeContent, { kind: "login_link" }>["data"];

function askForLogin({ broker, url, isLast, refusal }: LoginLink): NoticeWords {
  const title = brokerTitles[broker];
  const why =
    refusal === null
      ? `${title} asks for your own login each trading day.`
      : `We tried to log in to ${title} with what you stored, and ${title} refused: ${refusal}`;
  return {
    title: isLast ? `Last call: log in to ${title} before ${DEADLINE}` : `Log in to ${title} before ${DEADLINE}`,
    paragraphs: [why, "One tap takes you there, and you are connected."],
    facts: [
      ["Log in before", `${DEADLINE} IST`],
      ["Without it", "No trade today"],
    ],
    closing: `The link works once and opens nothing but this login. ${SIT_OUT}`,
    action: `Log in to ${title}`,
    short: `${title} needs your own login today. One tap takes you there.`,
    leadsTo: url,
  };
}

/** No broker page is part of the login: the stored credentials must be corrected. */
function askForCredentials({ broker, url, isLast, refusal }: LoginLink): NoticeWords {
  const title = brokerTitles[broker];
  const why =
    refusal === null
      ? `We cannot log in to ${title} with what is stored for your account.`
      : `${title} refused this morning's login. It said: ${refusal}`;
  return {
    title: isLast ? `Last call before the open: ${title} is not connected` : `${title} is not connected today`,
    paragraphs: [
      why,
      `Check your PIN and your authenticator's secret under ${title} Connection and connect. ${CAN_TRADE}`,
    ],
    facts: [
      ["Connect before", `${DEADLINE} IST`],
      ["Without it", "No trade today"],
    ],
    action: `Open ${title} Connection`,
    closing: `The button opens your dashboard; sign in there as usual. ${SIT_OUT}`,
    short: `We could not log in to ${title} this morning. Check your details under ${title} Connection.`,
    leadsTo: url,
  };
}

const FAILURES: Readonly<Record<"broker_unavailable" | "not_started", (title: string) => string>> = {
  broker_unavailable: (title) =>
    `Your morning failed because ${title} did not answer until 9:10 AM, though we kept asking.`,
  not_started: (title) =>
    `Your morning failed: we could not start your ${title} account by 9:10 AM. The fault is ours.`,
};

const writers: { readonly [Kind in NoticeContent["kind"]]: Writer<Kind> } = {
  login_link: (data) => (data.opens === "login" ? askForLogin(data) : askForCredentials(data)),
  session_lost: ({ broker, isTriedAgain }) => ({
    title: `Your ${brokerTitles[broker]} connection ended`,
    paragraphs: [
      `${brokerTitles[broker]} has ended the session of your account. Nothing new is opened there without one.`,
      isTriedAgain
        ? `We log in again with what you stored. If ${brokerTitles[broker]} Connection does not say connected in a few minutes, log in there.`
        : `Log in again under ${brokerTitles[broker]} Connection.`,
    ],
    action: `Open ${brokerTitles[broker]} Connection`,
    closing: CHANGE_IT,
    short: isTriedAgain
      ? `${brokerTitles[broker]} has ended the session of your account. We are logging in again; please check that it worked.`
      : `${brokerTitles[broker]} has ended the session of your account. Log in again to go on.`,
    leadsTo: connectionPaths[broker],
  }),
  readiness: ({ broker, isReady, reasons }) => ({
    title: isReady ? `${brokerTitles[broker]} is ready for today` : `${brokerTitles[broker]} is not ready for today`,
    paragraphs: isReady ? ["Everything is in place for today's trading."] : ["You cannot trade yet:", ...reasons],
    action: "Open Today",
    closing: CHANGE_IT,
    short: isReady
      ? "Everything is in place for today's trading."
      : "You cannot trade yet. See the reason in your dashboard.",
    leadsTo: TODAY_PATH,
  }),
  morning_failed: ({ broker, cause }) => ({
    title: `Nothing is traded at ${brokerTitles[broker]} today`,
    paragraphs: [
      FAILURES[cause](brokerTitles[broker]),
      "Today nothing is traded. The next trading day begins as usual.",
    ],
    action: "Open Today",
    closing: CHANGE_IT,
    short: `${FAILURES[cause](brokerTitles[broker])} Today nothing is traded.`,
    leadsTo: TODAY_PATH,
  }),
  day_approval: ({ broker }) => ({
    title: `${brokerTitles[broker]} waits for your approval of today`,
    paragraphs: [
      `Your algorithm has started at ${brokerTitles[broker]}. It makes no entries before you have approved the day.`,
      "Open the dashboard and approve it once.",
    ],
    facts: [["You can until", "2:45 PM IST"]],
    action: "Approve the day",
    closing: CHANGE_IT,
    short: `Your algorithm has started at ${brokerTitles[broker]} and waits until you approve the day.`,
    leadsTo: TODAY_PATH,
  }),
  approval: ({ until, url }) => ({
    title: "Your approval is needed",
    paragraphs: [`The algorithm waits for your answer until ${until}. Without one it does nothing.`],
    facts: [["Until", until]],
    action: "Answer now",
    closing: CHANGE_IT,
    short: `The algorithm waits for your answer until ${until}.`,
    leadsTo: url,
  }),
  order_filled: ({ sentence }) => ({
    title: "An order was filled",
    paragraphs: [sentence],
    action: "See the order",
    closing: CHANGE_IT,
    short: "An order of yours was filled. The dashboard shows it.",
    leadsTo: TODAY_PATH,
  }),
  position_closed: ({ sentence }) => ({
    title: "A position was closed",
    paragraphs: [sentence],
    action: "See the result",
    closing: CHANGE_IT,
    short: "A position of yours was closed. The dashboard shows it.",
    leadsTo: TODAY_PATH,
  }),
  trading_alert: ({ sentence }) => ({
    title: "Something unusual in your account",
    paragraphs: [sentence],
    action: "See what happened",
    closing: CHANGE_IT,
    short: "Something unusual happened to an order of yours. The dashboard shows it.",
    leadsTo: TODAY_PATH,
  }),
  daily_summary: ({ day, sentences }) => ({
    title: `Your day: ${day}`,
    paragraphs: sentences,
    action: "Open Today",
    closing: CHANGE_IT,
    short: "Your day's summary is ready in the dashboard.",
    leadsTo: TODAY_PATH,
  }),
  subscription: ({ title, sentences }) => ({
    title,
    paragraphs: sentences,
    action: "Open your subscription",
    closing: CHANGE_IT,
    short: "There is news about your subscription.",
    leadsTo: SUBSCRIPTION_PATH,
  }),
  security: ({ what }) => ({
    title: what,
    paragraphs: ["This was done from a device that is signed in to your account."],
    action: "Check your settings",
    closing: `If it was not you, reset your password, check your settings and write to ${brand.supportEmail}.`,
    short: `${what}. If it was not you, check your settings.`,
    leadsTo: SETTINGS_PATH,
  }),
};

/** Order events: their mail shows the time. */
const HAPPENED: readonly NoticeContent["kind"][] = ["order_filled", "position_closed", "trading_alert"];

export function wordsOf({ kind, data }: NoticeContent, marketAt: EpochMs | null = null): NoticeWords {
  const words = (writers[kind] as Writer<typeof kind>)(data as never);
  return marketAt === null || !HAPPENED.includes(kind) ? words : { ...words, facts: [["When", momentWords(marketAt)]] };
}

export const testWords: NoticeWords = {
  title: `A test from ${brand.name}`,
  paragraphs: ["You asked for this message. It arrived, so the others will too."],
  action: "Choose what we send",
  closing: CHANGE_IT,
  short: "You asked for this message. It arrived, so the others will too.",
  leadsTo: SETTINGS_PATH,
};
