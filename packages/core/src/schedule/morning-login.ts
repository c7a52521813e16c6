import { type EpochMs, HOUR_MS } from "../time/clock.ts";

/** A login link of a morning is good for that day's morning and no longer. */
export const CONNECT_LINK_LIFETIME_MS = 8 * HOUR_MS;

/** How a day begins at a broker: with a page for a person, with what is stored, or either. */
export type LoginWay = "page" | "stored" | "page_then_stored";

/** Why the last login did not work, as it is kept beside an account. */
export interface KeptRefusal {
  readonly code: string;
  readonly detail: string;
  readonly at: EpochMs;
}

/** Only what the broker itself said no to; that it was away or ended a session is another story. */
export const refusedByBroker = (kept: KeptRefusal | null): KeptRefusal | null =>
  kept?.code === "broker_refused" ? kept : null;

/** What is stored for a login. */
export interface StoredLogin {
  readonly sealedPin: string | null;
  readonly sealedTotp: string | null;
}

export const canLogInAlone = (way: LoginWay, { sealedPin, sealedTotp }: StoredLogin): boolean =>
  way !== "page" && sealedPin !== null && sealedTotp !== null;

/** What became of the 8:30 login; also why there was none. */
export const loginOutcomes = [
  "connected",
  /** The broker did not take what is stored, and said so. */
  "refused",
  /** Nothing is stored that would do without a person. */
  "person_needed",
  "broker_unavailable",
  "no_subscription",
] as const;

export type LoginOutcome = (typeof loginOutcomes)[number];

export const isLoginOutcome = (text: string): text is LoginOutcome => loginOutcomes.some((each) => each === text);

/** Only the person can go on from here. */
export const asksForPerson = (outcome: LoginOutcome): boolean => outcome === "refused" || outcome === "person_needed";
