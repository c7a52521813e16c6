/** The part shown on the screen before a first start; the long text loads with its dialog. */
export const firstStartTexts = {
  confirm: "Agree and activate",
  confirmModeOnly: "Activate",
  save: "Save",
  change: "Change",
  saved: "Your choice is stored.",
  modeFailed: "Your choice could not be stored, so nothing was started. Please try again.",
} as const;
