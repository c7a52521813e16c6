export const brokerSelectionTexts = {
  title: "Choose your broker",
  lead: "Link the account you already have. Your money and shares stay there, and you can disconnect whenever no position is open.",
  available: "Available",
  comingSoonBadge: "Coming soon",
  connected: "Connected",
  open: (name: string) => `Open ${name}`,
  connect: (name: string) => `Connect ${name}`,
  connecting: (name: string) => `Connecting to ${name}...`,
  notYet: "Not open yet",
  needTitle: "What you need at hand",
  needs: [
    { title: "Your client id", body: "The one you log in to your broker with." },
    { title: "An API key", body: "Made in your broker’s developer console. The next page shows each step." },
    { title: "Five minutes", body: "You register the address we give you, so that orders are accepted from it alone." },
  ],
  safety: "Credentials are encrypted value by value, never logged and never shown again in full.",
  /** A8.6 */
  comingSoon: "This broker integration is coming soon!",
  /** A8.6 */
  failed: "Something went wrong. Please try again.",
} as const;
