export const deskNames = { fyers: "Fyers", angelone: "Angel One" } as const;

export const driftTexts = {
  title: "Replayed days",
  lead: "Each evening we replay the recorded prices through the same code and compare its decisions with the day's.",
  none: "No day was closed yet",
  noneBody: "The first report appears at 3:40 PM, after a trading day with recorded prices.",
  unreachable: "The reports cannot be read",
  columns: {
    day: "Day",
    desk: "Desk",
    decisions: "Same / missed / extra",
    slippage: "Slippage",
    minutes: "Minutes without prices",
    sentence: "Summary",
  },
  decisions: (same: number, missed: number, extra: number) => `${same} / ${missed} / ${extra}`,
  slippage: (basisPoints: number | null) => (basisPoints === null ? "–" : `${basisPoints.toFixed(1)} bps`),
  noteTitle: "Checked afterwards",
  noteDay: (day: string) => `${day}:`,
} as const;
