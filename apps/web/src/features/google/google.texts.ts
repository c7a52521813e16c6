/** A8.4 */
export const googleFailureTexts = {
  refused: "Authentication failed. Please try again.",
  noCode: "No authorization code received",
  noSession: "Failed to establish user session. Please try logging in again.",
  noProfile: "Failed to load user profile. Please try logging in again.",
  unexpected: "An unexpected error occurred. Please try again.",
} as const;

export const googleTexts = {
  button: "Sign in with Google",
  arriving: "Signing you in",
  arrivingBody: "Google has answered. One moment, we are opening your account.",
  arrived: "You are signed in",
  arrivedBody: "Taking you on…",
  failed: "Signing in did not work",
  backToLogin: "Back to Login",
} as const;
