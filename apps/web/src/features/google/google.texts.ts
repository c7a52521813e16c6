export const googleFailureTexts = {
  refused: "Authentication failed. Please try again.",
  noCode: "No authorization code received",
  noSession: "Failed to establish user session. Please try logging in again.",
  noProfile: "Failed to load user profile. Please try logging in again.",
  unexpected: "An unexpected error occurred. Please try again.",
} as const;

export const googleTexts = {
  link: "Link Google",
  button: "Sign in with Google",
  arriving: "Signing you in",
  arrivingBody: "Google has answered. One moment, we are opening your account.",
  arrived: "You are signed in",
  arrivedBody: "Taking you on…",
  failed: "Signing in did not work",
  backToLogin: "Back to Login",
} as const;

export const googleConfirmTexts = {
  linkTitle: "Link Google to your account",
  linkBody: "You already have an account with this address. Enter its password once to link it to Google.",
  codeTitle: "One more step",
  codeBody: "Your account has two-step sign-in. Enter the code from your authenticator app, or a recovery code.",
  password: "Password",
  passwordRequired: "Password is required",
  code: "Code from the app, or a recovery code",
  codeRequired: "Please enter a code",
  submit: "Continue",
} as const;
