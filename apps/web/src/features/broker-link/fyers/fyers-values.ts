import type { Reply } from "../../../lib/api.ts";
import type { fyersFields } from "./fyers.texts.ts";

export type FyersStatus = Reply<"GET", "/fyers/status">;

/** What the form holds. B2.13 */
export type FyersValues = Record<keyof typeof fyersFields, string>;

/** Empty texts stand where nothing is stored. */
export const isFyersStored = ({ credentials }: FyersStatus): boolean => credentials.FY_ID !== "";
