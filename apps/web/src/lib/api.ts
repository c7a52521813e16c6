import type { BodyInputOf, EndpointDefinition, ParamsOf, QueryInputOf, ReplyOf } from "@vriddhi/contract/endpoint";
import type { EndpointName, Endpoints } from "@vriddhi/contract/endpoints";
import type { ProblemCode } from "@vriddhi/contract/problem";
import { obtainProof } from "./proof-gate.ts";

const READ_TIMEOUT_MS = 5_000;
/** A write may hash a password or call a broker; calls with a specified limit pass their own. */
const WRITE_TIMEOUT_MS = 30_000;

/** Where a signed-in script or an older client may have stored a bearer token. A6.5 */
const TOKEN_KEY = "token";

/** A6.5: each call names the page's user; the server refuses it once another user has signed in in another tab. */
let person: string | null = null;

export function speakFor(userId: string | null): void {
  person = userId;
}

/** These calls read or end the current session, so they name no user. */
const FOR_ANYBODY: ReadonlySet<string> = new Set(["/auth/profile", "/auth/logout"]);

/** Tokens of the back office and of the blog belong to other accounts than the page's user. */
const namedPerson = (path: string, call: LooseCall): string | null =>
  call.userId ?? (call.bearer === undefined && !FOR_ANYBODY.has(path) ? person : null);

export type TransportFault = "unreachable" | "timed_out" | "unreadable";

/** Any answer that is not the endpoint's reply. `status` is 0 when there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ProblemCode | TransportFault;
  /** The server's sentence, or `null` if it sent none. */
  readonly detail: string | null;

  constructor(fault: { status: number; code: ProblemCode | TransportFault; detail: string | null; cause?: unknown }) {
    super(fault.detail ?? fault.code, { cause: fault.cause });
    this.name = "ApiError";
    this.status = fault.status;
    this.code = fault.code;
    this.detail = fault.detail;
  }
}

type Definition = Endpoints[EndpointName];
export type Method = Definition["method"];
export type PathOf<M extends Method> = Extract<Definition, { method: M }>["path"];
type At<M extends Method, P extends string> = Extract<Definition, { method: M; path: P }>;
export type Reply<M extends Method, P extends string> = ReplyOf<At<M, P>>;

interface CallSettings {
  readonly timeoutMs?: number;
  readonly userId?: string;
  /** The request's idempotency key: a repetition gets the same answer and is not done twice. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** A token of the desk or of the blog's administration; it replaces a stored one. */
  readonly bearer?: string;
}

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value };

type CallOf<D extends EndpointDefinition> = CallSettings &
  Part<"body", BodyInputOf<D>> &
  Part<"query", QueryInputOf<D>> &
  Part<"params", ParamsOf<D>>;

export type Call<M extends Method, P extends string> = CallOf<At<M, P>>;
/** The third argument is optional exactly when nothing in it is required. */
export type CallArguments<M extends Method, P extends string> =
  Record<never, never> extends Call<M, P> ? [call?: Call<M, P>] : [call: Call<M, P>];

interface LooseCall extends CallSettings {
  readonly body?: object;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, unknown>>;
}

export type Api = <M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...call: CallArguments<M, P>
) => Promise<Reply<M, P>>;

function toAddress(baseUrl: string, path: string, call: LooseCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? baseUrl + filled : `${baseUrl}${filled}?${query}`;
}

function storedToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null; // storage is switched off in this browser
  }
}

export const hasStoredToken = (): boolean => storedToken() !== null;

export function forgetToken(): void {
  if (hasStoredToken()) localStorage.removeItem(TOKEN_KEY);
}

function toRequest(method: Method, path: string, call: LooseCall, timeout: AbortSignal): RequestInit {
  const headers = new Headers({ accept: "application/json" });
  const token = call.bearer ?? storedToken();
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  const named = namedPerson(path, call);
  if (named !== null) headers.set("x-user-id", named);
  if (call.idempotencyKey !== undefined) headers.set("idempotency-key", call.idempotencyKey);
  if (call.body !== undefined) headers.set("content-type", "application/json");
  return {
    method,
    headers,
    credentials: "include",
    signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  };
}

/** A7.3: the sentence may be in any of four fields. */
const SENTENCE_FIELDS = ["detail", "message", "error", "msg"] as const;

function toRefusal(status: number, body: unknown): ApiError {
  const fields: Readonly<Record<string, unknown>> = typeof body === "object" && body !== null ? { ...body } : {};
  const sentence = SENTENCE_FIELDS.map((name) => fields[name]).find((text) => typeof text === "string" && text !== "");
  return new ApiError({
    status,
    code: typeof fields["code"] === "string" ? (fields["code"] as ProblemCode) : "unreadable",
    detail: typeof sentence === "string" ? sentence : null,
  });
}

function toTransportError(cause: unknown, call: LooseCall, timeout: AbortSignal): unknown {
  if (call.signal?.aborted) return cause; // aborted by the caller: not a transport fault
  return new ApiError({ status: 0, code: timeout.aborted ? "timed_out" : "unreachable", detail: null, cause });
}

async function exchange(baseUrl: string, method: Method, path: string, call: LooseCall): Promise<unknown> {
  const timeout = AbortSignal.timeout(call.timeoutMs ?? (method === "GET" ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS));
  let response: Response;
  let text: string;
  try {
    response = await fetch(toAddress(baseUrl, path, call), toRequest(method, path, call, timeout));
    text = await response.text();
  } catch (cause) {
    throw toTransportError(cause, call, timeout);
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new ApiError({ status: response.status, code: "unreadable", detail: null, cause });
  }
  if (!response.ok) throw toRefusal(response.status, body);
  return body;
}

/** The password that the refused call itself carried, so that the user does not type it twice. */
function typedPassword({ body }: LooseCall): string | null {
  const fields: Readonly<Record<string, unknown>> = body === undefined ? {} : { ...body };
  const typed = fields["current_password"] ?? fields["password"];
  return typeof typed === "string" && typed !== "" ? typed : null;
}

/** These codes require another proof than the password. */
const WANTS_MORE: ReadonlySet<string> = new Set(["totp_required", "proof_refused"]);

/** By the typed password or, where that is not enough, by a dialog. */
async function prove(baseUrl: string, call: LooseCall): Promise<boolean> {
  const password = typedPassword(call);
  if (password === null) return obtainProof();
  try {
    await exchange(baseUrl, "POST", "/auth/proof", { body: { password } });
    return true;
  } catch (cause) {
    if (cause instanceof ApiError && WANTS_MORE.has(cause.code)) return obtainProof();
    throw cause;
  }
}

/** A client for the API at `baseUrl`. Replies are typed by the contract and trusted: the server checks them. */
export function createApi(baseUrl: string): Api {
  return async (method, path, ...[given]) => {
    const call: LooseCall = given ?? {};
    try {
      return (await exchange(baseUrl, method, path, call)) as Reply<typeof method, typeof path>;
    } catch (cause) {
      const wantsProof = cause instanceof ApiError && cause.code === "proof_required";
      if (!wantsProof || !(await prove(baseUrl, call))) throw cause;
      return (await exchange(baseUrl, method, path, call)) as Reply<typeof method, typeof path>;
    }
  };
}

export const api: Api = createApi("");
