export const planTexts = {
  login: (broker: string) => `You log in to ${broker}`,
  loginBody: "Then funds and prices are checked.",
  start: "The run starts by itself",
  opens: "Market opens",
  opensBody: "First entry after the opening range, from 9:30 AM.",
  lastEntry: "Last moment for an entry",
  closing: "From here on we close what is open",
  flat: "Flat, proved from the broker's book",
  tomorrow: "Starts by itself",
} as const;

export const frameTexts = {
  now: "Now",
  earlier: (count: number) => `Show ${count} earlier ${count === 1 ? "step" : "steps"}`,
} as const;
