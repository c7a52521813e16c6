import { brand } from "@vriddhi/core/site/brand";

export const authenticatorTexts = {
  scanTitle: "Scan the code",
  scanLead: "Open your authenticator app, add an account and scan this.",
  qrAlt: "QR code for your authenticator app",
  openApp: "Open in your authenticator app",
  secret: "Or type this key",
  code: "6-digit code from the app",
  confirm: "Confirm",
  codesTitle: "Keep your recovery codes",
  codesLead:
    "Each one signs you in once if you lose your phone. Keep them where only you can find them: we never show them again.",
  codesLabel: "Recovery codes",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Your browser did not allow copying. Download the codes instead.",
  download: "Download",
  fileName: `${brand.name.toLowerCase()}-recovery-codes.txt`,
  saved: "I have saved them",
  staffTitle: "Set up your authenticator",
  staffLead:
    "The back office asks for a second step at each sign-in. Scan the code with your authenticator app and type its six digits.",
  staffFailed: "The authenticator could not be set up. Please try again.",
  staffAnother: "Use another account",
} as const;
