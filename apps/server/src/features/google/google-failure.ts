import * as oidc from "openid-client";

export interface ProviderFault {
  readonly kind: "refused" | "unavailable" | "misconfigured";
  readonly fault: string;
  readonly status?: number;
}

const TOO_MANY_REQUESTS = 429;

/** Failures that say nothing about the code: no answer, a broken one, or an error page. */
const SILENCE = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);

function fromRefusal({ error, status }: oidc.ResponseBodyError): ProviderFault {
  if (error === "invalid_grant") return { kind: "refused", fault: error, status };
  return { kind: status === TOO_MANY_REQUESTS ? "unavailable" : "misconfigured", fault: error, status };
}

/** `fetch` reports "fetch failed" and hides the reason in the cause; our own errors have none. */
const connectionFault = (cause: TypeError): string | null => {
  if (!(cause.cause instanceof Error)) return null;
  return String((cause.cause as NodeJS.ErrnoException).code ?? cause.cause.name);
};

/** `null` when the cause is not the provider but a defect of ours. */
export function toFault(cause: unknown): ProviderFault | null {
  if (cause instanceof oidc.ResponseBodyError) return fromRefusal(cause);
  if (cause instanceof oidc.WWWAuthenticateChallengeError)
    return { kind: "misconfigured", fault: "challenged", status: cause.status };
  if (cause instanceof oidc.ClientError) {
    const fault = cause.code ?? "unknown";
    return { kind: SILENCE.has(fault) ? "unavailable" : "refused", fault };
  }
  const fault = cause instanceof TypeError ? connectionFault(cause) : null;
  return fault === null ? null : { kind: "unavailable", fault };
}
