import { brokersShown } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
import type { FaultKind, FaultTarget } from "./fault-format.ts";

export const sandboxTexts = {
  title: "Sandbox",
  lead: "Control the market, the brokers and the messages that the product sends.",
  loading: "Loading the sandbox",
  unreachable: "The sandbox does not answer",
  unreachableBody: "Is the server still running?",
  failed: "That did not work. Is the server still running?",
  tabs: "Parts of the sandbox",
  tab: {
    mail: "Mailbox",
    sms: "Text messages",
    telegram: "Telegram",
    push: "Push",
    faults: "Faults",
    signals: "Signals",
    exchange: "Exchange",
    accounts: "Demo accounts",
  },
} as const;

export const clockTexts = {
  title: "Market clock",
  description: "The exchange, the schedule and subscriptions follow this clock. Logins and codes follow yours.",
  held: "Waiting for Play",
  frozen: "Paused",
  jumping: "Jumping forward",
  running: (speed: number) => `Running at ${speed}×`,
  paced: "Running at 1× while an order is on its way",
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  jump: "Jump forward to",
  nextDay: "Next day",
  playDay: "Play the day",
  playWill: (what: string) => `Play lets the market's time run. Next: ${what}.`,
  runningNext: (what: string) => `Next: ${what}.`,
  moments: {
    "08:00": "broker sessions end",
    "08:30": "accounts reconnect by themselves",
    "09:00": "runs with an automatic start begin",
    "09:10": "the last moment to start a run",
    "09:15": "the market opens, and signals can become orders",
    "14:45": "the last moment for a new entry",
    "15:00": "what is open is closed",
    "15:30": "the market closes",
  },
  inventedCalendar: "Holidays of this year are invented",
} as const;

export const messageTexts = {
  find: "Find",
  findHint: "Part of a recipient or a subject",
  findSmsHint: "Part of a number or of the text",
  noMail: "No mail yet",
  noMailBody: "Sign up or ask for a new password, and the message arrives here within two seconds.",
  noSms: "No text messages yet",
  noSmsBody: "Verification codes for telephones arrive here.",
  noTelegram: "No Telegram messages yet",
  noTelegramBody: "Link Telegram in the dashboard's settings; what the bot writes arrives here.",
  findTelegramHint: "Part of a chat's number or of the text",
  noPush: "No push notifications yet",
  noPushBody: "Make a device while you are logged in. Its notifications arrive here, decrypted.",
  findPushHint: "Part of a device's name or of the text",
  makeDevice: "Make a device for the person who is logged in",
  deviceMade: "The device is notified from now on.",
  device: (id: string) => `Device ${id.slice(0, 8)}`,
  chat: (id: string) => `Chat ${id}`,
  nothingFound: "Nothing found",
  nothingFoundBody: "No caught message matches.",
  chooseMail: "Choose a message",
  back: "All messages",
  to: "To",
  code: "Code",
  asHtml: "HTML",
  asText: "Text",
  views: "How to show the message",
  htmlFrame: "The message as HTML",
  noText: "This message has no text part.",
  noSubject: "(no subject)",
  newest: (shown: number, all: number) => `The newest ${shown} of ${all}`,
} as const;

export const faultTexts = {
  title: "Inject faults",
  description:
    "The next calls go wrong in the way you choose, then everything works again. A broker's fault waits for the next orders of any account; books and logins go on.",
  target: "Who",
  kind: "What happens",
  count: "How often",
  set: "Set fault",
  clear: "Clear all",
  cleared: "Everything works again.",
  countInvalid: "A whole number from 1 to 1000",
  none: "No faults set from this page.",
  listed: "Set",
  times: (count: number) => (count === 1 ? "once" : `${count} times`),
} as const;

export const targetName: Record<FaultTarget, string> = {
  mail: "Mail",
  sms: "Text messages",
  google: "Google sign-in",
  razorpay: "Payments",
  telegram: "Telegram",
  push: "Push notifications",
  ...brokerTitles,
};

export const kindName: Record<FaultKind, string> = {
  timeout: "never answers",
  http500: "has an internal error",
  reject: "refuses",
  throttle: "refuses: too many requests",
  "drop-before-accept": "hangs up before accepting",
  "drop-after-accept": "accepts, then hangs up",
  "expire-session": "ends the session",
  "partial-fill": "fills only a part",
  "freeze-feed": "stops the price feed",
  "wrong-ip": "does not know the address",
  "duplicate-push": "sends an order update twice",
  "reorder-push": "sends order updates out of order",
  pause: "answers late",
  "late-accept": "hangs up and accepts later",
  "position-lag": "shows old positions",
  "book-lag": "shows an old order book",
  "odd-row": "shows a row that cannot be read",
  "modify-pending": "keeps a change waiting",
  "modify-refused": "refuses a change",
  "modify-lost": "loses a change",
  "trigger-passed": "says the trigger has passed",
  "band-moved": "moves the price band",
  "circuit-queue": "holds orders at the circuit",
  "bad-tick": "sends a wrong price",
  "square-off": "closes positions itself",
  "kill-after-accept": "kills a process after accepting",
  "stop-after-accept": "stops a process after accepting",
};

export const brokerKinds: readonly FaultKind[] = [
  "expire-session",
  "partial-fill",
  "freeze-feed",
  "wrong-ip",
  "duplicate-push",
  "reorder-push",
  "pause",
  "late-accept",
  "position-lag",
  "book-lag",
  "odd-row",
  "modify-pending",
  "modify-refused",
  "modify-lost",
  "trigger-passed",
  "band-moved",
  "circuit-queue",
  "bad-tick",
  "square-off",
];

/** These need a process id, which only a script knows. */
export const scriptKinds: readonly FaultKind[] = ["kill-after-accept", "stop-after-accept"];

export const brokerTargets: readonly FaultTarget[] = brokersShown;

export const exchangeTexts = {
  title: "Orders at the exchange",
  description: "Every order that reached the exchange, from every broker. Compare what the product shows with it.",
  none: "No orders yet",
  noneBody: "What the product or you yourself send through a simulated broker shows up here.",
  find: "Find",
  findHint: "Part of a tag, account or symbol",
  columns: { at: "Time", account: "Account", order: "Order", filled: "Filled", status: "Status", tag: "Tag" },
  newest: (shown: number, all: number) => `The newest ${shown} of ${all}`,
} as const;

export const signalTexts = {
  title: "Today's signals",
  none: "No signal today",
  noneBody: "Start the algorithm and play the day. The signals and their orders appear here.",
  findHint: "Part of a symbol or a desk",
  columns: { at: "Time", signal: "Signal", desk: "Desk", orders: "Orders", skipped: "Left out" },
  signal: (side: "buy" | "sell", symbol: string, price: string) =>
    `${side === "buy" ? "Buy" : "Sell"} ${symbol} at ${price}`,
  orders: (entered: number, filled: number) => `${entered}, of them ${filled} filled`,
  skipped: (reason: string, count: number) => `${count} × ${reason.replaceAll("_", " ")}`,
  noAccount: "No account",
} as const;

export const accountTexts = {
  logIn: "Log in",
  email: "Email",
  password: "Password",
  simulators: "Simulators",
  smtp: "Mailbox (SMTP)",
  smsBase: "Text messages, base address",
  smsKey: "Text messages, API key",
  totpNow: "6-digit code now",
  totpLeft: (seconds: number) => `Valid for ${seconds} s more.`,
  brokerBase: "Base address of the simulator",
  /** By the labels of the connection forms and the brokers' login pages. */
  fields: {
    fyers: {
      clientId: "Fyers ID",
      apiKey: "App ID",
      appType: "App Type",
      pin: "PIN",
      totp: "TOTP Key",
      apiSecret: "Secret Key",
      password: null,
    },
    angelone: {
      clientId: "Client code",
      apiKey: "API key",
      appType: null,
      pin: "Trading PIN",
      totp: "TOTP secret or code",
      apiSecret: null,
      password: null,
    },
    zerodha: {
      clientId: "Client ID",
      apiKey: "API key",
      appType: null,
      pin: null,
      totp: null,
      apiSecret: "API secret",
      password: "Password at Kite",
    },
  },
  brokerAccount: (broker: string) => `An account at ${broker}`,
  brokerNote: "The names are those of the connection form and of the broker's login page.",
} as const;

export const resetTexts = {
  button: "Reset",
  title: "Reset the sandbox?",
  body: "Every account, subscription, message and setting goes back to the seeded state. You will be logged out.",
  confirm: "Reset everything",
  done: "Back to the seeded state.",
} as const;
