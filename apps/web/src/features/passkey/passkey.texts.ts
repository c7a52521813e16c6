export const passkeyTexts = {
  button: "Use a passkey",
  refused: "We do not know this passkey, or it was removed. Choose another one or log in with your password.",
  failed: "Your passkey could not be read. Try again, or log in with your password.",
  unreachable: "We could not reach the server. Check your connection and try again.",
} as const;
