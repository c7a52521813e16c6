import type { Reply } from "../../../lib/api.ts";

export type FyersStatus = Reply<"GET", "/fyers/status">;

/** What the form holds. B2.13 */
export type FyersField = "FY_ID" | "APP_ID" | "APP_TYPE" | "PIN" | "TOTP_KEY" | "SECRET_KEY";

/** Empty texts stand where nothing is stored. */
export const isFyersStored = ({ credentials }: FyersStatus): boolean => credentials.FY_ID !== "";
