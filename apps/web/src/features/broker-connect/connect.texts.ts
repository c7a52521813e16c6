export const connectTexts = {
  working: (name: string) => `Connecting ${name}`,
  workingBody: "One moment: we finish the login with your broker.",
  leaving: (name: string) => `Taking you to ${name}`,
  leavingBody: "Log in there; it brings you back here.",
  done: (name: string) => `${name} is connected`,
  /** Readiness says whether everything else is in place. */
  doneBody: "Your account is logged in for today. Your dashboard says whether everything else is in place.",
  /** Another window is waiting for this login. */
  notifiedBody: "Your dashboard is already updated. You can close this window.",
  failed: (name: string) => `${name} is not connected`,
  failedBody: "Failed to complete authentication",
  refusedBody: (name: string) => `The login at ${name} was not finished. Start it again from your dashboard.`,
  notBegunBody: "This login was not started here. Start it from your dashboard.",
  idle: (name: string) => `Connect ${name}`,
  idleBody: "There is no login to finish. Start one from your dashboard.",
  toDashboard: "Open your dashboard",
} as const;
