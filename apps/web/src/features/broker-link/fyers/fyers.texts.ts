export const fyersTexts = {
  formTitle: "Connect to Fyers",
  formLead: "With your own app from the API dashboard of Fyers.",
  appStep: "Make your app at Fyers",
  keyStep: "Enter its keys and log in",
  securityTitle: "How your details are kept",
  securityNote:
    "PIN, TOTP key and secret key are encrypted one by one before they are stored, never shown in full again, and used only to log in for you.",
  redirectHint: "Register exactly this address as the redirect URL of your Fyers app.",
  autoConnect: "Auto-Connect",
  manualConnect: "Manual Connect",
  /** B2.14 */
  autoNote: "Auto-connect is available after the first manual connect.",
  autoRunning: "Logging in at Fyers for you. This can take up to 90 seconds; keep this page open.",
  /** B2.12 */
  connectedTitle: "Connected to Fyers",
  connectedLead: "The session ends by itself before the next trading day.",
  lastUpdated: "Last updated",
  clientId: "Client ID",
  appId: "App ID",
  toTrading: "Go to the trading dashboard",
  removeBody:
    "Are you sure you want to completely delete your Fyers API credentials? You'll need to re-enter them to reconnect.",
} as const;

export const fyersFields = {
  FY_ID: { label: "Fyers ID", missing: "Fyers ID is required" },
  APP_ID: { label: "App ID", missing: "App ID is required" },
  APP_TYPE: { label: "App Type", missing: "App type is required" },
  PIN: { label: "PIN", missing: "PIN is required" },
  TOTP_KEY: { label: "TOTP Key", missing: "TOTP key is required" },
  SECRET_KEY: { label: "Secret Key", missing: "Secret key is required" },
} as const;

/** B2.15 */
export const fyersLoginWords = {
  title: "Complete the login at Fyers",
  lead: "Log in on the Fyers page in the other window. When it brings you back here, the connection is made by itself.",
  pasteLead:
    "If that window does not come back by itself, copy the auth code, or the whole address it ends on, and paste it here.",
  grant: "Auth code or redirected address",
  grantMissing: "Auth code is required",
  complete: "Complete Authentication",
} as const;

/** B8.8 */
export const fyersFailures = {
  connect: "Failed to connect to Fyers",
  autoTimedOut: "Auto-connect timed out. Please try the manual method.",
  loginTimedOut: "Authentication timed out. Please try again.",
  auto: "Failed to auto-connect to Fyers",
  complete: "Failed to complete authentication",
  /** B4.8 */
  notValid: "Fyers token validation failed after retry.",
  disconnect: "Failed to disconnect from Fyers",
  remove: "Failed to delete Fyers credentials",
} as const;

/** B8.8 */
export const fyersSuccesses = {
  initiated: "Successfully initiated Fyers connection",
  auto: "Successfully connected to Fyers automatically!",
  connected: "Successfully connected to Fyers",
  disconnected: "Successfully disconnected from Fyers",
  removed: "Fyers credentials deleted completely",
} as const;
