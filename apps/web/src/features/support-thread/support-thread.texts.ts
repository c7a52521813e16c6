import type { SupportThreadState } from "@vriddhi/core/site/support-thread";

export const threadTexts = {
  title: "Your conversations",
  lead: {
    account: "Answers come here at once, and by mail when you are away.",
    browser: "Answers come here and by mail. This browser keeps the conversation for 30 days.",
  },
  begin: "Start a conversation",
  none: "No conversation yet",
  noneBody: {
    account: "Start one and the answer appears here, or use the form below.",
    browser: "Write by the form below and the answer appears here.",
  },
  loading: "Loading your conversations",
  failed: "Your conversations could not be loaded.",
  retry: "Try again",
  list: "Conversations",
  messages: "Messages",
  you: "You",
  desk: "Support",
  write: "Write a message",
  send: "Send",
  hint: "We never ask for a PIN, password or code here.",
  sendFailed: "Your message could not be sent. Please try again.",
  isNew: "New answer",
  back: "All conversations",
  topic: "What is it about?",
  question: "Your question",
  start: "Send question",
  cancel: "Cancel",
  closed: "This conversation is closed. Write again to reopen it.",
} as const;

export const stateTexts: Readonly<Record<SupportThreadState, string>> = {
  open: "Waiting for us",
  answered: "Answered",
  closed: "Closed",
};
