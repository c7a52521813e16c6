/** Everything that MODE=live asks for; nothing of it is reached by a start. */
export const liveSettings: Readonly<Record<string, string>> = {
  MODE: "live",
  PUBLIC_URL: "https://vriddhi.example",
  TRUST_PROXY_HOPS: "1",
  DATABASE_URL: "postgres://app:pass-1@db.example/vriddhi",
  MASTER_KEY: "0123456789abcdef".repeat(4),
  SMTP_URL: "smtp://127.0.0.1:9",
  SMS_URL: "https://sms.example",
  SMS_API_KEY: "pass-2",
  GOOGLE_CLIENT_ID: "client.apps.example",
  GOOGLE_CLIENT_SECRET: "pass-3",
  RAZORPAY_KEY_ID: "rzp_live_Example0000000",
  RAZORPAY_KEY_SECRET: "pass-4",
  RAZORPAY_WEBHOOK_SECRET: "pass-5",
  METRICS_TOKEN: "pass-6-for-the-monitor",
};
