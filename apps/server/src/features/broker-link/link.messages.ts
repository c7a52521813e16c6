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
  | "handle_old"
  | "not_connected"
> = {
  broker_refused: "The broker refused the login. Please check what you entered.",
  broker_unavailable: "The broker does not answer right now. Please try again in a minute.",
  broker_busy: "The broker asks us to slow down. Please try again in 1 minute.",
  client_taken: "This broker account is linked to another Vriddhi account.",
  position_open:
    "A position is still open in this account. Stop the algorithm, wait until it is flat, then disconnect.",
  login_timed_out: "Authentication timed out. Please try again: you need not wait.",
  login_unknown:
    "This login is too old or was begun in another browser. Please start it again here, or log in to Vriddhi first.",
  link_used: "This link has been used or is too old. Open your dashboard to connect.",
  not_stored: "There are no stored credentials for this broker.",
  handle_old: "This page is out of date: the session was renewed elsewhere. Reload it to go on.",
  not_connected: "This broker is not connected. Connect it first.",
};

export const masksChanged = "Please type the masked fields again: they have changed.";

export const totpMalformed =
  "The TOTP secret has only the letters A to Z and the digits 2 to 7. Copy it again from where your broker shows it beside the QR code.";

export const credentialsChanged = "The credentials changed while you logged in. Please log in again.";

export const noGrant = "There is no code in what you pasted. Copy the whole address.";

export const otherClient = (loggedIn: string, linked: string): string =>
  `You logged in as ${loggedIn}, but this link is for ${linked}.`;

export const sessionEnded = (words: string): string =>
  words === ""
    ? "The broker ended this session. Please connect again."
    : `The broker ended this session (${words}). Please connect again.`;
