import { authenticatorTexts } from "../../texts/authenticator.texts.ts";

export const totpTexts = {
  title: "Two-step sign-in",
  lead: "A code from your phone besides your password. A stolen password alone is then not enough.",
  app: "Authenticator app",
  noun: "two-step sign-in",
  on: "On",
  off: "Off",
  offLead: "Google Authenticator, 1Password, Authy or any other app will do.",
  codesLeft: (count: number) => `${count} recovery ${count === 1 ? "code" : "codes"} left.`,
  fewCodes: "Switch it off and on again to get new ones.",
  switchOn: "Switch on",
  switchOff: "Switch off",
  passwordTitle: "Switch on two-step sign-in",
  passwordLead: "Enter your password first, so that only you can do this.",
  password: "Password",
  ...authenticatorTexts,
  switchedOn: "Two-step sign-in is on",
  offTitle: "Switch off two-step sign-in?",
  offWarning: "From then on your password alone opens the account.",
  offCode: "Code from the app, or a recovery code",
  offCodeFault: "Please enter a code",
  switchedOff: "Two-step sign-in is off",
} as const;

export const passkeyTexts = {
  title: "Passkeys",
  lead: "Sign in with your fingerprint, face or screen lock. Nothing to remember, nothing to steal.",
  none: "No passkeys yet",
  noneLead: "Add this device and sign in without a password.",
  added: (day: string) => `Added ${day}`,
  add: "Add a passkey",
  unsupported: "This browser cannot make passkeys. Open Settings on a phone or computer with a screen lock.",
  dialogTitle: "Add a passkey",
  dialogLead:
    "Give it a name that you will recognise. Your device then asks for your fingerprint, face or screen lock.",
  name: "Name",
  nameRequired: "Name is required",
  wasAdded: "Passkey added",
  cancelled: "No passkey was made. You can try again.",
  alreadyThere: "This device already has a passkey for your account.",
  deviceFault: "Your device could not make a passkey. Please try again.",
  remove: "Remove",
  removeTitle: "Remove this passkey?",
  removeBody: (name: string) =>
    `“${name}” no longer opens your account. Delete it in your device’s password settings too.`,
  removed: "Passkey removed",
} as const;

export const guessablePasswordTexts = {
  title: "Your password is one of the most common.",
  body: "Attackers try it first. Choose a longer one, or switch on two-step sign-in.",
  action: "Change it in Settings",
} as const;
