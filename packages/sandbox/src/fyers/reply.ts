import { json, type WireReply } from "../broker/wire.ts";

/** Fyers' envelope. `code` is separate from the HTTP status. */
export const done = (payload: object = {}, code = 200, message = ""): WireReply =>
  json(200, { s: "ok", code, message, ...payload });

export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

export const refused = ({ status, code, message }: Refusal, payload: object = {}): WireReply =>
  json(status, { s: "error", code, message, ...payload });

/** One or more parameters are wrong; the message says which. */
export const badInput = (message: string): Refusal => ({ status: 400, code: -50, message });

/** The order was accepted and rejected; it is in the order book. */
export const rejection = (message: string): Refusal => ({ status: 400, code: -99, message });

/** Codes are documented, most texts are assumed; users have reported those of -16 and -429. */
export const refusals = {
  tokenExpired: { status: 401, code: -8, message: "Your token has expired" },
  tokenMissing: { status: 401, code: -15, message: "Please provide valid token" },
  tokenUnknown: { status: 401, code: -16, message: "Could not authenticate the user" },
  tokenRevoked: { status: 401, code: -17, message: "Your token is either invalid or expired" },
  codeInvalid: { status: 401, code: -437, message: "invalid auth code" },
  hashInvalid: { status: 401, code: -371, message: "invalid app id hash" },
  appUnknown: { status: 400, code: -352, message: "invalid app id" },
  redirectWrong: { status: 400, code: -353, message: "redirect uri does not match the app" },
  orderUnknown: { status: 400, code: -51, message: "Please provide a valid order id" },
  orderOver: { status: 400, code: -52, message: "Not a pending order" },
  positionUnknown: { status: 400, code: -53, message: "Please provide a valid position id" },
  nothingToExit: { status: 400, code: -352, message: "Looks like you have no open positions." },
  symbolUnknown: { status: 400, code: -300, message: "Invalid symbol provided" },
  tooMany: { status: 429, code: -429, message: "request limit reached" },
  /** No shape of this refusal is published. */
  wrongAddress: { status: 403, code: -99, message: "Order request from an IP address that is not mapped to the app" },
  offTick: { status: 400, code: -392, message: "Price should be in multiples of tick size." },
  beingProcessed: { status: 400, code: -99, message: "Order is being processed, please try again" },
  generic: { status: 500, code: -1, message: "Something went wrong, please try again" },
  refreshEnded: { status: 400, code: -17, message: "Refresh tokens are not supported, please log in again" },
  notFound: { status: 404, code: -404, message: "Invalid API endpoint" },
} as const satisfies Readonly<Record<string, Refusal>>;
