import type { Reply } from "../../../lib/api.ts";

export type FyersStatus = Reply<"GET", "/fyers/status">;

export type FyersField = "FY_ID" | "APP_ID" | "APP_TYPE" | "PIN" | "TOTP_KEY" | "SECRET_KEY";

/** Empty strings where nothing is stored. */
export const isFyersStored = ({ credentials }: FyersStatus): boolean => credentials.FY_ID !== "";
