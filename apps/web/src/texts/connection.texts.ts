/** Words that the three connection screens share. */
export const connectionTexts = {
  /** B8.2 */
  checkFailed: "Failed to check connection status",
  checkFailedBody: "Until we can read it, this account counts as not connected. What is stored stays stored.",
  retry: "Try Again",
  offline: "You are offline",
  offlineBody: "Your connection shows here as soon as this device is back on the network.",
  connected: "Connected",
  notConnected: "Not Connected",
  pendingAuth: "Pending Auth",
  /** B2.14 */
  guide: "How to connect?",
  guideNote: "PDF, opens in a new tab",
  guideTitle: "Where to find each value",
  newTab: "opens in a new tab",
  stuck: "Stuck? A person answers by e-mail.",
  support: "Support",
  redirectUrl: "Redirect URL",
  maskEdited: "Type the whole value again, or leave the dots as they are",
  openLogin: "Open the login page",
  windowBlocked: "Your browser kept the login window shut. Open it with the button below.",
  startOver: "Start over",
  unknown: "Not given",
  sessionUntil: "Session lasts until",
  reconnect: "Reconnect",
  cancel: "Keep the connection",
  disconnect: "Disconnect",
  remove: "Delete Credentials",
  removeTitle: "Delete credentials?",
  removeConfirm: "Delete",
  /** Below a form that replaces what is stored and works. */
  replaceNote: "What is connected stays as it is until the broker has taken these details.",
} as const;
