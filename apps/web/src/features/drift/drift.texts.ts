export const deskNames = { fyers: "Fyers", angelone: "Angel One" } as const;

/** How days went when they were decided again from the recorded prices. */
export const driftTexts = {
  title: "Days decided again",
  lead: "Each evening the recorded prices are put through the same code once more and compared with what was done.",
  none: "No day was closed yet",
  noneBody: "The first report comes after a trading day on which the desks listened, at 3:40 PM.",
  unreachable: "The reports cannot be read",
  columns: {
    day: "Day",
    desk: "Desk",
    decisions: "Same / missed / extra",
    slippage: "Slippage",
    heard: "Minutes not heard",
    sentence: "In words",
  },
  decisions: (same: number, missed: number, extra: number) => `${same} / ${missed} / ${extra}`,
  slippage: (basisPoints: number | null) => (basisPoints === null ? "–" : `${basisPoints.toFixed(1)} bps`),
  noteTitle: "Checked afterwards",
  noteDay: (day: string) => `${day}:`,
} as const;
