import { resolve } from "node:path";
import { WIRE_RECORD_DAYS } from "@vriddhi/core/order/wire-retention";
import { brand } from "@vriddhi/core/site/brand";
import { RECORD_DAYS, TICK_DAYS } from "@vriddhi/core/strategy/strategy-hours";
import { z } from "zod";
import { type BlogSettings, blogEnvironment, blogFaults, toBlog } from "./blog-settings.ts";
import { deskEnvironment, type FourEyesSettings, toFourEyes } from "./desk-settings.ts";
import { egressFaults, ownAddressOf, publicAddresses } from "./egress-settings.ts";
import { liveFaults, RAZORPAY_ADDRESSES, sandboxFaults } from "./mode-faults.ts";
import { withCurrentNames } from "./renamed-settings.ts";
import { Secret } from "./secret.ts";
import { withSecretFiles } from "./secret-files.ts";
import { type SellerSettings, sellerEnvironment, toSeller } from "./seller-settings.ts";
import { settingFault } from "./setting-fault.ts";
import { type StaffPasswords, staffEnvironment, toStaffPasswords } from "./staff-passwords.ts";
import { type TracingSettings, toTracing, tracingEnvironment } from "./tracing-settings.ts";

export type Mode = "sandbox" | "live";
export type ProcessRole = "all" | "api" | "worker" | "engine" | "sandbox";

export interface SmsSettings {
  readonly gateway: "twofactor" | "msg91";
  readonly url: string;
  readonly apiKey: Secret;
  readonly template: string | null;
}

export interface GoogleSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
}

export interface PaymentSettings {
  readonly url: string;
  readonly checkoutUrl: string;
  readonly keyId: string;
  readonly keySecret: Secret;
  /** Two during a rotation only. */
  readonly webhookSecrets: readonly Secret[];
}

export interface DeskSettings {
  readonly clientId: string;
  readonly appKey: string;
  /** Angel One has none. */
  readonly appSecret: Secret | null;
  readonly pin: Secret;
  readonly totpSecret: Secret;
}

export interface TelegramSettings {
  readonly apiUrl: string;
  readonly linkUrl: string;
  readonly token: Secret;
}

/** Separate pools: a busy site cannot take a connection from the morning steps or the orders, nor the other way. */
export interface PoolSizes {
  readonly api: number;
  readonly steps: number;
  readonly orders: number;
}

export interface Config {
  readonly mode: Mode;
  readonly role: ProcessRole;
  readonly port: number;
  readonly host: string;
  /** The product's public address: decides cookie flags, links in mails and the accepted origin. */
  readonly publicUrl: URL;
  readonly trustProxyHops: number;
  readonly dataDir: string;
  /** `null`: the embedded PostgreSQL in the data folder. */
  readonly databaseUrl: Secret | null;
  /** Live mode: what a start does where a failover of the database could lose commits. */
  readonly databaseDurability: "required" | "warn";
  readonly pools: PoolSizes;
  /** Retention of the strategies' bars in days. */
  readonly recordDays: number;
  /** Retention of recorded ticks in days. */
  readonly tickDays: number;
  /** Retention of recorded order traffic in days. */
  readonly wireRecordDays: number;
  /** `null`: generated and stored in the data folder; only for the sandbox with the embedded database. */
  readonly masterKey: Secret | null;
  /** Wraps the data keys after `npm run keys:rotate`; nothing else reads it. */
  readonly masterKeyNew: Secret | null;
  /** `null`: the sandbox's own mailbox. */
  readonly smtpUrl: Secret | null;
  /** Recipient of the database outage alert. */
  readonly operatorEmail: string;
  /** `null`: the sandbox's own gateway. */
  readonly sms: SmsSettings | null;
  /** `null`: the sandbox's own provider. */
  readonly google: GoogleSettings | null;
  /** `null`: the sandbox's own Razorpay. */
  readonly payment: PaymentSettings | null;
  readonly seller: SellerSettings;
  readonly blog: BlogSettings;
  readonly fourEyes: FourEyesSettings;
  readonly adminClockShiftMinutes: number;
  readonly staffPasswords: StaffPasswords;
  /** `null`: the sandbox's own bot; live mode then sends nothing by Telegram. */
  readonly telegram: TelegramSettings | null;
  /** `null`: derived from the master key. */
  readonly vapidPrivateKey: Secret | null;
  /** Local addresses for broker accounts, each for one account. */
  readonly egressAddresses: readonly string[];
  /** The public address of each local address or proxy; `*` is the machine's default. */
  readonly egressPublicAddresses: ReadonlyMap<string, string>;
  /** `null`: the sandbox's own; in live mode that strategy uses the other's feed. */
  readonly desks: { readonly angelone: DeskSettings | null; readonly fyers: DeskSettings | null };
  readonly metricsToken: Secret | null;
  /** `null`: no traces. */
  readonly tracing: TracingSettings | null;
  readonly sandboxClock: string;
  /** The control address of a process with ROLE=sandbox; `null`: this product hosts its own or finds one. */
  readonly sandboxUrl: string | null;
  /** How many processes PROCESSES starts beside the sandbox; they follow its clock. */
  readonly clockFollowers: number;
  /** How many demo accounts trade in the sandbox beside the demo user. */
  readonly sandboxDemoAccounts: number;
  readonly marketDataDir: string | null;
  /** A public sandbox: its control calls are closed. */
  readonly isPublicDemo: boolean;
  /** False: the site shows no results, no ratings and no heat map. The web build reads the same setting. */
  readonly hasSiteClaims: boolean;
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
  readonly web: { readonly buildDir: string | null; readonly isDev: boolean };
}

/** An empty value in a file means "not set". */
const setting = <T extends z.ZodType>(type: T) => z.preprocess((text) => (text === "" ? undefined : text), type);
const optional = setting(z.string().optional());

const masterKey = setting(
  z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "must be 64 hexadecimal digits: `openssl rand -hex 32` makes one")
    .optional(),
);

const environment = z.object({
  MODE: setting(z.enum(["sandbox", "live"]).default("sandbox")),
  ROLE: setting(z.enum(["all", "api", "worker", "engine", "sandbox"]).default("all")),
  PROCESSES: setting(
    z
      .string()
      .regex(
        /^(sandbox|api|engine|worker)(,\s*(sandbox|api|engine|worker))*$/,
        "must list sandbox, api, engine, worker",
      )
      .optional(),
  ),
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: setting(z.string().default("127.0.0.1")),
  PUBLIC_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  TRUST_PROXY_HOPS: setting(z.coerce.number().int().min(0).max(10).default(0)),
  DATA_DIR: setting(z.string().default("./data")),
  SECRETS_DIR: optional,
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_DURABILITY: setting(z.enum(["required", "warn"]).default("required")),
  POOL_API_MAX: setting(z.coerce.number().int().min(2).max(200).default(8)),
  POOL_STEPS_MAX: setting(z.coerce.number().int().min(3).max(200).default(6)),
  POOL_ORDERS_MAX: setting(z.coerce.number().int().min(1).max(200).default(4)),
  MARKET_RECORD_DAYS: setting(z.coerce.number().int().min(1).max(3_650).default(RECORD_DAYS)),
  TICK_RECORD_DAYS: setting(z.coerce.number().int().min(1).max(3_650).default(TICK_DAYS)),
  WIRE_RECORD_DAYS: setting(z.coerce.number().int().min(31).max(3_650).default(WIRE_RECORD_DAYS)),
  MASTER_KEY: masterKey,
  MASTER_KEY_NEW: masterKey,
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/ }).optional()),
  OPERATOR_EMAIL: setting(z.email().optional()),
  SMS_GATEWAY: setting(z.enum(["twofactor", "msg91"]).default("twofactor")),
  SMS_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  SMS_API_KEY: optional,
  SMS_TEMPLATE: optional,
  GOOGLE_ISSUER: setting(z.url({ protocol: /^https?$/ }).default("https://accounts.google.com")),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  RAZORPAY_URL: setting(z.url({ protocol: /^https?$/ }).default(RAZORPAY_ADDRESSES.RAZORPAY_URL)),
  RAZORPAY_CHECKOUT_URL: setting(z.url({ protocol: /^https?$/ }).default(RAZORPAY_ADDRESSES.RAZORPAY_CHECKOUT_URL)),
  RAZORPAY_KEY_ID: optional,
  RAZORPAY_KEY_SECRET: optional,
  RAZORPAY_WEBHOOK_SECRET: optional,
  RAZORPAY_WEBHOOK_SECRET_OLD: optional,
  ...sellerEnvironment,
  ...blogEnvironment,
  ...deskEnvironment,
  ...staffEnvironment,
  ...tracingEnvironment,
  TELEGRAM_API_URL: setting(z.url({ protocol: /^https?$/ }).default("https://api.telegram.org")),
  TELEGRAM_BOT_TOKEN: setting(
    z
      .string()
      .regex(/^\d+:[\w-]{20,}$/, "must be a bot's token as BotFather gives it")
      .optional(),
  ),
  VAPID_PRIVATE_KEY: setting(
    z
      .string()
      .regex(/^[\w-]{43}$/, "must be 32 bytes in base64url")
      .optional(),
  ),
  EGRESS_ADDRESSES: setting(
    z
      .string()
      .transform((text) => text.split(",").map((address) => address.trim()))
      .pipe(z.array(z.ipv4("must be a list of IPv4 addresses")))
      .default([]),
  ),
  EGRESS_PUBLIC_ADDRESSES: setting(publicAddresses.optional()),
  DESK_ANGELONE_CLIENT_ID: optional,
  DESK_ANGELONE_API_KEY: optional,
  DESK_ANGELONE_PIN: optional,
  DESK_ANGELONE_TOTP_SECRET: optional,
  DESK_FYERS_CLIENT_ID: optional,
  DESK_FYERS_APP_ID: optional,
  DESK_FYERS_APP_SECRET: optional,
  DESK_FYERS_PIN: optional,
  DESK_FYERS_TOTP_SECRET: optional,
  METRICS_TOKEN: setting(z.string().min(16, "must have at least 16 characters").optional()),
  MARKET_DATA_DIR: optional,
  SANDBOX_CLOCK: setting(z.string().default("next-open@20")),
  SANDBOX_URL: setting(z.url({ protocol: /^http$/ }).optional()),
  SANDBOX_ACCOUNTS: setting(z.coerce.number().int().min(0).max(5_000).default(50)),
  PUBLIC_DEMO: setting(z.enum(["0", "1"]).default("0")),
  SITE_CLAIMS: setting(z.enum(["on", "off", "audited"]).default("on")),
  COMPANY_CIN: optional,
  COMPANY_REGISTRATION: optional,
  COMPANY_GRIEVANCE: optional,
  LOG_LEVEL: setting(z.enum(["debug", "info", "warn", "error", "silent"]).default("info")),
  WEB_BUILD_DIR: optional,
  WEB_DEV: setting(z.enum(["0", "1"]).default("0")),
});

type Environment = z.infer<typeof environment>;

export const settingNames: readonly string[] = Object.keys(environment.shape);

const TOGETHER: readonly (readonly string[])[] = [
  ["SMS_URL", "SMS_API_KEY"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET"],
  ["DESK_ANGELONE_CLIENT_ID", "DESK_ANGELONE_API_KEY", "DESK_ANGELONE_PIN", "DESK_ANGELONE_TOTP_SECRET"],
  ["DESK_FYERS_CLIENT_ID", "DESK_FYERS_APP_ID", "DESK_FYERS_APP_SECRET", "DESK_FYERS_PIN", "DESK_FYERS_TOTP_SECRET"],
];

function roleFaults(mode: string, role: string, isSet: (name: string) => boolean): string[] {
  const isSandbox = role === "sandbox";
  if (mode === "live" && (isSandbox || isSet("SANDBOX_URL")))
    return ["ROLE=sandbox, SANDBOX_URL: MODE=live knows no sandbox"];
  const sharesDatabase = role === "api" || role === "worker" || role === "engine";
  return !sharesDatabase || isSet("DATABASE_URL")
    ? []
    : [`DATABASE_URL: ROLE=${role} shares a database with other processes`];
}

/** Faults between settings, reported with the others, so that one start shows all. */
function faultsTogether(env: Readonly<Record<string, string | undefined>>): string[] {
  const { MODE: mode = "sandbox", ROLE: role = "all" } = env;
  const isSet = (name: string) => env[name] !== undefined;
  const faults = mode === "live" ? [...liveFaults(env), ...egressFaults(env)] : sandboxFaults(env);
  if (isSet("MASTER_KEY_NEW") && !isSet("MASTER_KEY"))
    faults.push("MASTER_KEY_NEW: a key that is made up in the data folder is not replaced; set MASTER_KEY first");
  if (mode === "sandbox" && isSet("DATABASE_URL") && !isSet("MASTER_KEY"))
    faults.push("MASTER_KEY: a database of your own needs a key of your own; `openssl rand -hex 32` makes one");
  for (const group of TOGETHER.filter((names) => names.some(isSet) && !names.every(isSet)))
    faults.push(`${group.join(", ")}: set ${group.length === 2 ? "both" : "all"} or none`);
  if (env["SMS_GATEWAY"] === "msg91" && isSet("SMS_URL") && !isSet("SMS_TEMPLATE"))
    faults.push("SMS_TEMPLATE: SMS_GATEWAY=msg91 needs it");
  return [...faults, ...blogFaults(env), ...roleFaults(mode, role, isSet)];
}

const secret = (value: string | undefined): Secret | null => (value === undefined ? null : new Secret(value));

const toSms = (env: Environment): SmsSettings | null =>
  env.SMS_URL === undefined || env.SMS_API_KEY === undefined
    ? null
    : {
        gateway: env.SMS_GATEWAY,
        url: env.SMS_URL,
        apiKey: new Secret(env.SMS_API_KEY),
        template: env.SMS_TEMPLATE ?? null,
      };

function toGoogle(env: Environment): GoogleSettings | null {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (clientId === undefined || clientSecret === undefined) return null;
  return { issuer, clientId, clientSecret: new Secret(clientSecret) };
}

function toPayment(env: Environment): PaymentSettings | null {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = env;
  if (keyId === undefined || keySecret === undefined || webhookSecret === undefined) return null;
  const webhookSecrets = [webhookSecret, env.RAZORPAY_WEBHOOK_SECRET_OLD].filter((text) => text !== undefined);
  return {
    url: env.RAZORPAY_URL,
    checkoutUrl: env.RAZORPAY_CHECKOUT_URL,
    keyId,
    keySecret: new Secret(keySecret),
    webhookSecrets: webhookSecrets.map((text) => new Secret(text)),
  };
}

function toDesk(
  clientId: string | undefined,
  appKey: string | undefined,
  appSecret: string | undefined,
  pin: string | undefined,
  totpSecret: string | undefined,
): DeskSettings | null {
  if (clientId === undefined || appKey === undefined || pin === undefined || totpSecret === undefined) return null;
  return { clientId, appKey, appSecret: secret(appSecret), pin: new Secret(pin), totpSecret: new Secret(totpSecret) };
}

const toDesks = (env: Environment): Config["desks"] => ({
  angelone: toDesk(
    env.DESK_ANGELONE_CLIENT_ID,
    env.DESK_ANGELONE_API_KEY,
    undefined,
    env.DESK_ANGELONE_PIN,
    env.DESK_ANGELONE_TOTP_SECRET,
  ),
  fyers: toDesk(
    env.DESK_FYERS_CLIENT_ID,
    env.DESK_FYERS_APP_ID,
    env.DESK_FYERS_APP_SECRET,
    env.DESK_FYERS_PIN,
    env.DESK_FYERS_TOTP_SECRET,
  ),
});

const toTelegram = ({ TELEGRAM_API_URL: apiUrl, TELEGRAM_BOT_TOKEN: token }: Environment): TelegramSettings | null =>
  token === undefined ? null : { apiUrl, linkUrl: "https://t.me", token: new Secret(token) };

/** Counts as the supervisor does: at most one API, and as many engines and workers as are named. */
function countFollowers(named: string): number {
  const roles = named.split(",").map((role) => role.trim());
  return roles.filter((role, place) => role !== "sandbox" && (role !== "api" || roles.indexOf(role) === place)).length;
}

/** The only reader of the environment. Returns a complete configuration or reports all its faults. */
export function readConfig(named: Readonly<Record<string, string | undefined>>): Config {
  const env = withSecretFiles(withCurrentNames(named), settingNames);
  const parsed = environment.safeParse(env);
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ""));
  const single = parsed.error?.issues.map((issue) => settingFault(issue, env)) ?? [];
  const faults = [...single, ...faultsTogether(given)];
  if (!parsed.success || faults.length > 0) throw new Error(`configuration is not usable:\n  ${faults.join("\n  ")}`);
  const read = parsed.data;
  return {
    mode: read.MODE,
    role: read.ROLE,
    port: read.PORT,
    host: read.HOST,
    publicUrl: new URL(read.PUBLIC_URL ?? `http://localhost:${read.PORT}`),
    trustProxyHops: read.TRUST_PROXY_HOPS,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: secret(read.DATABASE_URL),
    databaseDurability: read.DATABASE_DURABILITY,
    pools: { api: read.POOL_API_MAX, steps: read.POOL_STEPS_MAX, orders: read.POOL_ORDERS_MAX },
    recordDays: read.MARKET_RECORD_DAYS,
    tickDays: read.TICK_RECORD_DAYS,
    wireRecordDays: read.WIRE_RECORD_DAYS,
    masterKey: secret(read.MASTER_KEY),
    masterKeyNew: secret(read.MASTER_KEY_NEW),
    smtpUrl: secret(read.SMTP_URL),
    operatorEmail: read.OPERATOR_EMAIL ?? brand.supportEmail,
    sms: toSms(read),
    google: toGoogle(read),
    payment: toPayment(read),
    seller: toSeller(read),
    blog: toBlog(read),
    fourEyes: toFourEyes(read, read.MODE),
    adminClockShiftMinutes: read.ADMIN_CLOCK_SHIFT_MINUTES,
    staffPasswords: toStaffPasswords(read),
    telegram: toTelegram(read),
    vapidPrivateKey: secret(read.VAPID_PRIVATE_KEY),
    egressAddresses: read.EGRESS_ADDRESSES,
    egressPublicAddresses: new Map(read.EGRESS_PUBLIC_ADDRESSES ?? ownAddressOf(read.MODE)),
    desks: toDesks(read),
    metricsToken: secret(read.METRICS_TOKEN),
    tracing: toTracing(read),
    sandboxClock: read.SANDBOX_CLOCK,
    sandboxUrl: read.SANDBOX_URL ?? null,
    clockFollowers: read.PROCESSES === undefined ? 0 : countFollowers(read.PROCESSES),
    sandboxDemoAccounts: read.SANDBOX_ACCOUNTS,
    marketDataDir: read.MARKET_DATA_DIR === undefined ? null : resolve(read.MARKET_DATA_DIR),
    isPublicDemo: read.PUBLIC_DEMO === "1",
    hasSiteClaims: read.SITE_CLAIMS !== "off",
    logLevel: read.LOG_LEVEL,
    web: {
      buildDir: read.WEB_BUILD_DIR === undefined ? null : resolve(read.WEB_BUILD_DIR),
      isDev: read.WEB_DEV === "1",
    },
  };
}
