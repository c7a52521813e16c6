import { type Api, ApiError } from "../../lib/api.ts";
import { landingPath, type SessionStore } from "../../lib/session-store.ts";
import { googleFailureTexts } from "./google.texts.ts";
import { takeNextPath } from "./stored-next.ts";

/** Our server calls Google in turn, so it may take longer than an ordinary read. */
const EXCHANGE_TIMEOUT_MS = 20_000;

const CARRIED = ["code", "state", "iss", "error"] as const;

/** Google's code gives access to an account: it stays in memory and is sent only to our server. */
export type GoogleRedirect = Partial<Record<(typeof CARRIED)[number], string>>;

export type GoogleSignInOutcome =
  | { readonly kind: "arrived"; readonly path: string }
  /** Google has identified the user; the server also needs the password (first link) or the authenticator's code (each sign-in). */
  | { readonly kind: "proof_required"; readonly what: Missing; readonly nextPath: string | null }
  /** `nextPath` is the target page: the link back to the login keeps it. */
  | { readonly kind: "failed"; readonly sentence: string; readonly nextPath: string | null };

export type Missing = "password" | "code";

export interface GoogleSignInDeps {
  readonly api: Api;
  readonly store: Pick<SessionStore, "get" | "enter">;
}

class GoogleSignInError extends Error {}

class ProofRequired extends Error {
  readonly what: Missing;

  constructor(what: Missing) {
    super(what);
    this.what = what;
  }
}

function toProofRequired(cause: unknown): ProofRequired | null {
  if (!(cause instanceof ApiError)) return null;
  if (cause.code === "google_link_unproved") return new ProofRequired("password");
  return cause.code === "totp_required" ? new ProofRequired("code") : null;
}

export function readRedirect(params: URLSearchParams): GoogleRedirect {
  const redirect: GoogleRedirect = {};
  for (const name of CARRIED) {
    const value = params.get(name);
    if (value !== null) redirect[name] = value;
  }
  return redirect;
}

function toExchangeFault(cause: unknown): GoogleSignInError {
  const isRefusal = cause instanceof ApiError && cause.status >= 400;
  if (!isRefusal) return new GoogleSignInError(googleFailureTexts.unexpected);
  return new GoogleSignInError(cause.detail ?? googleFailureTexts.refused);
}

function toProfileFault(cause: unknown): GoogleSignInError {
  const isSignedOut = cause instanceof ApiError && cause.status === 401;
  return new GoogleSignInError(isSignedOut ? googleFailureTexts.noSession : googleFailureTexts.noProfile);
}

async function finish({ api, store }: GoogleSignInDeps, redirect: GoogleRedirect): Promise<void> {
  if (redirect.code === undefined && redirect.error === undefined)
    throw new GoogleSignInError(googleFailureTexts.noCode);
  await api("GET", "/google-auth/callback", { query: redirect, timeoutMs: EXCHANGE_TIMEOUT_MS }).catch((cause) => {
    throw toProofRequired(cause) ?? toExchangeFault(cause);
  });
  await enter({ api, store });
}

async function enter({ api, store }: GoogleSignInDeps): Promise<void> {
  const user = await api("GET", "/auth/profile").catch((cause) => {
    throw toProfileFault(cause);
  });
  await store.enter(user);
}

async function settle(deps: GoogleSignInDeps, redirect: GoogleRedirect): Promise<GoogleSignInOutcome> {
  const nextPath = takeNextPath();
  try {
    await finish(deps, redirect);
    return { kind: "arrived", path: nextPath ?? landingPath(deps.store.get()) };
  } catch (cause) {
    if (cause instanceof ProofRequired) return { kind: "proof_required", what: cause.what, nextPath };
    const sentence = cause instanceof GoogleSignInError ? cause.message : googleFailureTexts.unexpected;
    return { kind: "failed", sentence, nextPath };
  }
}

export type ConfirmOutcome =
  | { readonly kind: "arrived"; readonly path: string }
  | { readonly kind: "proof_required"; readonly what: Missing }
  | { readonly kind: "refused"; readonly sentence: string };

export async function confirmGoogleSignIn(
  deps: GoogleSignInDeps,
  given: { readonly password?: string; readonly totp?: string },
  nextPath: string | null,
): Promise<ConfirmOutcome> {
  try {
    await deps.api("POST", "/google-auth/confirm", { body: given });
    await enter(deps);
    return { kind: "arrived", path: nextPath ?? landingPath(deps.store.get()) };
  } catch (cause) {
    const required = toProofRequired(cause);
    if (required) return { kind: "proof_required", what: required.what };
    const fault = cause instanceof GoogleSignInError ? cause : toExchangeFault(cause);
    return { kind: "refused", sentence: fault.message };
  }
}

/** A code is good for one exchange, and React may mount a page twice: the second mount gets the first one's answer. */
let underway: Promise<GoogleSignInOutcome> | null = null;

export function finishGoogleSignIn(deps: GoogleSignInDeps, redirect: GoogleRedirect): Promise<GoogleSignInOutcome> {
  underway ??= settle(deps, redirect).finally(() => {
    underway = null;
  });
  return underway;
}
