import { z } from "zod";
import { said } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

/** Typed by a person, so trimmed; a mask that was sent out before means "keep what is stored". */
const FIELD_MAX = 200;
const typed = (message: string) => z.string().trim().min(1, message).max(FIELD_MAX, "That is too long");
const GRANT_MAX = 4_000;

const brokerParam = z.strictObject({ broker: z.enum(["fyers", "zerodha", "angelone"]) });

/** B2.13, B5.4: all six are required. */
const fyersForm = z.strictObject({
  FY_ID: typed("Fyers ID is required"),
  APP_ID: typed("App ID is required"),
  APP_TYPE: typed("App type is required"),
  PIN: typed("PIN is required"),
  TOTP_KEY: typed("TOTP key is required"),
  SECRET_KEY: typed("Secret key is required"),
});

/** B3.4. Secrets leave as masks. */
export const fyersStatusReply = z.strictObject({
  is_connected: z.boolean(),
  app_status: z.enum(["Active", "Inactive"]).describe("Active after the first manual connect"),
  credentials: z
    .strictObject({
      FY_ID: z.string(),
      APP_ID: z.string(),
      APP_TYPE: z.string(),
      PIN: z.string(),
      TOTP_KEY: z.string(),
      REDIRECT_URI: z.string(),
      SECRET_KEY: z.string(),
    })
    .describe("empty texts where nothing is stored; REDIRECT_URI is always there, to be registered at the broker"),
  last_updated: z.iso.datetime().nullable(),
});
export type FyersStatusReply = z.infer<typeof fyersStatusReply>;

/** B3.5 */
const angelOneCredentialsReply = z.strictObject({
  api_key: z.string(),
  username: z.string(),
  password: z.string(),
  totp_token: z.string(),
});

export const angelOneStatusReply = z.strictObject({
  is_connected: z.boolean(),
  last_updated: z.iso.datetime().nullable(),
  profile: z
    .strictObject({
      clientcode: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      mobileno: z.string().nullable(),
    })
    .nullable(),
  credentials: angelOneCredentialsReply.nullable(),
  refresh_token: z.string().nullable().describe("an opaque handle, not the broker's own token"),
});
export type AngelOneStatusReply = z.infer<typeof angelOneStatusReply>;

/** B3.6, with its defaults. */
const zerodhaSettings = {
  auto_trading_enabled: z.boolean().default(false),
  max_daily_trades: z.int().min(1).max(500).default(50),
  risk_management_enabled: z.boolean().default(true),
};

const zerodhaCredentialsReply = z.strictObject({
  api_key: z.string(),
  api_secret: z.string(),
  user_name: z.string(),
  auto_trading_enabled: z.boolean(),
  max_daily_trades: z.int(),
  risk_management_enabled: z.boolean(),
});

export const zerodhaStatusReply = z.strictObject({
  connected: z.boolean(),
  user_id: z.string().nullable(),
  user_name: z.string().nullable(),
  user_type: z.string().nullable(),
  email: z.string().nullable(),
  last_api_call: z.iso.datetime().nullable(),
  credentials: zerodhaCredentialsReply.nullable(),
  redirect_url: z.string().describe("to be registered at the broker"),
});
export type ZerodhaStatusReply = z.infer<typeof zerodhaStatusReply>;

const LINK_PROBLEMS = ["broker_refused", "broker_unavailable", "broker_busy", "client_taken"] as const;

/** B7.3, B7.18-B7.27, and what B7.28 leaves open. */
export const brokerLinkEndpoints = {
  readFyersStatus: endpoint({
    method: "GET",
    path: "/fyers/status",
    summary: "The caller's Fyers connection",
    access: "user",
    reply: fyersStatusReply,
    problems: [],
  }),
  connectFyers: endpoint({
    method: "POST",
    path: "/fyers/connect",
    summary: "Keep the credentials and begin a login on Fyers' own page",
    access: "user",
    limit: "connect",
    body: fyersForm,
    reply: z.strictObject({ auth_url: z.url(), request_id: z.string() }),
    problems: [...LINK_PROBLEMS, "position_open"],
  }),
  connectFyersAuto: endpoint({
    method: "POST",
    path: "/fyers/connect-auto",
    summary: "Log in with PIN and TOTP, without a person",
    access: "user",
    limit: "connect",
    body: fyersForm,
    reply: said,
    problems: [...LINK_PROBLEMS, "login_timed_out", "position_open"],
  }),
  completeFyers: endpoint({
    method: "POST",
    path: "/fyers/callback",
    summary: "Finish a login with the auth code; the whole redirected address is taken too",
    access: "user",
    limit: "connect",
    body: z.strictObject({
      code: z.string().trim().min(1, "Auth code is required").max(GRANT_MAX),
      state: z.string().trim().min(1).max(FIELD_MAX),
    }),
    reply: said,
    problems: [...LINK_PROBLEMS, "login_unknown"],
  }),
  disconnectFyers: endpoint({
    method: "DELETE",
    path: "/fyers/disconnect",
    summary: "End today's Fyers session",
    access: "user",
    reply: said,
    problems: ["position_open"],
  }),
  readAngelOneStatus: endpoint({
    method: "GET",
    path: "/angelone/status",
    summary: "The caller's Angel One connection",
    access: "user",
    reply: angelOneStatusReply,
    problems: [],
  }),
  readAngelOneCredentials: endpoint({
    method: "GET",
    path: "/angelone/credentials",
    summary: "What is stored, masked",
    access: "user",
    reply: angelOneCredentialsReply,
    problems: ["not_stored"],
  }),
  connectAngelOne: endpoint({
    method: "POST",
    path: "/angelone/connect",
    summary: "Keep the credentials and log in at Angel One",
    access: "user",
    limit: "connect",
    body: z.strictObject({
      api_key: typed("API key is required"),
      username: typed("Client code is required"),
      password: typed("Trading PIN is required").max(4, "The trading PIN has 4 digits"),
      totp_token: typed("TOTP secret or code is required"),
    }),
    reply: said,
    problems: [...LINK_PROBLEMS, "position_open"],
  }),
  disconnectAngelOne: endpoint({
    method: "DELETE",
    path: "/angelone/disconnect",
    summary: "End today's Angel One session",
    access: "user",
    reply: said,
    problems: ["position_open"],
  }),
  refreshAngelOne: endpoint({
    method: "POST",
    path: "/angelone/refresh",
    summary: "Renew today's session",
    access: "user",
    limit: "connect",
    body: z.strictObject({ refresh_token: z.string().trim().min(1, "No refresh token available").max(FIELD_MAX) }),
    reply: z.strictObject({ message: z.string(), refresh_token: z.string() }),
    problems: [...LINK_PROBLEMS, "not_stored"],
  }),
  readZerodhaStatus: endpoint({
    method: "GET",
    path: "/zerodha/status",
    summary: "The caller's Zerodha connection",
    access: "user",
    reply: zerodhaStatusReply,
    problems: [],
  }),
  readZerodhaCredentials: endpoint({
    method: "GET",
    path: "/zerodha/credentials",
    summary: "What is stored, masked",
    access: "user",
    reply: zerodhaCredentialsReply,
    problems: ["not_stored"],
  }),
  saveZerodhaCredentials: endpoint({
    method: "POST",
    path: "/zerodha/credentials",
    summary: "Keep the credentials; a login address comes back while no session is open",
    access: "user",
    limit: "connect",
    body: z.strictObject({
      api_key: typed("API key is required"),
      api_secret: typed("API secret is required"),
      user_name: typed("Client ID is required"),
      ...zerodhaSettings,
    }),
    reply: z.strictObject({ message: z.string(), login_url: z.url().optional() }),
    problems: [...LINK_PROBLEMS, "position_open"],
  }),
  completeZerodha: endpoint({
    method: "POST",
    path: "/zerodha/login",
    summary: "Finish a login with the request token; the whole redirected address is taken too",
    access: "user",
    limit: "connect",
    body: z.strictObject({ request_token: z.string().trim().min(1, "Request token is required").max(GRANT_MAX) }),
    reply: said,
    problems: [...LINK_PROBLEMS, "not_stored"],
  }),
  disconnectZerodha: endpoint({
    method: "POST",
    path: "/zerodha/disconnect",
    summary: "End today's session and keep the credentials",
    access: "user",
    reply: said,
    problems: ["position_open"],
  }),
  deleteZerodhaCredentials: endpoint({
    method: "DELETE",
    path: "/zerodha/credentials",
    summary: "Forget the credentials",
    access: "user",
    reply: said,
    problems: ["position_open"],
  }),
  receiveZerodhaPostback: endpoint({
    method: "POST",
    path: "/zerodha/postback",
    summary: "Zerodha's hint that an order changed; the answer is the same whether it is believed or not",
    access: "public",
    rawBody: true,
    body: z.looseObject({}),
    reply: z.strictObject({}),
    problems: [],
  }),
  beginByLink: endpoint({
    method: "POST",
    path: "/connect/{broker}/begin",
    summary: "Turn the single-use link of a morning's message into the broker's login address",
    access: "public",
    limit: "connect-link",
    params: brokerParam,
    body: z.strictObject({ link: z.string().trim().min(1).max(FIELD_MAX) }),
    reply: z
      .strictObject({ login_url: z.url().nullable() })
      .describe("no address where the stored credentials were enough: the account is connected"),
    problems: [...LINK_PROBLEMS, "link_used"],
  }),
  completeByState: endpoint({
    method: "POST",
    path: "/connect/{broker}/complete",
    summary: "Finish a login that began here; the state tells whose it is",
    access: "public",
    limit: "connect-link",
    params: brokerParam,
    body: z.strictObject({
      grant: z.string().trim().min(1).max(GRANT_MAX),
      state: z.string().trim().min(1).max(FIELD_MAX),
    }),
    reply: said,
    problems: [...LINK_PROBLEMS, "login_unknown"],
  }),
};
