import type { Reply } from "../../../lib/api.ts";
import { zerodhaTexts } from "./zerodha.texts.ts";

export type ZerodhaStatus = Reply<"GET", "/zerodha/status">;
export type ZerodhaCredentials = Reply<"GET", "/zerodha/credentials">;
export type ZerodhaField = "api_key" | "api_secret" | "user_name";

/** The form's values: a number that is being typed is a string. */
export interface ZerodhaSettings {
  readonly auto_trading_enabled: boolean;
  readonly max_daily_trades: string;
  readonly risk_management_enabled: boolean;
}

type StoredSettings = Omit<ZerodhaCredentials, ZerodhaField>;

/** B3.6, B9.6: the settings of a new link, and after the credentials were deleted. */
const FIRST: StoredSettings = { auto_trading_enabled: false, max_daily_trades: 50, risk_management_enabled: true };

export const settingsOf = ({ credentials }: ZerodhaStatus): StoredSettings => ({
  auto_trading_enabled: credentials?.auto_trading_enabled ?? FIRST.auto_trading_enabled,
  max_daily_trades: credentials?.max_daily_trades ?? FIRST.max_daily_trades,
  risk_management_enabled: credentials?.risk_management_enabled ?? FIRST.risk_management_enabled,
});

export const toForm = (settings: StoredSettings): ZerodhaSettings => ({
  ...settings,
  max_daily_trades: String(settings.max_daily_trades),
});

export const toStored = (settings: ZerodhaSettings): StoredSettings => ({
  ...settings,
  max_daily_trades: Number(settings.max_daily_trades),
});

export const keysOf = ({ api_key, api_secret, user_name }: ZerodhaCredentials) => ({ api_key, api_secret, user_name });

const TRADES_MAX = 500;

export function tradesFault(text: string): string | null {
  const count = Number(text);
  const isRight = /^\d+$/.test(text.trim()) && count >= 1 && count <= TRADES_MAX;
  return isRight ? null : zerodhaTexts.maxDailyTradesFault;
}
