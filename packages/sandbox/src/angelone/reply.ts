import { json, plain, type WireReply } from "../broker/wire.ts";
import { type ErrorCode, GATEWAY_MESSAGES, type GatewayCode, MESSAGES, type Refusal } from "./errors.ts";

/** The three formats: the application's, its gateway's, and plain text. */

export const success = (data: unknown): WireReply =>
  json(200, { status: true, message: "SUCCESS", errorcode: "", data });

/** Empty books are null instead of an empty list. */
export const successList = (rows: readonly unknown[]): WireReply => success(rows.length === 0 ? null : rows);

export const failure = (code: ErrorCode, message: string = MESSAGES[code], status = 200): WireReply =>
  json(status, { status: false, message, errorcode: code, data: null });

export const refused = ({ code, message, status }: Refusal): WireReply => failure(code, message, status);

export const gatewayFailure = (code: GatewayCode, message: string = GATEWAY_MESSAGES[code]): WireReply =>
  json(200, { success: false, message, errorCode: code, data: "" });

export const tokenMissing = (): WireReply => json(403, { message: "Token missing" });

export const rateExceeded = (): WireReply => plain(403, "Access denied because of exceeding access rate");

export const noSuchAddress = (status: 404 | 405): WireReply =>
  json(status, {
    success: false,
    message: status === 404 ? "Not Found" : "Method Not Allowed",
    errorCode: "",
    data: "",
  });

export const wrongAddress = (from: string): WireReply => gatewayFailure("AG7002", `${GATEWAY_MESSAGES.AG7002} ${from}`);
