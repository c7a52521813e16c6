/** C8.2, C5.1: what the two doors of the desk say. */
export const adminLoginTexts = {
  username: "Username",
  usernameHint: "Your user name, or the e-mail address of your account.",
  password: "Password",
  submit: "Log in",
  code: "Authentication code",
  codeHint: "Six digits from your authenticator app.",
  recoveryCode: "Recovery code",
  useRecovery: "Use a recovery code",
  useApp: "Use the authenticator app",
  mailCode: "Code from your mail",
  mailCodeHint: "There were many wrong passwords, so we sent a code to your address.",
  another: "Use another account",
  fillIn: "Please fill in all fields",
  credentials: "Login failed. Please check your credentials.",
  network: "Network error. Please check if the server is running.",
} as const;

export type Door = "admin" | "secret";

interface DoorTexts {
  readonly title: string;
  readonly lead: string;
  /** Where the server refused without a word. */
  readonly failed: string;
}

export const doorTexts: Readonly<Record<Door, DoorTexts>> = {
  admin: {
    title: "Admin login",
    lead: "For administrators. Your own account's login is elsewhere.",
    failed: "Admin login failed",
  },
  secret: {
    title: "Back office login",
    lead: "For the operator's desk: orders, capital and broker links of every user.",
    failed: "Login failed",
  },
};
