export const connectTexts = {
  working: (name: string) => `Connecting ${name}`,
  workingBody: "One moment: we finish the login with your broker.",
  leaving: (name: string) => `Taking you to ${name}`,
  leavingBody: "Log in there; it brings you back here.",
  done: (name: string) => `${name} is connected`,
  /** Whether everything else is in place is for readiness to say. */
  doneBody: "Your account is logged in for today. Your dashboard says whether everything else is in place.",
  /** Another window is waiting for this login. */
  heardBody: "Your dashboard knows it already. You can close this window.",
  failed: (name: string) => `${name} is not connected`,
  /** B8.8, B8.10 */
  failedBody: "Failed to complete authentication",
  refusedBody: (name: string) => `The login at ${name} was not finished. Start it again from your dashboard.`,
  notBegunBody: "This login was not begun here. Start it from your dashboard.",
  idle: (name: string) => `Connect ${name}`,
  idleBody: "There is no login to finish. Start one from your dashboard.",
  toDashboard: "Open your dashboard",
} as const;
