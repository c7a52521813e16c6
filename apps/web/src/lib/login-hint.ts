/** What a page passes to the login in the history state, where no address bar and no log shows it. */
export interface LoginHint {
  readonly email: string;
}

/** The email address in a navigation's state, or an empty string: the state is untrusted. */
export function hintedEmail(state: unknown): string {
  const email = typeof state === "object" && state !== null && "email" in state ? state.email : "";
  return typeof email === "string" ? email : "";
}
