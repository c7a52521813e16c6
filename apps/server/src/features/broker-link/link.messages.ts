import type { Messages } from "../../platform/http/handler.ts";

export const linkMessages: Messages<
  | "broker_refused"
  | "broker_unavailable"
  | "broker_busy"
  | "client_taken"
  | "position_open"
  | "login_timed_out"
  | "login_unknown"
  | "link_used"
  | "not_stored"
> = {
  broker_refused: "The broker refused the login. Please check what you entered.",
  broker_unavailable: "The broker does not answer right now. Please try again in a minute.",
  broker_busy: "The broker asks us to slow down. Please try again in a minute.",
  client_taken: "This broker account is linked to another Vriddhi account.",
  position_open:
    "A position is still open in this account. Stop the algorithm, wait until it is flat, then disconnect.",
  // B8.8
  login_timed_out: "Authentication timed out. Please try again.",
  login_unknown: "This login is too old or was not begun here. Please start it again.",
  link_used: "This link has been used or is too old. Open your dashboard to connect.",
  not_stored: "There are no stored credentials for this broker.",
};
