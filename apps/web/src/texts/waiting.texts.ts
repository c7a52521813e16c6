/** What is heard where a shape holds the place of what is on its way. */
export const waitingTexts = {
  connection: "Checking your connection",
} as const;
