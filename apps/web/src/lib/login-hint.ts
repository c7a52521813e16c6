/** What a page may hand to the login through the history, where no address bar and no log shows it. */
export interface LoginHint {
  readonly email: string;
}

/** The address in a navigation's state, or an empty text: the state may be anybody's. */
export function hintedEmail(state: unknown): string {
  const email = typeof state === "object" && state !== null && "email" in state ? state.email : "";
  return typeof email === "string" ? email : "";
}
