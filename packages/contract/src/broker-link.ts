import { z } from "zod";
import { messageReply } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

/** Typed by users, so trimmed; a mask from an earlier reply means "keep the stored value". */
const FIELD_MAX = 200;
const typed = (message: string) => z.string().trim().min(1, message).max(FIELD_MAX, "That is too long");
const GRANT_MAX = 4_000;

const brokerParam = z.strictObject({ broker: z.enum(["fyers", "zerodha", "angelone"]) });

const fyersForm = z.strictObject({
  FY_ID: typed("Fyers ID is required"),
  APP_ID: typed("App ID is required"),
  APP_TYPE: typed("App type is required"),
  PIN: typed("PIN is required"),
  TOTP_KEY: typed("TOTP key is required"),
  SECRET_KEY: typed("Secret key is required"),
});

const connectionFacts = {
  session_until: z.iso
    .datetime()
    .nullable()
    .describe("end of the open session by the broker's rule, on the market clock; null without a session"),
  last_error: z
    .strictObject({
      code: z.enum(["broker_refused", "broker_unavailable", "broker_busy", "session_expired"]),
      detail: z.string().describe("a sentence; after a refusal the broker's own text"),
      at: z.iso.datetime(),
    })
    .nullable()
    .describe(
      "why the last login with stored or pending credentials failed, or why the session ended; a success clears it",
    ),
  pending: z
    .strictObject({ client_id: z.string(), since: z.iso.datetime() })
    .nullable()
    .describe(
      "typed credentials that wait for a login on the broker's page; the connected account is unchanged until it succeeds",
    ),
};

/** B3.4. Secrets are masked. */
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
    .describe("empty texts where nothing is stored; REDIRECT_URI is always present, for registration at the broker"),
  last_updated: z.iso.datetime().nullable().describe("the last successful connection"),
  ...connectionFacts,
});
export type FyersStatusReply = z.infer<typeof fyersStatusReply>;

const angelOneCredentialsReply = z.strictObject({
  api_key: z.string(),
  username: z.string(),
  password: z.string(),
  totp_token: z.string(),
});

export const angelOneStatusReply = z.strictObject({
  is_connected: z.boolean(),
  last_updated: z.iso.datetime().nullable().describe("the last successful connection"),
  profile: z
    .strictObject({
      clientcode: z.string(),
      name: z.string(),
      email: z.string().nullable(),
      mobileno: z.string().nullable(),
    })
    .nullable(),
  credentials: angelOneCredentialsReply.nullable(),
  refresh_token: z.string().nullable().describe("an opaque handle, not the broker's token"),
  ...connectionFacts,
});
export type AngelOneStatusReply = z.infer<typeof angelOneStatusReply>;

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
  ...connectionFacts,
});
export type ZerodhaStatusReply = z.infer<typeof zerodhaStatusReply>;

/** Brokers accept orders only from the address that the client registered with them. */
const egress = z.strictObject({
  broker: brokerParam.shape.broker,
  address: z.string().nullable().describe("to be registered at this broker; null with a reason in why_none"),
  why_none: z
    .enum(["connect_first", "none_free", "unknown"])
    .nullable()
    .describe("connect_first: the first connection assigns an address to the account"),
  state: z
    .enum(["unchecked", "registered", "not_registered"])
    .describe("the broker's answer to the last check from this address"),
  checked_at: z.iso.datetime().nullable(),
});
export const egressReply = z.strictObject({ brokers: z.array(egress).describe("all three, in a fixed order") });
export type EgressReply = z.infer<typeof egressReply>;

const LINK_PROBLEMS = ["broker_refused", "broker_unavailable", "broker_busy", "client_taken", "position_open"] as const;

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
    summary: "Begin a login on Fyers' own page; the credentials replace the stored ones when it succeeds",
    access: "user",
    body: fyersForm,
    reply: z.strictObject({ auth_url: z.url(), request_id: z.string() }),
    problems: LINK_PROBLEMS,
  }),
  connectFyersAuto: endpoint({
    method: "POST",
    path: "/fyers/connect-auto",
    summary: "Log in with PIN and TOTP, without a user; the credentials replace the stored ones when it succeeds",
    access: "user",
    body: fyersForm,
    reply: messageReply,
    problems: [...LINK_PROBLEMS, "login_timed_out"],
  }),
  completeFyers: endpoint({
    method: "POST",
    path: "/fyers/callback",
    summary: "Finish a login with the auth code or with the whole redirect address",
    access: "user",
    limit: "connect",
    body: z.strictObject({
      code: z.string().trim().min(1, "Auth code is required").max(GRANT_MAX),
      state: z.string().trim().min(1).max(FIELD_MAX),
    }),
    reply: messageReply,
    problems: [...LINK_PROBLEMS, "login_unknown"],
  }),
  disconnectFyers: endpoint({
    method: "DELETE",
    path: "/fyers/disconnect",
    summary: "End today's Fyers session",
    access: "user",
    reply: messageReply,
    problems: ["position_open"],
  }),
  disconnectFyersByPost: endpoint({
    method: "POST",
    path: "/fyers/disconnect",
    summary: "End today's Fyers session and keep the credentials",
    access: "user",
    reply: messageReply,
    problems: ["position_open"],
  }),
  deleteFyersCredentials: endpoint({
    method: "DELETE",
    path: "/fyers/credentials",
    summary: "Delete the credentials",
    access: "user",
    reply: messageReply,
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
    summary: "The stored credentials, masked",
    access: "user",
    reply: angelOneCredentialsReply,
    problems: ["not_stored"],
  }),
  connectAngelOne: endpoint({
    method: "POST",
    path: "/angelone/connect",
    summary: "Log in at Angel One; the credentials replace the stored ones when it succeeds",
    access: "user",
    body: z.strictObject({
      api_key: typed("API key is required"),
      username: typed("Client code is required"),
      password: typed("Trading PIN is required").max(4, "The trading PIN has 4 digits"),
      totp_token: typed("TOTP secret or code is required"),
    }),
    reply: messageReply,
    problems: LINK_PROBLEMS,
  }),
  disconnectAngelOne: endpoint({
    method: "DELETE",
    path: "/angelone/disconnect",
    summary: "End today's Angel One session",
    access: "user",
    reply: messageReply,
    problems: ["position_open"],
  }),
  deleteAngelOneCredentials: endpoint({
    method: "DELETE",
    path: "/angelone/credentials",
    summary: "Delete the credentials",
    access: "user",
    reply: messageReply,
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
    problems: [...LINK_PROBLEMS, "not_stored", "not_connected", "handle_old"],
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
    summary: "The stored credentials, masked",
    access: "user",
    reply: zerodhaCredentialsReply,
    problems: ["not_stored"],
  }),
  saveZerodhaCredentials: endpoint({
    method: "POST",
    path: "/zerodha/credentials",
    summary:
      "Begin a login with these credentials; returns no login address when only settings of an open connection changed",
    access: "user",
    body: z.strictObject({
      api_key: typed("API key is required"),
      api_secret: typed("API secret is required"),
      user_name: typed("Client ID is required"),
      ...zerodhaSettings,
    }),
    reply: z.strictObject({ message: z.string(), login_url: z.url().optional() }),
    problems: LINK_PROBLEMS,
  }),
  completeZerodha: endpoint({
    method: "POST",
    path: "/zerodha/login",
    summary: "Finish a login with the request token or with the whole redirect address",
    access: "user",
    limit: "connect",
    body: z.strictObject({ request_token: z.string().trim().min(1, "Request token is required").max(GRANT_MAX) }),
    reply: messageReply,
    problems: [...LINK_PROBLEMS, "not_stored", "login_unknown"],
  }),
  disconnectZerodha: endpoint({
    method: "POST",
    path: "/zerodha/disconnect",
    summary: "End today's session and keep the credentials",
    access: "user",
    reply: messageReply,
    problems: ["position_open"],
  }),
  deleteZerodhaCredentials: endpoint({
    method: "DELETE",
    path: "/zerodha/credentials",
    summary: "Delete the credentials",
    access: "user",
    reply: messageReply,
    problems: ["position_open"],
  }),
  receiveZerodhaPostback: endpoint({
    method: "POST",
    path: "/zerodha/postback",
    summary: "Zerodha's hint that an order changed; the answer does not depend on its validity",
    access: "public",
    rawBody: true,
    body: z.looseObject({}),
    reply: z.strictObject({}),
    problems: [],
  }),
  beginByLink: endpoint({
    method: "POST",
    path: "/connect/{broker}/begin",
    summary: "Exchange the single-use link of a morning message for the broker's login address",
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
    summary: "Finish a login in the browser that began it, or as its owner; the state identifies the account",
    access: "public",
    limit: "connect-link",
    params: brokerParam,
    body: z.strictObject({
      grant: z.string().trim().min(1).max(GRANT_MAX),
      state: z.string().trim().min(1).max(FIELD_MAX),
    }),
    reply: messageReply,
    problems: [...LINK_PROBLEMS, "login_unknown"],
  }),
  readEgress: endpoint({
    method: "GET",
    path: "/brokers/egress",
    summary: "The addresses that the caller must register at the brokers",
    access: "user",
    reply: egressReply,
    problems: [],
  }),
  checkEgress: endpoint({
    method: "POST",
    path: "/brokers/egress/check",
    summary: "Check whether a connected broker accepts orders from the caller's address; places no order",
    access: "user",
    limit: "connect",
    body: z.strictObject({ broker: brokerParam.shape.broker }),
    reply: egress,
    problems: ["not_connected", "broker_unavailable", "broker_busy"],
  }),
};
