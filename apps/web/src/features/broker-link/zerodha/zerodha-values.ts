import type { Reply } from "../../../lib/api.ts";
import { credentialFault } from "../../../lib/credential-form.ts";
import { zerodhaFields, zerodhaTexts } from "./zerodha.texts.ts";

export type ZerodhaStatus = Reply<"GET", "/zerodha/status">;
export type ZerodhaCredentials = Reply<"GET", "/zerodha/credentials">;

/** As the form holds it: a number that is being typed is a text. */
export type ZerodhaValues = Omit<ZerodhaCredentials, "max_daily_trades"> & { readonly max_daily_trades: string };

/** B3.6, B9.6: what a form starts with, and what is left after the credentials were deleted. */
const BLANK: ZerodhaValues = {
  api_key: "",
  api_secret: "",
  user_name: "",
  auto_trading_enabled: false,
  max_daily_trades: "50",
  risk_management_enabled: true,
};

export const toValues = (stored: ZerodhaCredentials | null): ZerodhaValues =>
  stored === null ? BLANK : { ...stored, max_daily_trades: String(stored.max_daily_trades) };

export const toBody = (values: ZerodhaValues): ZerodhaCredentials => ({
  ...values,
  max_daily_trades: Number(values.max_daily_trades),
});

const TRADES_MAX = 500;

function tradesFault(text: string): string | null {
  const count = Number(text);
  const isRight = /^\d+$/.test(text.trim()) && count >= 1 && count <= TRADES_MAX;
  return isRight ? null : zerodhaTexts.maxDailyTradesFault;
}

/** B5.6 */
export const checkValues = (stored: ZerodhaValues) => (values: ZerodhaValues) => ({
  api_key: credentialFault(values.api_key, stored.api_key, zerodhaFields.api_key.missing),
  api_secret: credentialFault(values.api_secret, stored.api_secret, zerodhaFields.api_secret.missing),
  user_name: credentialFault(values.user_name, stored.user_name, zerodhaFields.user_name.missing),
  max_daily_trades: tradesFault(values.max_daily_trades),
});
