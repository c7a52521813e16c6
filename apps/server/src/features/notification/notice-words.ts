import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { brand } from "@vriddhi/core/site/brand";
import type { NoticeContent } from "./notice.ts";

export interface NoticeWords {
  readonly title: string;
  /** For the mailbox, which nobody reads over a shoulder. */
  readonly paragraphs: readonly string[];
  readonly closing: string;
  /** For lock screens and chats: nothing about positions, amounts or balances. */
  readonly short: string;
  /** Where it leads: a path of ours, or a whole address. */
  readonly leadsTo: string;
}

const BROKERS: Readonly<Record<BrokerName, string>> = { fyers: "Fyers", zerodha: "Zerodha", angelone: "Angel One" };
const CONNECTIONS: Readonly<Record<BrokerName, string>> = {
  fyers: "/algorithm/dashboard/FyersConnection",
  zerodha: "/algorithm/dashboard/ZerodhaConnection",
  angelone: "/algorithm/dashboard/AngelOneConnection",
};
const DASHBOARD = "/algorithm/dashboard/UserProfile";
const SETTINGS = "/algorithm/dashboard/Settings";
const CHANGE_IT = "What you are told of, and how, is yours to choose in the dashboard's settings.";

type Writer<Kind extends NoticeContent["kind"]> = (data: Extract<NoticeContent, { kind: Kind }>["data"]) => NoticeWords;

const writers: { readonly [Kind in NoticeContent["kind"]]: Writer<Kind> } = {
  login_link: ({ broker, url, isLast }) => ({
    title: isLast
      ? `Last call before the open: log in to ${BROKERS[broker]}`
      : `Log in to ${BROKERS[broker]} for today`,
    paragraphs: [
      `${BROKERS[broker]} asks for your own login each trading day. Open this link, log in there, and you are connected:`,
      url,
      "Whoever is connected by 9:10 in the morning can trade today.",
    ],
    closing: "The link works once and opens nothing but this login. You need not do anything if you sit today out.",
    short: `${BROKERS[broker]} asks for your own login each trading day. One tap takes you there.`,
    leadsTo: url,
  }),
  session_lost: ({ broker }) => ({
    title: `Your ${BROKERS[broker]} connection ended`,
    paragraphs: [
      `${BROKERS[broker]} has ended the session of your account. Until you log in again, nothing new is opened there.`,
    ],
    closing: CHANGE_IT,
    short: `${BROKERS[broker]} has ended the session of your account. Log in again to go on.`,
    leadsTo: CONNECTIONS[broker],
  }),
  readiness: ({ isReady, reasons }) => ({
    title: isReady ? "Ready for today" : "Not ready for today",
    paragraphs: isReady ? ["Everything is in place for today's trading."] : ["This stands in the way:", ...reasons],
    closing: CHANGE_IT,
    short: isReady
      ? "Everything is in place for today's trading."
      : "Something stands in the way. The dashboard tells what.",
    leadsTo: DASHBOARD,
  }),
  approval: ({ until }) => ({
    title: "Your approval is needed",
    paragraphs: [`The algorithm waits for your yes or no until ${until}. Without an answer it does nothing.`],
    closing: CHANGE_IT,
    short: `The algorithm waits for your yes or no until ${until}.`,
    leadsTo: DASHBOARD,
  }),
  order_filled: ({ sentence }) => ({
    title: "An order was filled",
    paragraphs: [sentence],
    closing: CHANGE_IT,
    short: "An order of yours was filled. The dashboard shows it.",
    leadsTo: DASHBOARD,
  }),
  position_closed: ({ sentence }) => ({
    title: "A position was closed",
    paragraphs: [sentence],
    closing: CHANGE_IT,
    short: "A position of yours was closed. The dashboard shows it.",
    leadsTo: DASHBOARD,
  }),
  daily_summary: ({ day, sentences }) => ({
    title: `Your day: ${day}`,
    paragraphs: sentences,
    closing: CHANGE_IT,
    short: "Your day's summary is ready in the dashboard.",
    leadsTo: DASHBOARD,
  }),
  subscription: ({ title, sentences }) => ({
    title,
    paragraphs: sentences,
    closing: CHANGE_IT,
    short: "There is news about your subscription.",
    leadsTo: "/algorithm/dashboard/Subscription",
  }),
  security: ({ what }) => ({
    title: what,
    paragraphs: ["This was done from a device that is signed in to your account."],
    closing: `If it was not you, reset your password, look through your settings and write to ${brand.supportEmail}.`,
    short: `${what}. If it was not you, look through your settings.`,
    leadsTo: SETTINGS,
  }),
};

export const wordsOf = <Kind extends NoticeContent["kind"]>({
  kind,
  data,
}: Extract<NoticeContent, { kind: Kind }>): NoticeWords => (writers[kind as Kind] as Writer<Kind>)(data as never);

export const testWords: NoticeWords = {
  title: `A test from ${brand.name}`,
  paragraphs: ["You asked for this message. It arrived, so the others will too."],
  closing: CHANGE_IT,
  short: "You asked for this message. It arrived, so the others will too.",
  leadsTo: SETTINGS,
};
