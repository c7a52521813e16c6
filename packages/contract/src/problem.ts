/**
 * Every way an endpoint can say no, with its HTTP status. The server holds one sentence for each
 * (`*.messages.ts`); clients branch on the code and show the sentence.
 */
export const problemStatus = {
  // said by the mount itself, possible on every endpoint
  invalid_input: 400,
  unsupported_media: 415,
  body_too_large: 413,
  not_signed_in: 401,
  forbidden: 403,
  wrong_user: 403,
  foreign_origin: 403,
  not_found: 404,
  too_many_requests: 429,
  busy: 503,
  internal: 500,
  // accounts
  too_young: 400,
  bad_credentials: 401,
  email_unverified: 403,
  code_wrong: 400,
  code_expired: 400,
  wrong_password: 403,
  email_taken: 409,
  totp_required: 401,
  totp_wrong: 401,
  totp_already: 409,
  totp_not_started: 409,
  passkey_refused: 400,
  // google
  google_denied: 400,
  google_failed: 400,
  google_unverified_email: 400,
  google_unavailable: 503,
  // phone
  phone_invalid: 400,
  phone_country: 400,
  phone_taken: 409,
  otp_wrong: 400,
  otp_expired: 400,
  sms_unavailable: 503,
  // plans and payments
  coupon_invalid: 400,
  coupon_used_up: 400,
  amount_wrong: 400,
  order_unknown: 404,
  payment_unproved: 400,
  payment_failed: 400,
  payment_unavailable: 503,
  signature_wrong: 400,
  trial_used: 400,
  already_subscribed: 400,
  not_subscribed: 400,
  link_wrong: 404,
  link_expired: 410,
  // broker links
  broker_refused: 400,
  broker_unavailable: 503,
  broker_busy: 429,
  client_taken: 409,
  position_open: 409,
  login_timed_out: 408,
  login_unknown: 400,
  link_used: 400,
  not_stored: 404,
  handle_old: 409,
  not_connected: 409,
  // runs and capital
  subscription_required: 403,
  credentials_missing: 400,
  already_running: 400,
  market_closed: 400,
  start_too_late: 400,
  kill_switch_on: 409,
  still_closing: 409,
  capital_refused: 400,
  consent_outdated: 409,
  calendar_ends: 409,
  nothing_running: 409,
  approval_too_late: 409,
  // paper
  paper_open_already: 409,
  paper_missing: 409,
  paper_busy: 409,
  paper_away: 503,
  approval_over: 409,
  // repeated calls
  key_reused: 422,
  still_running: 409,
  // notifications
  notice_required: 400,
  push_refused: 400,
  devices_full: 409,
  telegram_unavailable: 503,
  channel_unset: 409,
  // operations
  not_ready: 503,
  backtests_full: 409,
  backtest_unknown: 404,
  // sandbox
  clock_backwards: 400,
  symbol_unknown: 404,
  process_unknown: 400,
  accounts_exist: 409,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** Problems that no endpoint has to list. */
export const commonProblems = [
  "invalid_input",
  "unsupported_media",
  "body_too_large",
  "not_signed_in",
  "forbidden",
  "wrong_user",
  "foreign_origin",
  "not_found",
  "too_many_requests",
  "busy",
  "internal",
] as const satisfies readonly ProblemCode[];

export type CommonProblem = (typeof commonProblems)[number];
