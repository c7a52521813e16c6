import type { FieldScript, ScriptTexts } from "../wizard/connection-script.ts";

export type AngelOneField = "api_key" | "username" | "password" | "totp_token";

export const angelOneFailures = {
  connect: "Failed to connect to Angel One",
  disconnect: "Failed to disconnect from Angel One",
  remove: "Failed to delete Angel One credentials",
  noRefreshToken: "No refresh token available",
  refresh: "Failed to refresh Angel One tokens",
  fetch: "Failed to fetch credentials",
} as const;

export const angelOneSuccesses = {
  connected: "Successfully connected to Angel One!",
  disconnected: "Successfully disconnected from Angel One",
  removed: "Angel One credentials deleted completely",
  refreshed: "Angel One tokens refreshed successfully",
} as const;

export const angelOneScriptTexts = {
  formTitle: "Connect to Angel One",
  formLead: "With your own SmartAPI key. You log in right here, not on a page of the broker.",
  connect: "Connect",
  connectFailed: angelOneFailures.connect,
  connected: angelOneSuccesses.connected,
  appStep: "Make an app at SmartAPI",
  appLead: "At SmartAPI, create an app of the kind Trading. Angel One does not need a redirect address from us.",
  redirectHint: "",
  console: { label: "Open SmartAPI", href: "https://smartapi.angelone.in/apps" },
  keyStep: "Paste the keys",
  securityTitle: "How your details are kept",
  securityNote:
    "Key, PIN and TOTP secret are encrypted one by one before they are stored, never shown in full again, and used only to log in for you. A 6-digit code is used once and not stored, so you are asked again tomorrow. Only this form asks for your PIN. We never ask for it by phone, mail or chat.",
  loginStep: "Log in",
  loginLead: "We log in once with these details and show you at once whether Angel One accepts them.",
  guide: [
    "Log in to SmartAPI with your Angel One client code.",
    "Under My Apps choose Create an App, kind Trading API. Name: anything you like.",
    "Enter our address for orders as the primary static IP. Save.",
    "The app's page shows the API key: copy it.",
    "TOTP secret: open Enable TOTP at SmartAPI, log in, and copy the text below the QR code.",
    "Come back, paste everything with your 4-digit PIN, and press Connect.",
  ],
  guidePdf: "/guides/angelone.pdf",
  addressGuide: [
    "Log in to SmartAPI (smartapi.angelone.in) and open My Apps.",
    "Edit the app whose API key you entered here and put the address above in as its primary static IP. Angel One allows one change a week.",
    "Save, then press Check now on this page.",
  ],
  removeBody:
    "Are you sure you want to completely delete your Angel One API credentials? You'll need to re-enter them to reconnect.",
} as const satisfies ScriptTexts;

export const angelOneTexts = {
  fetch: "Fetch Credentials",
  connectedTitle: "Connected to Angel One",
  clientCode: "Client code",
  name: "Name",
  email: "Email",
  mobile: "Mobile",
  lastConnected: "Last connected",
  refresh: "Refresh Status",
  comesByItself: "Connects automatically at 8:30 AM with your saved details. You do not have to do anything.",
} as const;

export const angelOneMornings = {
  byItself: "On trading days we end the session at 8:00 AM and connect again at 8:30 AM, without you.",
  byHand:
    "The session ends before the next trading day. Without a stored TOTP secret you have to connect again yourself.",
  unsubscribed: "The session ends before the next trading day. Without a subscription we do not log in for you.",
} as const;

const PIN_MAX = 4;

export const angelOneFields: readonly FieldScript<AngelOneField>[] = [
  {
    name: "api_key",
    label: "API key",
    missing: "API key is required",
    hint: "From your app at SmartAPI.",
    blamedBy: /api ?key/i,
  },
  {
    name: "username",
    label: "Client code",
    missing: "Client code is required",
    hint: "As on your Angel One statements.",
    blamedBy: /client code|another Vriddhi account/i,
  },
  {
    name: "password",
    label: "Trading PIN",
    missing: "Trading PIN is required",
    hint: "4 digits.",
    isHidden: true,
    isNumeric: true,
    maxLength: PIN_MAX,
    blamedBy: /password|\bpin\b|login id/i,
  },
  {
    name: "totp_token",
    label: "TOTP secret or code",
    missing: "TOTP secret or code is required",
    hint: "The secret logs you in every morning; a 6-digit code only once.",
    isHidden: true,
    blamedBy: /totp/i,
  },
];
