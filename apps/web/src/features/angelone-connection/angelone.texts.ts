export const angelOneTexts = {
  formTitle: "Connect to Angel One",
  formLead: "With your own SmartAPI key. The login needs no page of the broker: it happens right here.",
  fetch: "Fetch Credentials",
  connect: "Connect",
  cancel: "Keep the connection",
  /** B2.17 */
  securityTitle: "How your details are kept",
  securityNote:
    "Key, PIN and TOTP secret are encrypted one by one before they are stored, never shown in full again, and used only to log in for you. A 6-digit code is used once and not stored, so you are asked again tomorrow.",
  connectedTitle: "Connected to Angel One",
  connectedLead: "The session ends by itself before the next trading day.",
  clientCode: "Client code",
  name: "Name",
  email: "Email",
  mobile: "Mobile",
  lastConnected: "Last connected",
  unknown: "Not given",
  disconnect: "Disconnect",
  reconnect: "Reconnect",
  refresh: "Refresh Status",
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
  noRefreshToken: "No refresh token available",
  refresh: "Failed to refresh Angel One tokens",
  fetch: "Failed to fetch credentials",
} as const;

/** B8.9 */
export const angelOneSuccesses = {
  connected: "Successfully connected to Angel One!",
  disconnected: "Successfully disconnected from Angel One",
  refreshed: "Angel One tokens refreshed successfully",
} as const;
