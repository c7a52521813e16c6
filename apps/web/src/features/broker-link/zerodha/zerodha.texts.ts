export const zerodhaTexts = {
  /** B2.19 */
  formTitle: "Connect to Zerodha",
  formLead: "From your own app at Kite Connect. Zerodha then asks you to log in on its own page, once a day.",
  appStep: "Make your app at Kite Connect",
  keyStep: "Enter its keys and log in",
  securityTitle: "How your details are kept",
  securityNote:
    "Key and secret are encrypted one by one before they are stored and never shown in full again. Your Zerodha password is asked for by Zerodha alone.",
  redirectHint: "Register exactly this address as the redirect URL of your Kite Connect app.",
  save: "Save and Connect",
  fetch: "Fetch Credentials",
  /** B2.21 */
  connectedTitle: "Connected to Zerodha",
  connectedLead: "The session ends by itself early tomorrow morning.",
  clientId: "Client ID",
  name: "Name",
  email: "Email",
  userType: "Account type",
  lastCall: "Last call to Zerodha",
  /** B8.11 */
  removeBody:
    "Are you sure you want to completely delete your Zerodha API credentials? You'll need to re-enter them to reconnect.",
  settingsTitle: "Trading settings",
  autoTrading: "Auto trading",
  autoTradingHint: "Entries go out after one approval a day. Off: every entry waits for you for 15 seconds.",
  maxDailyTrades: "Max daily trades",
  maxDailyTradesHint: "At most this many entries a day, 1 to 500.",
  maxDailyTradesFault: "Enter a whole number from 1 to 500",
  riskManagement: "Risk management",
  riskManagementHint: "Sizes and stops by your capital. The strict daily stop-loss stays on either way.",
  saveSettings: "Save Settings",
} as const;

/** B2.20 */
export const zerodhaLoginWords = {
  title: "Complete Zerodha Login",
  lead: "Log in on the Zerodha page in the other window. When it brings you back here, the connection is made by itself.",
  pasteLead:
    "If that window does not come back by itself, copy the request token, or the whole address it ends on, and paste it here.",
  grant: "Request token or redirected address",
  grantMissing: null,
  complete: "Complete Login",
} as const;

export const zerodhaFields = {
  api_key: { label: "API key", missing: "API key is required" },
  api_secret: { label: "API secret", missing: "API secret is required" },
  user_name: { label: "Client ID", missing: "Client ID is required" },
} as const;

/** B8.10 */
export const zerodhaFailures = {
  save: "Failed to connect to Zerodha",
  complete: "Failed to complete Zerodha authentication",
  disconnect: "Failed to disconnect from Zerodha",
  remove: "Failed to delete Zerodha credentials",
  fetch: "Failed to fetch credentials. Please try again.",
} as const;

/** B8.10 */
export const zerodhaSuccesses = {
  savedPending: "Zerodha credentials saved! Please complete the login process.",
  saved: "Zerodha credentials saved successfully!",
  fetched: "Credentials fetched successfully!",
  connected: "Successfully connected to Zerodha!",
  disconnected: "Disconnected from Zerodha. Your API credentials have been preserved.",
  removed: "Zerodha credentials deleted completely",
} as const;
