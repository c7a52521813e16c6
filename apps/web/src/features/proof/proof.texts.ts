import { unreachableText } from "../../texts/account-form.texts.ts";

export const proofTexts = {
  title: "Confirm that it is you",
  lead: "You signed in a while ago. Please confirm your identity to continue.",
  password: "Password",
  passwordRequired: "Password is required",
  code: "Code from your authenticator app, or a recovery code",
  codeRequired: "Please enter a code",
  submit: "Confirm",
  cancel: "Cancel",
  passkey: "Use a passkey",
  passkeyFailed: "Your passkey could not be used. Please try again.",
  google: "Sign in with Google again to confirm.",
  unreachable: unreachableText,
  failed: "Something went wrong. Please try again.",
} as const;
