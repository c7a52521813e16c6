export const fyersTexts = {
  formTitle: "Connect to Fyers",
  formLead: "From your own app at the Fyers API dashboard. Secrets are stored encrypted and never shown again.",
  redirectHint: "Register exactly this address as the redirect URL of your Fyers app.",
  autoConnect: "Auto-Connect",
  manualConnect: "Manual Connect",
  /** B2.14 */
  autoNote: "Auto-connect is available after the first manual connect.",
  autoRunning: "Logging in at Fyers for you. This can take up to 90 seconds; keep this page open.",
  authTitle: "Complete the login at Fyers",
  authLead:
    "Log in on the Fyers page in the other window. When it brings you back here, the connection is made by itself.",
  authPending: "Pending Auth",
  pasteLead:
    "If that window does not come back by itself, copy the auth code, or the whole address it ends on, and paste it here.",
  code: "Auth code or redirected address",
  complete: "Complete Authentication",
  startOver: "Start over",
  /** B2.12 */
  connectedTitle: "Connected to Fyers",
  connectedLead: "The session ends by itself before the next trading day.",
  lastUpdated: "Last updated",
  clientId: "Client ID",
  appId: "App ID",
  toTrading: "Go to the trading dashboard",
  disconnect: "Disconnect",
} as const;

export const fyersFields = {
  FY_ID: { label: "Fyers ID", missing: "Fyers ID is required" },
  APP_ID: { label: "App ID", missing: "App ID is required" },
  APP_TYPE: { label: "App Type", missing: "App type is required" },
  PIN: { label: "PIN", missing: "PIN is required" },
  TOTP_KEY: { label: "TOTP Key", missing: "TOTP key is required" },
  SECRET_KEY: { label: "Secret Key", missing: "Secret key is required" },
} as const;

export const CODE_MISSING = "Auth code is required";

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
} as const;

/** B8.8 */
export const fyersSuccesses = {
  initiated: "Successfully initiated Fyers connection",
  auto: "Successfully connected to Fyers automatically!",
  connected: "Successfully connected to Fyers",
  disconnected: "Successfully disconnected from Fyers",
} as const;
