import { type Api, ApiError } from "../../lib/api.ts";
import { landingPath, type SessionStore } from "../../lib/session-store.ts";
import { googleFailureTexts } from "./google.texts.ts";
import { takeNextPath } from "./stored-next.ts";

/** Our server calls Google in turn, so it may take longer than an ordinary read. */
const EXCHANGE_TIMEOUT_MS = 20_000;

const CARRIED = ["code", "state", "iss", "error"] as const;

/** Google's code gives access to an account: it stays in memory and is sent only to our server. */
export type GoogleRedirect = Partial<Record<(typeof CARRIED)[number], string>>;

export type Arrival =
  | { readonly kind: "arrived"; readonly path: string }
  /** Google has identified the user; the server also needs the password (first link) or the authenticator's code (each sign-in). */
  | { readonly kind: "asked"; readonly what: Missing; readonly nextPath: string | null }
  /** `nextPath` is the target page: the link back to the login keeps it. */
  | { readonly kind: "failed"; readonly sentence: string; readonly nextPath: string | null };

export type Missing = "password" | "code";

export interface ArrivalDeps {
  readonly api: Api;
  readonly store: Pick<SessionStore, "get" | "enter">;
}

class ArrivalFault extends Error {}

class Asked extends Error {
  readonly what: Missing;

  constructor(what: Missing) {
    super(what);
    this.what = what;
  }
}

function toAsked(cause: unknown): Asked | null {
  if (!(cause instanceof ApiError)) return null;
  if (cause.code === "google_link_unproved") return new Asked("password");
  return cause.code === "totp_required" ? new Asked("code") : null;
}

export function readRedirect(params: URLSearchParams): GoogleRedirect {
  const redirect: GoogleRedirect = {};
  for (const name of CARRIED) {
    const value = params.get(name);
    if (value !== null) redirect[name] = value;
  }
  return redirect;
}

function toExchangeFault(cause: unknown): ArrivalFault {
  const isRefusal = cause instanceof ApiError && cause.status >= 400;
  if (!isRefusal) return new ArrivalFault(googleFailureTexts.unexpected);
  return new ArrivalFault(cause.detail ?? googleFailureTexts.refused);
}

function toProfileFault(cause: unknown): ArrivalFault {
  const isSignedOut = cause instanceof ApiError && cause.status === 401;
  return new ArrivalFault(isSignedOut ? googleFailureTexts.noSession : googleFailureTexts.noProfile);
}

async function finish({ api, store }: ArrivalDeps, redirect: GoogleRedirect): Promise<void> {
  if (redirect.code === undefined && redirect.error === undefined) throw new ArrivalFault(googleFailureTexts.noCode);
  await api("GET", "/google-auth/callback", { query: redirect, timeoutMs: EXCHANGE_TIMEOUT_MS }).catch((cause) => {
    throw toAsked(cause) ?? toExchangeFault(cause);
  });
  await enter({ api, store });
}

async function enter({ api, store }: ArrivalDeps): Promise<void> {
  const user = await api("GET", "/auth/profile").catch((cause) => {
    throw toProfileFault(cause);
  });
  await store.enter(user);
}

async function settle(deps: ArrivalDeps, redirect: GoogleRedirect): Promise<Arrival> {
  const nextPath = takeNextPath();
  try {
    await finish(deps, redirect);
    return { kind: "arrived", path: nextPath ?? landingPath(deps.store.get()) };
  } catch (cause) {
    if (cause instanceof Asked) return { kind: "asked", what: cause.what, nextPath };
    const sentence = cause instanceof ArrivalFault ? cause.message : googleFailureTexts.unexpected;
    return { kind: "failed", sentence, nextPath };
  }
}

export type Confirmed =
  | { readonly kind: "arrived"; readonly path: string }
  | { readonly kind: "wanted"; readonly what: Missing }
  | { readonly kind: "refused"; readonly sentence: string };

export async function confirmArrival(
  deps: ArrivalDeps,
  given: { readonly password?: string; readonly totp?: string },
  nextPath: string | null,
): Promise<Confirmed> {
  try {
    await deps.api("POST", "/google-auth/confirm", { body: given });
    await enter(deps);
    return { kind: "arrived", path: nextPath ?? landingPath(deps.store.get()) };
  } catch (cause) {
    const asked = toAsked(cause);
    if (asked) return { kind: "wanted", what: asked.what };
    const fault = cause instanceof ArrivalFault ? cause : toExchangeFault(cause);
    return { kind: "refused", sentence: fault.message };
  }
}

/** A code is good for one exchange, and React may mount a page twice: the second mount gets the first one's answer. */
let underway: Promise<Arrival> | null = null;

export function arriveFromGoogle(deps: ArrivalDeps, redirect: GoogleRedirect): Promise<Arrival> {
  underway ??= settle(deps, redirect).finally(() => {
    underway = null;
  });
  return underway;
}
