/** How one try to reach one person by one way ended. */
export type SendOutcome =
  | { readonly kind: "sent" }
  /** Nobody is there any more, and nobody will be. */
  | { readonly kind: "gone" }
  /** The other side will not take this message, however often it comes. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "again"; readonly afterSeconds: number | null; readonly reason: string };

const WAIT_MAX_S = 3_600;

/** Seconds only: a date would need a clock that both sides share. */
export function retryAfterSeconds(header: string | string[] | undefined): number | null {
  const seconds = Number([header].flat()[0] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.ceil(seconds), WAIT_MAX_S) : null;
}

/** Names and codes only: a message might spell the address. */
export function faultName(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
