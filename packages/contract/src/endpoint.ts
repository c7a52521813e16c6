import { z } from "zod";
import type { ProblemCode } from "./problem.ts";

/**
 * The required caller. `admin` opens the whole back office, `support` its reading calls and `blog_admin` the blog (an
 * admin may do both). `sandbox` endpoints answer loopback callers in sandbox mode only; elsewhere they are a 404.
 */
export type Access = "public" | "user" | "blog_admin" | "support" | "admin" | "sandbox";

/** Named rate limits across processes; their sizes are in the server's `limits.ts`. */
export type LimitName =
  | "login"
  | "login-start"
  | "signup"
  | "code"
  | "otp-check"
  | "support"
  | "support-write"
  | "payment"
  | "coupon"
  | "download"
  | "connect"
  | "connect-link"
  | "approval-link"
  | "notify"
  | "blog-image"
  | "newsletter"
  | "newsletter-link";

type Fields = z.ZodObject<z.ZodRawShape>;

export interface EndpointDefinition {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Parameters in braces, as in the specification and OpenAPI: `/free-trial/{userId}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** The path parameter that must equal the caller's user id; another id is a 404. */
  readonly owner?: string;
  /** Counted per account where sign-in is required, per address elsewhere. */
  readonly limit?: LimitName;
  /** Returns successful calls to the budget: users who sign in behind one shared address use up nothing. */
  readonly limitCounts?: "refusals";
  /** Requires proof of identity within the last minutes; otherwise 428 `proof_required`. */
  readonly proof?: "fresh";
  /** Takes an `Idempotency-Key`: the same key and request get the same answer for a day, also after a crash. */
  readonly idempotent?: true;
  readonly params?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
  /** Size limit of the sent body, where the common limit is too small. */
  readonly bodyMaxBytes?: number;
  /** The body is a file of one of these types, not JSON; the handler gets its bytes once the caller is authorised. */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number };
  /** The handler also gets raw bytes and headers, for a signature check. */
  readonly rawBody?: true;
  /** The reply is a file of this type instead of JSON, saved under the handler's name. */
  readonly file?: "application/pdf";
  /** Only with public access: the same answer for every caller, whom nothing identifies. Caches keep it this long. */
  readonly sharedForS?: number;
  /** A streamed reply: the handler yields text, and gets the request's headers. */
  readonly stream?: "text/event-stream" | "text/csv";
  readonly reply: z.ZodType;
  /** In addition to the common problems. */
  readonly problems: readonly ProblemCode[];
}

export const fileReply = z.strictObject({
  name: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type FileReply = z.infer<typeof fileReply>;

export const streamReply = z.custom<AsyncIterable<string>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
);

/** Keeps the literal types so that clients and handlers are typed from the definition. */
export const endpoint = <const Definition extends EndpointDefinition>(definition: Definition): Definition => definition;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

export type BodyOf<D extends EndpointDefinition> = Parsed<D["body"]>;
export type QueryOf<D extends EndpointDefinition> = Parsed<D["query"]>;
export type ParamsOf<D extends EndpointDefinition> = Parsed<D["params"]>;
export type ReplyOf<D extends EndpointDefinition> = z.output<D["reply"]>;
export type ReplyInputOf<D extends EndpointDefinition> = z.input<D["reply"]>;
export type BodyInputOf<D extends EndpointDefinition> = Sent<D["body"]>;
export type QueryInputOf<D extends EndpointDefinition> = Sent<D["query"]>;
