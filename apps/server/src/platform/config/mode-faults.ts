import { sampleFaults } from "./seller-settings.ts";

type Env = Readonly<Record<string, string | undefined>>;

const LIVE_NEEDS = [
  "PUBLIC_URL",
  "TRUST_PROXY_HOPS",
  "DATABASE_URL",
  "MASTER_KEY",
  "SMTP_URL",
  "SMS_URL",
  "SMS_API_KEY",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  "RAZORPAY_KEY_ID",
  "RAZORPAY_KEY_SECRET",
  "RAZORPAY_WEBHOOK_SECRET",
  "METRICS_TOKEN",
  "SELLER_NAME",
  "SELLER_ADDRESS",
  "SELLER_GSTIN",
] as const;

export const RAZORPAY_ADDRESSES = {
  RAZORPAY_URL: "https://api.razorpay.com",
  RAZORPAY_CHECKOUT_URL: "https://checkout.razorpay.com/v1/checkout.js",
} as const;

export const liveFaults = (env: Env): string[] => [
  ...LIVE_NEEDS.filter((name) => env[name] === undefined).map((name) => `${name}: MODE=live needs it`),
  ...(env["PUBLIC_URL"]?.startsWith("http:") ? ["PUBLIC_URL: MODE=live needs an https address"] : []),
  // This process serves http behind a proxy; without the proxy's header all clients share one address.
  ...(env["TRUST_PROXY_HOPS"] === "0" ? ["TRUST_PROXY_HOPS: MODE=live needs at least one proxy in front"] : []),
  ...(env["RAZORPAY_KEY_ID"]?.startsWith("rzp_test_") ? ["RAZORPAY_KEY_ID: MODE=live refuses a test key"] : []),
  ...(env["PUBLIC_DEMO"] === "1" ? ["PUBLIC_DEMO: MODE=live is no demonstration"] : []),
  ...Object.entries(RAZORPAY_ADDRESSES)
    .filter(([name, real]) => env[name] !== undefined && env[name] !== real)
    .map(([name]) => `${name}: MODE=live speaks to the real one only`),
  ...["ADMIN_PASSWORD", "BLOG_ADMIN_PASSWORD"]
    .filter((name) => env[name] !== undefined)
    .map((name) => `${name}: MODE=live has no login of its own; \`npm run admin\` gives an account a role`),
  ...sampleFaults(env),
];

/** Live values that sandbox mode refuses, so that a forgotten MODE=live fails before a customer pays. */
export const sandboxFaults = (env: Env): string[] => [
  ...(env["PUBLIC_URL"]?.startsWith("https:") && env["PUBLIC_DEMO"] !== "1"
    ? ["PUBLIC_URL: the sandbox refuses an https address; set MODE=live, or PUBLIC_DEMO=1 for a demonstration"]
    : []),
  ...(env["RAZORPAY_KEY_ID"]?.startsWith("rzp_live_") ? ["RAZORPAY_KEY_ID: the sandbox refuses a live key"] : []),
];
