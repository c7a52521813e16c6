import { brand } from "@vriddhi/core/site/brand";
import { UNKNOWN_DEVICE } from "../../lib/device-name.ts";

export const settingsTexts = {
  loading: (title: string) => `Loading: ${title}`,
  loadFailed: "We could not load this.",
  retry: "Try Again",
  unknownFault: "Something went wrong. Please try again.",
  cancel: "Cancel",
  back: "Back",
  continue: "Continue",
  codeInvalid: "Please enter the 6 digits",
  needsPassword: "Your account has no password yet. Set one first.",
  setPassword: "Set a password",
} as const;

export const passwordTexts = {
  title: "Sign-in & password",
  lead: "How you get into your account.",
  password: "Password",
  noun: "password",
  isSet: "Change it whenever you think someone else may know it.",
  isMissing: "You sign in with Google and have no password. Set one by email to sign in without Google too.",
  change: "Change",
  dialogTitle: "Change your password",
  dialogLead: "Every other device is signed out. This one stays signed in.",
  current: "Current password",
  next: "New password",
  submit: "Change password",
} as const;

export const googleRowTexts = {
  google: "Google",
  linked: "Linked",
  lead: "You can sign in with your Google account.",
  missing: "Sign in with the Google account of your email address as well.",
  link: "Link",
  unlink: "Unlink",
  unlinkTitle: "Unlink Google?",
  unlinkBody: "Your Google account no longer opens this one. You sign in with your password or a passkey.",
  unlinked: "Google is unlinked",
} as const;

export const emailTexts = {
  title: "Email address",
  lead: "You sign in with it, and we send codes and receipts there.",
  signIn: "Your email",
  noun: "email address",
  change: "Change",
  dialogTitle: "Change your email address",
  dialogLead:
    "We send a code to the new address. The old one stays until you enter it; then every other device is signed out.",
  email: "New email address",
  password: "Password",
  submit: "Send code",
  codeTitle: "Check your new mailbox",
  codeLead: (email: string) => `We have sent a 6-digit code to ${email}.`,
  confirm: "Confirm address",
} as const;

export const phoneRowTexts = {
  title: "Phone",
  lead: "A verified number shows that the account is yours.",
  mobile: "Mobile number",
  noun: "phone number",
  verified: "Verified",
  missing: "Not verified yet. We text you a 6-digit OTP.",
  verify: "Verify",
  change: "Change",
} as const;

export const appearanceTexts = {
  title: "Appearance",
  lead: "For the dashboard and articles, on this device.",
  choices: { auto: "System", light: "Light", dark: "Dark" },
} as const;

export const deviceTexts = {
  title: "Devices",
  lead: "Where you are signed in. End what you do not recognise, then change your password.",
  current: "This device",
  lastSeen: "Last seen",
  end: "End session",
  endTitle: "End this session?",
  endBody: (device: string) => `${device} is signed out at once and needs your password to come back.`,
  ended: "Session ended",
  endOthers: "Sign out all other devices",
  endOthersTitle: "Sign out all other devices?",
  endOthersBody: "Every device but this one is signed out at once.",
  othersEnded: "All other devices are signed out",
  unknown: UNKNOWN_DEVICE,
} as const;

export const notificationSectionTexts = {
  title: "Notifications",
  lead: "How we reach you, and which alerts you want.",
} as const;

export const historyTexts = {
  title: "Sign-in history",
  lead: "The last sign-ins and changes to your account’s security.",
  empty: "Nothing has happened yet.",
  showAll: (count: number) => `Show all ${count}`,
} as const;

export const dataTexts = {
  title: "Your data",
  lead: "Download your data, or delete your account.",
  download: "Download",
  downloadTitle: "Download your data",
  downloadLead: "Everything we hold about you, in one JSON file.",
  downloaded: "Your data has been downloaded",
  fileName: (day: string) => `${brand.name.toLowerCase()}-data-${day}.json`,
  delete: "Delete",
  account: "your account",
  deleteTitle: "Delete your account",
  deleteLead: "Erases your profile and signs you out everywhere. This cannot be undone.",
  dialogTitle: "Delete your account?",
  erased: "Your name, email, phone, date of birth, passkeys and sign-in data are erased at once.",
  kept: "Invoices stay as they were issued, with the name and address on them, for six years after the tax return of their year, as the law demands. Orders and trades stay under a number, without your name.",
  warning: "A running subscription is lost. If the algorithm has open positions, close them first.",
  word: "DELETE",
  confirm: "Type DELETE to confirm",
  confirmFault: "Type DELETE, in capitals",
  password: "Password",
  submit: "Delete account",
  deleted: "Your account has been deleted",
} as const;
