export const phoneTexts = {
  title: "Verify your mobile number",
  lead: "We text you a 6-digit OTP. You can also do this later, in Settings.",
  country: "Country",
  phone: "Phone number",
  send: "Send OTP",
  notNow: "Not now",
} as const;

export const otpTexts = {
  title: "Enter the OTP",
  sentTo: "For",
  otp: "6-digit OTP",
  verify: "Verify",
  back: "Back",
  resend: "Resend OTP",
  resendIn: (seconds: number) => `Resend OTP in ${seconds} s`,
  invalid: "Please enter a valid 6-digit OTP",
  expired: "Session expired. Please request a new OTP.",
} as const;

export const phoneFailureTexts = {
  send: "Failed to send OTP",
  verify: "Invalid OTP",
  network: "Network error occurred",
} as const;
