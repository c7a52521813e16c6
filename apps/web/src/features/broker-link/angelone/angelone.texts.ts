export const angelOneTexts = {
  formTitle: "Connect to Angel One",
  formLead: "With your own SmartAPI key. The login needs no page of the broker: it happens right here.",
  fetch: "Fetch Credentials",
  connect: "Connect",
  /** B2.17 */
  securityTitle: "How your details are kept",
  securityNote:
    "Key, PIN and TOTP secret are encrypted one by one before they are stored, never shown in full again, and used only to log in for you. A 6-digit code is used once and not stored, so you are asked again tomorrow.",
  connectedTitle: "Connected to Angel One",
  clientCode: "Client code",
  name: "Name",
  email: "Email",
  mobile: "Mobile",
  lastConnected: "Last connected",
  refresh: "Refresh Status",
  comesByItself: "Connects by itself at 8:30 AM with what is stored. You need not do anything.",
  removeBody:
    "Are you sure you want to completely delete your Angel One API credentials? You'll need to re-enter them to reconnect.",
} as const;

/** B9.5: what the next trading morning brings. */
export const angelOneMornings = {
  byItself: "On trading days we end the session at 8:00 AM and connect again at 8:30 AM, without you.",
  byHand:
    "The session ends by itself before the next trading day. Without a stored TOTP secret you connect it again yourself.",
  unsubscribed:
    "The session ends by itself before the next trading day. Without a subscription we do not log in for you.",
} as const;

export const angelOneFields = {
  api_key: { label: "API key", missing: "API key is required", hint: "From your app at SmartAPI." },
  username: { label: "Client code", missing: "Client code is required", hint: "As on your Angel One statements." },
  password: { label: "Trading PIN", missing: "Trading PIN is required", hint: "4 digits." },
  totp_token: {
    label: "TOTP secret or code",
    missing: "TOTP secret or code is required",
    hint: "The secret logs you in every morning; a 6-digit code only once.",
  },
} as const;

/** B8.9 */
export const angelOneFailures = {
  connect: "Failed to connect to Angel One",
  disconnect: "Failed to disconnect from Angel One",
  remove: "Failed to delete Angel One credentials",
  noRefreshToken: "No refresh token available",
  refresh: "Failed to refresh Angel One tokens",
  fetch: "Failed to fetch credentials",
} as const;

/** B8.9 */
export const angelOneSuccesses = {
  connected: "Successfully connected to Angel One!",
  disconnected: "Successfully disconnected from Angel One",
  removed: "Angel One credentials deleted completely",
  refreshed: "Angel One tokens refreshed successfully",
} as const;
