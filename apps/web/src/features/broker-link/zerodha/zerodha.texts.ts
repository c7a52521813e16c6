import type { FieldScript, ScriptTexts } from "../wizard/connection-script.ts";

export const zerodhaFailures = {
  save: "Failed to connect to Zerodha",
  complete: "Failed to complete Zerodha authentication",
  disconnect: "Failed to disconnect from Zerodha",
  remove: "Failed to delete Zerodha credentials",
  fetch: "Failed to fetch credentials. Please try again.",
} as const;

export const zerodhaSuccesses = {
  savedPending: "Zerodha credentials saved! Please complete the login process.",
  saved: "Zerodha credentials saved successfully!",
  fetched: "Credentials fetched successfully!",
  connected: "Successfully connected to Zerodha!",
  disconnected: "Disconnected from Zerodha. Your API credentials have been preserved.",
  removed: "Zerodha credentials deleted completely",
} as const;

export const zerodhaScriptTexts = {
  formTitle: "Connect to Zerodha",
  formLead: "From your own app at Kite Connect. Zerodha then asks you to log in on its own page, once a day.",
  connect: "Save and Connect",
  connectFailed: zerodhaFailures.save,
  connected: zerodhaSuccesses.connected,
  appStep: "Make an app at Kite Connect",
  appLead: "In the developer console of Kite Connect, create an app and copy these values into it, exactly.",
  redirectHint: "Register exactly this address as the redirect URL of your Kite Connect app.",
  console: { label: "Open the Kite Connect console", href: "https://developers.kite.trade/apps" },
  keyStep: "Paste the keys",
  securityTitle: "How your details are kept",
  securityNote:
    "Key and secret are encrypted one by one before they are stored and never shown in full again. Only Zerodha asks for your Zerodha password.",
  loginStep: "Log in at Zerodha",
  loginLead: "A window of Zerodha opens. When it closes, you are connected.",
  guide: [
    "Log in to the Kite Connect console with a developer account; a new one is made in a minute.",
    "Choose Create new app, kind Connect. Name: anything you like. Client ID: the one you log in to Kite with.",
    "Paste our Redirect URL. Create the app.",
    "In your profile there, under IP Whitelist, enter our address for orders.",
    "The app's page shows API key and API secret: copy both.",
    "Come back, paste everything, and press Save and Connect.",
  ],
  guidePdf: "/guides/zerodha.pdf",
  addressGuide: [
    "Log in to developers.kite.trade and open your profile.",
    "Under IP Whitelist enter the address above. It counts for all apps of your developer account.",
    "Save, then press Check now on this page.",
  ],
  removeBody:
    "Are you sure you want to completely delete your Zerodha API credentials? You'll need to re-enter them to reconnect.",
} as const satisfies ScriptTexts;

export const zerodhaTexts = {
  fetch: "Fetch Credentials",
  connectedTitle: "Connected to Zerodha",
  connectedLead: "The session ends early tomorrow morning.",
  clientId: "Client ID",
  name: "Name",
  email: "Email",
  userType: "Account type",
  lastCall: "Last call to Zerodha",
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

export const zerodhaLoginTexts = {
  title: "Complete Zerodha Login",
  lead: "Log in on the Zerodha page in the other window. When it brings you back here, you are connected.",
  pasteLead:
    "If that window does not bring you back, copy the request token, or the whole address it ends on, and paste it here.",
  grant: "Request token or redirected address",
  grantMissing: null,
  complete: "Complete Login",
} as const;

export const zerodhaFields: readonly FieldScript<"api_key" | "api_secret" | "user_name">[] = [
  { name: "api_key", label: "API key", missing: "API key is required", blamedBy: /api[_ ]?key/i },
  {
    name: "api_secret",
    label: "API secret",
    missing: "API secret is required",
    isHidden: true,
    blamedBy: /secret|checksum/i,
  },
  {
    name: "user_name",
    label: "Client ID",
    missing: "Client ID is required",
    blamedBy: /client id|user id|another Vriddhi account/i,
  },
];
