export type SendOutcome =
  | { readonly kind: "sent" }
  /** The recipient is gone for good. */
  | { readonly kind: "gone" }
  /** The service refuses this message permanently. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "again"; readonly afterSeconds: number | null; readonly reason: string };

const WAIT_MAX_S = 3_600;

/** Seconds only: a date would need a shared clock. */
export function retryAfterSeconds(header: string | string[] | undefined): number | null {
  const seconds = Number([header].flat()[0] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.ceil(seconds), WAIT_MAX_S) : null;
}

/** Names and codes only: a message may contain the address. */
export function faultName(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
}
