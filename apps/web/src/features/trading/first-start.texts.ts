/** What stands on the screen itself before a first start; the long words travel with their dialog. */
export const firstStartTexts = {
  confirm: "Agree and activate",
  confirmModeOnly: "Activate",
  save: "Save",
  change: "Change",
  saved: "Your choice is stored.",
  modeFailed: "Your choice could not be stored, so nothing was started. Please try again.",
} as const;
