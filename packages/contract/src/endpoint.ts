import { z } from "zod";
import type { ProblemCode } from "./problem.ts";

/**
 * Who may call. `user` is a person's own session. The other three are tokens of the back office, which open nothing
 * else: `admin` the desk, `support` the desk's reading calls (an admin may too), `blog_admin` the blog's administration
 * (an admin may too). `sandbox` endpoints exist in sandbox mode only and answer loopback callers only; everywhere else
 * they are a 404.
 */
export type Access = "public" | "user" | "blog_admin" | "support" | "admin" | "sandbox";

/** Named budgets that hold across processes; their sizes stand in the server's `limits.ts`. */
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
  /** Parameters in braces, as in the specification and in OpenAPI: `/free-trial/{userId}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** The path parameter that must be the caller's own user id; a foreign one is a 404. */
  readonly owner?: string;
  /** Counted per account where somebody must be signed in, and per address elsewhere. */
  readonly limit?: LimitName;
  /** What went well is given back to the budget: a town that signs in behind one address uses up nothing. */
  readonly limitCounts?: "refusals";
  /** The caller must have proved who they are within the last minutes; otherwise 428 `proof_required`. */
  readonly proof?: "fresh";
  /**
   * It causes an order, a start or a payment, so it takes an `Idempotency-Key`: the same key with the same request is the
   * same answer for a day, from any process and after a crash. Only where a caller is known.
   */
  readonly idempotent?: true;
  readonly params?: Fields;
  readonly query?: Fields;
  readonly body?: Fields;
  /** Of the body as it is sent, where the common limit is too small. */
  readonly bodyMaxBytes?: number;
  /** The body is no JSON but a file of one of these types; the handler gets its bytes, once the caller may send them. */
  readonly upload?: { readonly types: readonly string[]; readonly maxBytes: number };
  /** The handler also gets the bytes and headers as they came, because somebody signed them. */
  readonly rawBody?: true;
  /** The reply is not JSON but a file of this type, to be saved under the name the handler gives. */
  readonly file?: "application/pdf";
  /** The reply goes on: the handler gives its text piece by piece, and gets the request's headers. */
  readonly stream?: "text/event-stream" | "text/csv";
  readonly reply: z.ZodType;
  /** Beyond the common problems. */
  readonly problems: readonly ProblemCode[];
}

/** What the handler of an endpoint with `file` replies. */
export const fileReply = z.strictObject({
  name: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type FileReply = z.infer<typeof fileReply>;

/** What the handler of an endpoint with `stream` replies. */
export const streamReply = z.custom<AsyncIterable<string>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
);

/** Keeps the literal types, so that clients and handlers are typed by what is written here. */
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
