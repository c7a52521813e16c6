/** Announced while a placeholder is shown for content that loads. */
export const waitingTexts = {
  connection: "Checking your connection",
} as const;
