/** Stop all trading: what it says before, while and after it is held. */
export const haltTexts = {
  button: "Stop all trading…",
  thumb: "Stop all",
  title: "Stop all trading?",
  nothingYet: "Nothing has happened yet.",
  choice: "How far it goes",
  block: "Block new entries",
  blockBody: "No entry leaves any more. What is open stays under its stops, and exits go on.",
  close: "Block and close everything",
  closeBody: (accounts: number) =>
    accounts === 0
      ? "Also cancels what works and closes what is open. Nothing is open now."
      : `Also cancels what works and closes what ${accounts.toLocaleString("en-IN")} account${accounts === 1 ? " holds" : "s hold"}, at a marketable LIMIT.`,
  open: "Accounts with positions",
  orders: "Working orders",
  unclear: "Orders looked for",
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
    `${accounts.toLocaleString("en-IN")} accounts hold something, ${orders.toLocaleString("en-IN")} orders could still trade, ${unclear.toLocaleString("en-IN")} are being looked for.`,
  flat: "Nothing is open.",
  abandoned: (count: number) =>
    count === 1
      ? "1 order is not in its broker's book."
      : `${count.toLocaleString("en-IN")} orders are not in their broker's book.`,
  nobody: "No worker answers: what is open stays under its resting stops.",
  lift: "Lift the stop…",
  liftTitle: "Lift the stop?",
  liftBody: "Entries may be made again for everybody who was not blocked alone.",
  liftNow: "Lift the stop",
  keep: "Keep it",
  liftFailed: "The stop could not be lifted.",
} as const;
