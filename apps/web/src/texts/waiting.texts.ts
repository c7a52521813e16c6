export const waitingTexts = {
  connection: "Checking your connection",
} as const;
