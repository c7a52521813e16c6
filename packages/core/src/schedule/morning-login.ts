import { type EpochMs, HOUR_MS } from "../time/clock.ts";

export const CONNECT_LINK_LIFETIME_MS = 8 * HOUR_MS;

/** How a broker's day begins: on a page by the user, with stored credentials, or either. */
export type LoginWay = "page" | "stored" | "page_then_stored";

export interface KeptRefusal {
  readonly code: string;
  readonly detail: string;
  readonly at: EpochMs;
}

/** Only the broker's own refusal; an unavailable broker or an ended session does not count. */
export const refusedByBroker = (kept: KeptRefusal | null): KeptRefusal | null =>
  kept?.code === "broker_refused" ? kept : null;

export interface StoredLogin {
  readonly sealedPin: string | null;
  readonly sealedTotp: string | null;
}

export const canLogInAlone = (way: LoginWay, { sealedPin, sealedTotp }: StoredLogin): boolean =>
  way !== "page" && sealedPin !== null && sealedTotp !== null;

/** The outcome of the 8:30 login; also why there was none. */
export const loginOutcomes = [
  "connected",
  "refused",
  /** The stored credentials do not suffice for an unattended login. */
  "person_needed",
  "broker_unavailable",
  "no_subscription",
] as const;

export type LoginOutcome = (typeof loginOutcomes)[number];

export const isLoginOutcome = (text: string): text is LoginOutcome => loginOutcomes.some((each) => each === text);

export const asksForPerson = (outcome: LoginOutcome): boolean => outcome === "refused" || outcome === "person_needed";
