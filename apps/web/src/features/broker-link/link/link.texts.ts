import type { Reply } from "../../../lib/api.ts";

export type LastErrorCode = NonNullable<Reply<"GET", "/zerodha/status">["last_error"]>["code"];

export const lastErrorTitles: Readonly<Record<LastErrorCode, (name: string) => string>> = {
  broker_refused: (name) => `${name} refused the login`,
  broker_unavailable: (name) => `${name} did not answer`,
  broker_busy: (name) => `${name} was too busy to answer`,
  session_expired: (name) => `The session at ${name} has ended`,
};

export const manageTexts = {
  title: (name: string) => `Your ${name} connection`,
  lead: "You can always disconnect and delete, with or without a subscription.",
  client: "Account",
  disconnectNote: "Disconnect ends today's session and keeps your credentials.",
  removeNote: "Delete Credentials removes them from our servers.",
  back: "Back",
  empty: (name: string) => `Nothing of your ${name} account is stored here.`,
} as const;
