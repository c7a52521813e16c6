interface Words {
  readonly text: string;
  /** The user should check it, if it was not them. */
  readonly isWarning?: boolean;
}

const words: Readonly<Record<string, Words>> = {
  login: { text: "Signed in" },
  login_failed: { text: "Sign-in failed", isWarning: true },
  logout: { text: "Signed out" },
  session_revoked: { text: "Ended a session on another device" },
  password_changed: { text: "Password changed" },
  password_reset: { text: "Password reset with a code by email", isWarning: true },
  email_changed: { text: "Email address changed" },
  totp_enabled: { text: "Two-step sign-in switched on" },
  totp_disabled: { text: "Two-step sign-in switched off", isWarning: true },
  recovery_code_used: { text: "Recovery code used", isWarning: true },
  passkey_added: { text: "Passkey added" },
  passkey_removed: { text: "Passkey removed" },
  phone_verified: { text: "Phone number verified" },
  google_linked: { text: "Google account linked" },
  google_unlinked: { text: "Google account unlinked" },
  passkeys_ended: { text: "All passkeys removed after a reset by email", isWarning: true },
  factor_removal_asked: { text: "Support was asked to switch two-step sign-in off", isWarning: true },
};

const unknown: Words = { text: "Account activity" };

/** An event in plain words; the server may have kinds that this page does not know. */
export const describeEvent = (kind: string): Words => (Object.hasOwn(words, kind) ? words[kind] : undefined) ?? unknown;
