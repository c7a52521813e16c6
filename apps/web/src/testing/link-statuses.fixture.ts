import type { BrokerName } from "@vriddhi/core/broker/broker-name";

export const SINCE = "2026-11-16T03:00:00.000Z";
const facts = { session_until: null, last_error: null, pending: null };
const angelOneMasks = {
  api_key: "••••••••9abc",
  username: "A100",
  password: "••••",
  totp_token: "••••••••WXYZ",
};
const fyersMasks = {
  FY_ID: "XA00001",
  APP_ID: "ABC",
  APP_TYPE: "100",
  PIN: "••••",
  TOTP_KEY: "••••",
  SECRET_KEY: "••••",
};
const kiteMasks = {
  api_key: "••••••••9abc",
  api_secret: "••••••••7xyz",
  user_name: "AB1234",
  auto_trading_enabled: false,
  max_daily_trades: 50,
  risk_management_enabled: true,
};

export interface LinkStatuses {
  readonly broker: BrokerName;
  readonly name: string;
  readonly status: (isConnected: boolean, more?: object) => object;
  readonly disconnect: string;
}

export const linkStatuses: readonly LinkStatuses[] = [
  {
    broker: "fyers",
    name: "Fyers",
    status: (isConnected, more) => ({
      is_connected: isConnected,
      app_status: "Active",
      credentials: { ...fyersMasks, REDIRECT_URI: "https://own.invalid/connect/fyers" },
      last_updated: SINCE,
      ...facts,
      ...more,
    }),
    disconnect: "DELETE /fyers/disconnect",
  },
  {
    broker: "angelone",
    name: "Angel One",
    status: (isConnected, more) => ({
      is_connected: isConnected,
      last_updated: SINCE,
      profile: null,
      credentials: angelOneMasks,
      refresh_token: isConnected ? "handle" : null,
      ...facts,
      ...more,
    }),
    disconnect: "DELETE /angelone/disconnect",
  },
  {
    broker: "zerodha",
    name: "Zerodha",
    status: (isConnected, more) => ({
      connected: isConnected,
      user_id: "AB1234",
      user_name: null,
      user_type: null,
      email: null,
      last_api_call: null,
      credentials: kiteMasks,
      redirect_url: "https://own.invalid/connect/zerodha",
      ...facts,
      ...more,
    }),
    disconnect: "POST /zerodha/disconnect",
  },
];

export const anEgress = (broker: BrokerName, more: object = {}) => ({
  broker,
  address: "203.0.113.7",
  why_none: null,
  state: "unchecked",
  checked_at: null,
  ...more,
});
export const theEgress = (more: object = {}) => ({
  brokers: linkStatuses.map(({ broker }) => anEgress(broker, more)),
});
