export const haltTexts = {
  button: "Stop all trading…",
  thumb: "Stop all",
  title: "Stop all trading?",
  nothingYet: "Nothing has happened yet.",
  choice: "What to stop",
  block: "Block new entries",
  blockBody: "No new entry is sent. Open positions keep their stops, and exits continue.",
  close: "Block and close everything",
  closeBody: (accounts: number) =>
    accounts === 0
      ? "Also cancels working orders and closes open positions. Nothing is open now."
      : `Also cancels working orders and closes what ${accounts.toLocaleString("en-IN")} account${accounts === 1 ? " holds" : "s hold"}, at a marketable LIMIT.`,
  open: "Accounts with positions",
  orders: "Working orders",
  unclear: "Orders being looked up",
  hold: "Hold to stop all trading",
  holding: (seconds: string) => `Keep holding… ${seconds} s`,
  stopping: "Stopping…",
  cancel: "Cancel",
  hint: "Hold for 1.5 s, or hold Space. Letting go earlier does nothing. Stopping asks for no code; lifting the stop does.",
  letGo: "Let go too early: nothing has happened.",
  failed: "The stop did not reach the server. Hold again, or use the operator's command.",
  blocked: "All new entries are blocked",
  closing: "Everything is blocked and being closed",
  closed: "Everything is blocked and closed",
  by: (name: string | null, time: string) => (name === null ? `Since ${time} IST.` : `By ${name} at ${time} IST.`),
  left: (accounts: number, orders: number, unclear: number) =>
    `${accounts.toLocaleString("en-IN")} accounts have positions, ${orders.toLocaleString("en-IN")} orders can still trade, ${unclear.toLocaleString("en-IN")} are being looked up.`,
  flat: "Nothing is open.",
  abandoned: (count: number) =>
    count === 1
      ? "1 order is not in its broker's book."
      : `${count.toLocaleString("en-IN")} orders are not in their broker's book.`,
  noWorker: "No order worker is online. Open positions keep their stop orders at the broker.",
  lift: "Lift the stop…",
  liftTitle: "Lift the stop?",
  liftBody: "Everyone can trade again, except accounts that are blocked individually.",
  liftNow: "Lift the stop",
  keep: "Keep it",
  liftFailed: "The stop could not be lifted.",
} as const;
