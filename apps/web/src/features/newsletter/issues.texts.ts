export const issuesTexts = {
  title: "Letters to readers",
  readers: (confirmed: number, waiting: number) =>
    `${confirmed.toLocaleString("en-IN")} confirmed reader${confirmed === 1 ? "" : "s"}, ${waiting.toLocaleString("en-IN")} not confirmed yet.`,
  fetchFailed: "The letters could not be read.",
  loading: "Loading letters...",
  none: "No letter was written yet.",
  write: "Write a letter",
  fieldTitle: "Subject",
  fieldCategory: "Category",
  fieldContent: "Text in markdown",
  keep: "Keep as draft",
  cancel: "Cancel",
  kept: "Letter kept as draft",
  failed: "That did not work. Please try again in a moment.",
  send: "Send",
  sendTitle: "Send this letter?",
  sendBody: (title: string, count: number) =>
    `“${title}” is mailed once to ${count.toLocaleString("en-IN")} confirmed reader${count === 1 ? "" : "s"}. It cannot be taken back.`,
  sending: "Sending began",
  delete: "Delete",
  deleteTitle: "Delete letter",
  deleteBody: (title: string) => `Are you sure you want to delete "${title}"?`,
  states: { draft: "Draft", sending: "Sending", sent: "Sent" },
  progress: (part: { sent: number; readers: number; refused: number; unknown: number; bounced: number }) =>
    [
      `${part.sent.toLocaleString("en-IN")} of ${part.readers.toLocaleString("en-IN")} sent`,
      part.refused > 0 ? `${part.refused} refused` : "",
      part.unknown > 0 ? `${part.unknown} unknown, not sent again` : "",
      part.bounced > 0 ? `${part.bounced} came back` : "",
    ]
      .filter((words) => words !== "")
      .join(" · "),
} as const;
