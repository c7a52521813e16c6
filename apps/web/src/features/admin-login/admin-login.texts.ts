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

export type LoginArea = "admin" | "secret";

interface LoginAreaTexts {
  readonly title: string;
  readonly lead: string;
  /** Where the server refused without a sentence. */
  readonly failed: string;
}

export const loginAreaTexts: Readonly<Record<LoginArea, LoginAreaTexts>> = {
  admin: {
    title: "Admin login",
    lead: "For administrators. Customers log in on the normal login page.",
    failed: "Admin login failed",
  },
  secret: {
    title: "Back office login",
    lead: "For operators: orders, capital and broker links of every user.",
    failed: "Login failed",
  },
};
