import { json, type WireReply } from "../broker/wire.ts";

export type KiteErrorType =
  | "TokenException"
  | "UserException"
  | "TwoFAException"
  | "OrderException"
  | "InputException"
  | "MarginException"
  | "NetworkException"
  | "PermissionException"
  | "GeneralException";

export interface KiteError {
  readonly status: number;
  readonly type: KiteErrorType;
  readonly message: string;
}

export const success = (data: unknown, headers: Readonly<Record<string, string>> = {}): WireReply =>
  json(200, { status: "success", data }, headers);

export const failure = ({ status, type, message }: KiteError): WireReply =>
  json(status, { status: "error", message, data: null, error_type: type });

const inputError = (message: string): KiteError => ({ status: 400, type: "InputException", message });

/** Kite's refusals. The texts of the market rule, of too many calls and of missing funds are Zerodha's own. */
export const kiteErrors = {
  badToken: { status: 403, type: "TokenException", message: "Incorrect `api_key` or `access_token`." },
  badRequestToken: { status: 403, type: "TokenException", message: "Token is invalid or has expired." },
  badChecksum: { status: 403, type: "TokenException", message: "Invalid `checksum`." },
  badLogin: { status: 403, type: "UserException", message: "Invalid username or password." },
  badTotp: { status: 403, type: "TwoFAException", message: "Invalid TOTP." },
  loginOver: { status: 403, type: "TwoFAException", message: "Login session is invalid or has expired." },
  foreignApp: { status: 403, type: "PermissionException", message: "The user is not enabled for the app." },
  tooMany: { status: 429, type: "NetworkException", message: "Too many requests" },
  noRoute: { status: 404, type: "GeneralException", message: "Route not found" },
  noMethod: { status: 405, type: "GeneralException", message: "Method not allowed" },
  broken: { status: 500, type: "GeneralException", message: "Something went wrong. Please try again." },
  orderRefused: { status: 400, type: "OrderException", message: "Order request was rejected by the OMS." },
  orderUnknown: { status: 404, type: "OrderException", message: "Couldn't find that `order_id`." },
  orderOver: {
    status: 400,
    type: "OrderException",
    message: "Order cannot be modified or cancelled as it is already complete, cancelled or rejected.",
  },
  beingProcessed: {
    status: 400,
    type: "OrderException",
    message: "Order cannot be modified as it is being processed. Try later.",
  },
  tooManyChanges: {
    status: 400,
    type: "OrderException",
    message: "Maximum allowed order modifications exceeded.",
  },
  unprotected: inputError(
    "Market orders without market protection are not allowed via API. Please set market protection or use a Limit order.",
  ),
  tagTooLong: inputError("Invalid `tag`. It can have at most 20 characters."),
  instrumentUnknown: inputError("The instrument you are placing an order for has either expired or does not exist."),
  badJson: inputError("Invalid JSON body."),
  noConversion: { status: 400, type: "OrderException", message: "Position conversion is not available." },
  intervalInvalid: inputError("invalid interval"),
  tokenInvalid: inputError("invalid token"),
  fromInvalid: inputError("invalid from date"),
  toInvalid: inputError("invalid to date"),
} as const satisfies Readonly<Record<string, KiteError>>;

export const missing = (field: string): KiteError => inputError(`Missing or empty field \`${field}\``);
export const invalid = (field: string): KiteError => inputError(`Invalid \`${field}\`.`);

export const tooManyInstruments = (max: number): KiteError =>
  inputError(`Too many instruments. At most ${max} are allowed.`);

export const rangeTooLong = (days: number): KiteError => inputError(`interval exceeds max limit: ${days} days`);

export const offTick = (tickRupees: number): KiteError =>
  inputError(
    `Tick size for this script is ${tickRupees.toFixed(2)}. Kindly enter price in the multiple of tick size for this script`,
  );

/** Only the words `IP (…) is not allowed` are known. */
export const wrongAddress = (address: string): KiteError => ({
  status: 403,
  type: "PermissionException",
  message: `IP (${address}) is not allowed to place orders for this app. Add it to the IP whitelist of your profile.`,
});

export const shortOfFunds = (required: string, available: string): KiteError => ({
  status: 400,
  type: "MarginException",
  message: `Insufficient funds. Required margin is ${required} but available margin is ${available}.`,
});
