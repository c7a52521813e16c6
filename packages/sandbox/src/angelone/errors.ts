/** The marked ones are assumed, the others are documented. */
export const MESSAGES = {
  AB1004: "Something Went Wrong, Please Try After Sometime",
  AB1005: "User Type Must Be USER",
  AB1007: "Invalid login id or password",
  AB1008: "Invalid Order Variety",
  AB1009: "Symbol Not Found",
  AB1012: "Invalid Product Type",
  AB1013: "Order not found",
  AB1017: "Position conversion failed",
  AB1050: "Invalid totp",
  /** The docs call it an error without a name; its use for finished orders is assumed. */
  AB2000: "Error not specified",
  AB2001: "Internal Error, Please Try After Sometime",
  AB2002: "ROBO order is block",
  AB4008: "Ordertag length should not exceed 20 characters",
  AB4018: "Symbol token cannot be empty",
  AB8050: "Invalid Refresh Token",
  AB8051: "Refresh Token Expired",
  AB9000: "Internal Server Error",
} as const;

export type ErrorCode = keyof typeof MESSAGES;

export const GATEWAY_MESSAGES = {
  AG8001: "Invalid Token",
  AG8002: "Token Expired",
  AG8004: "Invalid API Key",
  /** Code and text are assumed: the real ones are unpublished, except that the reply has no `status`. */
  AG7002: "Unregistered IP address",
} as const;

export type GatewayCode = keyof typeof GATEWAY_MESSAGES;

export interface Refusal {
  readonly code: ErrorCode;
  readonly message?: string;
  readonly status?: 400;
}

/** The request itself is invalid: a field is missing or has an impossible value. */
export const malformed = (what: string): Refusal => ({ code: "AB1004", message: `Invalid ${what}`, status: 400 });
