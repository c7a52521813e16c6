export const planTexts = {
  login: (broker: string) => `You log in to ${broker}`,
  loginBody: "Then funds and prices are checked.",
  start: "The run starts automatically",
  opens: "Market opens",
  opensBody: "First entry after the opening range, from 9:30 AM.",
  lastEntry: "Last moment for an entry",
  closing: "We start closing open positions",
  flat: "Flat, confirmed by your broker",
  tomorrow: "Starts automatically",
} as const;

export const frameTexts = {
  now: "Now",
  earlier: (count: number) => `Show ${count} earlier ${count === 1 ? "step" : "steps"}`,
} as const;
