import { brokerNames } from "@vriddhi/core/broker/broker-name";
import { brokerTitles } from "@vriddhi/core/broker/broker-title";
export type RunAction = "start" | "stop";

export const stateTexts = {
  title: "Fyers Trading Dashboard",
  checkingAuthentication: "Checking authentication...",
  authenticationRequired: "Authentication Required",
  authenticationBody: "Log in to see your trading dashboard.",
  goToLogin: "Go to Login",
  checkingConnection: "Checking connection status...",
  noBroker: "No Broker Connected",
  noBrokerBody: "Connect one of your broker accounts first. Then you set a capital and start the algorithm here.",
  connect: (broker: string) => `Connect ${broker}`,
  connectionRequired: "Connection Required",
  connectionRequiredBody: (broker: string) =>
    `Your ${broker} account is not connected. Open ${broker} Connection in the sidebar and log in there; then start the algorithm here.`,
  openConnection: (broker: string) => `Open ${broker} Connection`,
  checkFailed: "Failed to check connection status",
  checkFailedBody: "We could not read the state of your brokers. Until we can, they count as not connected.",
} as const;

export const headTexts = {
  runsAt: "Trading through",
  willRunAt: "Will trade through",
  firstConnected: `, the first connected of ${brokerNames.map((broker) => brokerTitles[broker]).join(", ")}`,
  zerodhaFollows: ". It follows the signals of the Angel One side",
} as const;

export const runTexts = {
  running: "Running",
  stopped: "Stopped",
  ready: "Ready to start.",
  readyUntil: (left: string) => `Ready to start. ${left} left today.`,
  tooLateToday: "Too late to start today: starts end at 9:10 AM.",
  closedToday: "The market is closed today.",
  closing: "Closing your open positions. We show “flat” only after your broker confirms it.",
  unreadable: "We could not read the status, so we show it as stopped. Stop everything still works.",
  since: (time: string) => `Since ${time}`,
  inBackground: "in the background",
  onThisPage: "while a page is open",
  capitalInUse: "Capital in use",
  capitalSaved: "Capital saved",
  capitalChosen: "Capital chosen",
  result: "Today after charges",
  stocks: "Shortlisted stocks",
  stocksLater: "From about 9:13 AM",
  approval: "Approval",
  approvals: { auto: "Auto, once a day", manual: "Manual, each entry" },
  approvalUnset: "Asked at the first start",
  nextStart: "Next automatic start",
  nextStartAt: (day: string) => `${day}, 9:00\u00A0AM`,
  dayWaits: "Today's trading waits for your approval. Without it there are no entries.",
  approveDay: "Approve today",
  killed: "You pressed Stop everything today. Nothing starts until you allow it again.",
  liftKill: "Allow starts again",
  alsoRuns: "Also running at",
  alsoCloses: "Still closing at",
  region: "Algorithm status",
} as const;

export const capitalTexts = {
  title: "Capital",
  label: "Capital allocation",
  band: (amount: string) => `Your upper band ${amount}`,
  hint: (least: string, step: string) => `Whole rupees from ${least}, in steps of ${step}, up to your band.`,
  hintShort: (least: string, band: string, step: string) => `${least} to ${band}, in steps of ${step}`,
  /** Grouped as the specification writes it. */
  hintWithoutBand: "Whole rupees from ₹500, in steps of ₹500. The maximum is ₹10,000,000.",
  tooLow: (least: string) => `At least ${least}`,
  locked: "Locked while running: this is what the run started with.",
  quick: "Quick amounts",
  above: (labels: string, isOne: boolean) => `${labels} ${isOne ? "is" : "are"} above your band.`,
  changePlan: "Change plan",
  snapped: (amount: string, step: string) => `Set to ${amount}: capital changes in steps of ${step}.`,
  saveFailed: "Your capital could not be saved. It still counts for the next start.",
  dailyStop: (capital: string) => `Daily stop at ${capital}:`,
  dailyStopBody: "At that loss we close everything and lock trading until tomorrow.",
} as const;

export const backgroundTexts = {
  label: "Background Mode",
  on: "Keeps running without this page, and starts again each trading day at 9:00 AM.",
  off: "Off: the run ends with the day.",
  warning: "With this page closed or your phone locked for 2 minutes,",
  warningStrong: "no new entries",
  warningEnd: ". Exits go on.",
  ended: "It no longer starts automatically.",
} as const;

export const buttonTexts = {
  activate: "Activate",
  deactivate: "Deactivate",
  stop: "Stop",
  nextDay: "Start next trading day",
  nextDayBody: "It then starts automatically at 9:00 AM, in background mode.",
  stopNote: (label: string) =>
    `${label} blocks entries, closes what is open and shows Closing until you are flat. No restart today after 9:10 AM.`,
  stopTitle: "Stop and close what is open?",
  stopBody: (held: string) =>
    `${held} will be closed now, at the market's price. The screen shows Closing until you are flat. After 9:10 AM nothing starts again today.`,
  stopConfirm: "Stop and close",
  stopCancel: "Keep running",
} as const;

export const scheduleTexts = {
  title: "Daily Schedule",
  days: "Monday to Friday, IST",
  disconnect: "Auto disconnect",
  reconnect: "Auto reconnect",
  start: "Strategy auto-start",
  done: "Done",
  next: "Next",
  later: "Later",
  backgroundOff: "Background off",
  schedulerRuns: "The scheduler is running",
  schedulerStands: "The scheduler is not running",
  unknown: "The schedule could not be read.",
  nextAction: (action: string) => `Next: ${action}.`,
  nothingStarts: "Background Mode is off, so nothing starts automatically.",
  afterStart: "After 9:10 AM nothing starts until the next trading day.",
} as const;

export const multiFailures = {
  subscription: "Active subscription required to run algorithms",
  tooLate: "Strategy cannot be started after 9:10 AM. Please try again tomorrow.",
  alreadyRunning: "Strategy is already running for your account",
  credentials: "Fyers credentials missing. Please reconnect your account.",
  retrying: (attempt: number, most: number) => `Connection timeout. Retrying... (${attempt}/${most})`,
  unreachable: "Failed to connect to server. Please try again later.",
  other: (action: RunAction) => `Failed to ${action} algorithm`,
} as const;

export const brokerFailures = {
  subscription: "Active subscription required to run algorithms.",
  invalid: "Invalid request. Please check your settings.",
  server: "Server error. Please try again in a few minutes.",
  timedOut: "Request timed out. Please check your connection and try again.",
  other: "An unexpected error occurred. Please try again.",
} as const;

export const successTexts = {
  multiStarted: "Algorithm started successfully",
  /** B8.6: spelled so by the specification. */
  multiStopped: "Algorithm stoped successfully",
  started: (broker: string) => `${broker} algorithm started successfully!`,
  stopped: (broker: string) => `${broker} algorithm stopped successfully!`,
  stopSent: "Stop request sent - verifying status...",
} as const;

export const bandTexts = {
  over: (band: string) => `Capital cannot exceed your upper band of ${band}`,
  overAtAngelOne: (band: string) => `Your upper band capital is: ${band}`,
  preset: (preset: string, band: string) => `${preset} exceeds your capital upper band of ${band}`,
} as const;
