import type { FieldScript, ScriptTexts } from "../wizard/connection-script.ts";
import type { FyersField } from "./fyers-values.ts";

export const fyersFailures = {
  connect: "Failed to connect to Fyers",
  autoTimedOut: "Auto-connect timed out. Please try the manual method.",
  loginTimedOut: "Authentication timed out. Please try again.",
  auto: "Failed to auto-connect to Fyers",
  complete: "Failed to complete authentication",
  notValid: "Fyers token validation failed after retry.",
  disconnect: "Failed to disconnect from Fyers",
  remove: "Failed to delete Fyers credentials",
} as const;

export const fyersSuccesses = {
  initiated: "Successfully initiated Fyers connection",
  auto: "Successfully connected to Fyers automatically!",
  connected: "Successfully connected to Fyers",
  disconnected: "Successfully disconnected from Fyers",
  removed: "Fyers credentials deleted completely",
} as const;

export const fyersScriptTexts = {
  formTitle: "Connect to Fyers",
  formLead: "With your own app from the API dashboard of Fyers.",
  connect: "Manual Connect",
  connectFailed: fyersFailures.connect,
  connected: fyersSuccesses.connected,
  appStep: "Make an app at Fyers",
  appLead: "In the API dashboard of Fyers, create an app and copy these values into it, exactly.",
  redirectHint: "Register exactly this address as the redirect URL of your Fyers app.",
  console: { label: "Open the Fyers API dashboard", href: "https://myapi.fyers.in/dashboard" },
  keyStep: "Paste the keys",
  securityTitle: "How your details are kept",
  securityNote:
    "PIN, TOTP key and secret key are encrypted one by one before they are stored, never shown in full again, and used only to log in for you. Only this form asks for your PIN. We never ask for it by phone, mail or chat.",
  loginStep: "Log in at Fyers",
  loginLead: "A window of Fyers opens. When it closes, you are connected.",
  guide: [
    "Log in to the Fyers API dashboard with your Fyers ID.",
    "Choose Create App. Name: anything you like. Permissions: orders, positions, funds and quotes.",
    "Paste our Redirect URL and the address for orders. Save.",
    "The page now shows App ID, such as QW7ER8TY2K-100, and Secret Key. The digits after the dash are the App Type.",
    "TOTP Key: in your Fyers account under security, switch on the external TOTP and choose to see the key itself.",
    "Come back, paste everything, and press Manual Connect.",
  ],
  guidePdf: "/guides/fyers.pdf",
  addressGuide: [
    "Open the API dashboard of Fyers (myapi.fyers.in) and choose the app whose App ID you entered here.",
    "Edit the app and enter the address above as its static IP. Older apps have no such field: make a new one and enter its keys here.",
    "Save, then press Check now on this page.",
  ],
  removeBody:
    "Are you sure you want to completely delete your Fyers API credentials? You'll need to re-enter them to reconnect.",
} as const satisfies ScriptTexts;

export const fyersAuto = {
  label: "Auto-Connect",
  note: "Auto-connect is available after the first manual connect.",
  running: "Logging in at Fyers for you. This can take up to 90 seconds; keep this page open.",
} as const;

export const fyersConnectedTexts = {
  title: "Connected to Fyers",
  lead: "The session ends before the next trading day.",
  lastUpdated: "Last updated",
  clientId: "Client ID",
  appId: "App ID",
  toTrading: "Go to the trading dashboard",
} as const;

export const fyersFields: readonly FieldScript<FyersField>[] = [
  {
    name: "FY_ID",
    label: "Fyers ID",
    missing: "Fyers ID is required",
    blamedBy: /fyers ?id|fy_id|client id|another Vriddhi account/i,
  },
  { name: "APP_ID", label: "App ID", missing: "App ID is required", blamedBy: /app ?id|app_id|api ?key/i },
  {
    name: "APP_TYPE",
    label: "App Type",
    missing: "App type is required",
    hint: "The digits after the dash of your app id.",
    isNumeric: true,
    blamedBy: /app ?type/i,
  },
  {
    name: "PIN",
    label: "PIN",
    missing: "PIN is required",
    hint: "The 4-digit PIN of your Fyers login.",
    isHidden: true,
    isNumeric: true,
    blamedBy: /\bpin\b/i,
  },
  {
    name: "TOTP_KEY",
    label: "TOTP Key",
    missing: "TOTP key is required",
    hint: "The long key, not the 6-digit code.",
    blamedBy: /totp|authenticator/i,
  },
  {
    name: "SECRET_KEY",
    label: "Secret Key",
    missing: "Secret key is required",
    isHidden: true,
    blamedBy: /secret|hash/i,
  },
];

export const fyersLoginTexts = {
  title: "Complete the login at Fyers",
  lead: "Log in on the Fyers page in the other window. When it brings you back here, you are connected.",
  pasteLead:
    "If that window does not bring you back, copy the auth code, or the whole address it ends on, and paste it here.",
  grant: "Auth code or redirected address",
  grantMissing: "Auth code is required",
  complete: "Complete Authentication",
} as const;
