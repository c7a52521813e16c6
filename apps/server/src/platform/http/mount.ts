import { Readable } from "node:stream";
import { type EndpointDefinition, type FileReply, fileReply, streamReply } from "@vriddhi/contract/endpoint";
import { type ProblemCode, problemStatus } from "@vriddhi/contract/problem";
import { isProofFresh } from "@vriddhi/core/account/session-rules";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Limiter } from "../limits/limiter.ts";
import { tooMany } from "../limits/too-many.ts";
import type { Logger } from "../log/logger.ts";
import { isLoopback, limitSubject } from "./client-address.ts";
import type { Call, Caller, Explained, Handler, Messages, RawRequest, SessionReader } from "./handler.ts";
import { type Answer, hashRequest, isUsableKey, type KeyedRequest, type Once } from "./idempotency.ts";
import { hasUnusableText, toDetail } from "./invalid-input.ts";
import { type CookieRules, namedCookies, readSessionToken, sessionCookie } from "./session-cookie.ts";

export interface MountDeps {
  readonly sessions: SessionReader;
  readonly limiter: Pick<Limiter, "take">;
  readonly clock: HumanClock;
  readonly messages: Messages;
  readonly cookies: CookieRules;
  /** Answers a repeated call as it was answered first. */
  readonly once: Once;
  readonly log: Logger;
}

/** Budgets refill evenly, so that some of them are open again after this. */
const RETRY_AFTER_S = "60";

const KEY_UNUSABLE = "An Idempotency-Key has 1 to 200 visible characters.";

/** A refusal on its way to the caller; only the mount throws and catches it. */
class Refused extends Error {
  readonly code: ProblemCode;
  readonly detail: string | null;

  constructor(code: ProblemCode, detail: string | null = null) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** Turns a contract entry into a route. Parsing, access, ownership, refusals and the reply's shape happen here, for all alike. */
export function mount(
  app: FastifyInstance,
  endpoint: EndpointDefinition,
  handler: Handler<EndpointDefinition>,
  deps: MountDeps,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    config: { keepsRawBody: endpoint.rawBody === true },
    // Nobody would read a stream without a body to its end.
    exposeHeadRoute: endpoint.stream === undefined,
    handler: async (request, reply) => {
      try {
        const call = await admit(request, reply, endpoint, deps);
        const keyed = keyedRequest(request, endpoint, call);
        if (keyed !== null)
          return await answerOnce(reply, deps, keyed, async () => toAnswer(endpoint, deps, await handler(call)));
        const outcome = await handler(call);
        if (!outcome.ok) {
          const { code, detail } = refusalOf(outcome.error);
          return refuse(reply, endpoint, deps, code, detail);
        }
        return answer(reply, endpoint, outcome.value);
      } catch (cause) {
        if (cause instanceof Refused) return refuse(reply, endpoint, deps, cause.code, cause.detail);
        throw cause;
      }
    },
  });
}

const refusalOf = (
  error: ProblemCode | Explained<ProblemCode>,
): { readonly code: ProblemCode; readonly detail: string | null } =>
  typeof error === "string" ? { code: error, detail: null } : error;

/** What the contract lets out of it. */
function checkedReply({ path, reply: shape }: EndpointDefinition, value: unknown): unknown {
  const checked = shape.safeParse(value);
  if (!checked.success) throw new Error(`reply of ${path} breaks the contract: ${checked.error.message}`);
  return checked.data;
}

function answer(reply: FastifyReply, endpoint: EndpointDefinition, value: unknown): FastifyReply {
  const { file, stream } = endpoint;
  const checked = checkedReply(endpoint, value);
  if (stream !== undefined) return sendStream(reply, stream, streamReply.parse(checked));
  return file === undefined ? reply.send(checked) : sendFile(reply, file, fileReply.parse(checked));
}

/** The caller names this very request, so that a repetition of it is not a second one. Null: it has no name. */
function keyedRequest(
  request: FastifyRequest,
  endpoint: EndpointDefinition,
  { params, query, body, caller }: Call<EndpointDefinition>,
): KeyedRequest | null {
  const key = request.headers["idempotency-key"];
  if (endpoint.idempotent !== true || caller === null || key === undefined) return null;
  if (typeof key !== "string" || !isUsableKey(key)) throw new Refused("invalid_input", KEY_UNUSABLE);
  return { userId: caller.userId, key, hash: hashRequest(endpoint, [params, query, body]) };
}

/** The same that goes out, as a value that can be kept. */
function toAnswer(
  endpoint: EndpointDefinition,
  deps: MountDeps,
  outcome: Awaited<ReturnType<Handler<EndpointDefinition>>>,
): Answer {
  if (outcome.ok) return { status: 200, body: checkedReply(endpoint, outcome.value) };
  const { code, detail } = refusalOf(outcome.error);
  return { status: problemStatus[code], body: { detail: detail ?? deps.messages[code], code } };
}

async function answerOnce(
  reply: FastifyReply,
  deps: MountDeps,
  keyed: KeyedRequest,
  work: () => Promise<Answer>,
): Promise<FastifyReply> {
  const outcome = await deps.once(keyed, work);
  if (outcome.kind === "reused") throw new Refused("key_reused");
  if (outcome.kind === "running") throw new Refused("still_running");
  if (outcome.isRepeated) reply.header("idempotent-replayed", "true");
  return reply.code(outcome.answer.status).send(outcome.answer.body);
}

/** A proxy must pass each piece on as it comes. A caller who hangs up ends the stream. */
function sendStream(reply: FastifyReply, type: string, pieces: AsyncIterable<string>): FastifyReply {
  return reply
    .header("content-type", `${type}; charset=utf-8`)
    .header("cache-control", "no-store, no-transform")
    .header("x-accel-buffering", "no")
    .send(pieces instanceof Readable ? pieces : Readable.from(pieces));
}

function sendFile(reply: FastifyReply, type: string, { name, bytes }: FileReply): FastifyReply {
  return reply
    .header("content-type", type)
    .header("content-disposition", `attachment; filename="${name.replace(/[^\w.-]/g, "-")}"`)
    .send(Buffer.from(bytes));
}

function refuse(
  reply: FastifyReply,
  endpoint: EndpointDefinition,
  deps: MountDeps,
  code: ProblemCode,
  detail: string | null,
): FastifyReply {
  const sentence = detail ?? deps.messages[code];
  if (code === "too_many_requests") reply.header("retry-after", RETRY_AFTER_S);
  // A7.3: login's readers look for `message` first.
  const extra = endpoint.path === "/auth/login" ? { message: sentence } : {};
  return reply.code(problemStatus[code]).send({ detail: sentence, code, ...extra });
}

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: EndpointDefinition,
  deps: MountDeps,
): Promise<Call<EndpointDefinition>> {
  if (endpoint.access === "sandbox" && !isFromThisMachine(request)) throw new Refused("not_found");
  const caller = await identify(request, deps);
  checkAccess(endpoint, caller);
  checkClaimedUser(request, caller);
  // After the access check: what is refused anyway must not use up the budget of everybody behind one address.
  if (endpoint.limit && !(await deps.limiter.take(`${endpoint.limit}:ip`, limitSubject(request.ip))))
    throw new Refused("too_many_requests", tooMany(`${endpoint.limit}:ip`).detail);
  const call = {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: parseBody(endpoint.body, request.body),
    caller,
    from: { ip: request.ip, device: (request.headers["user-agent"] ?? "").slice(0, 200) },
    session: sessionCookie(reply, deps.cookies),
    cookies: namedCookies(request, reply, deps.cookies),
    raw: endpoint.rawBody === true || endpoint.stream !== undefined ? rawRequest(request) : undefined,
  };
  if (endpoint.owner !== undefined && call.params?.[endpoint.owner] !== caller?.userId) throw new Refused("not_found");
  // Last, so that what would be refused anyway sends nobody to prove themselves.
  if (endpoint.proof === "fresh" && !(caller && isProofFresh(caller.provedAt, deps.clock.now())))
    throw new Refused("proof_required");
  return call as Call<EndpointDefinition>;
}

/** Not through a proxy either: behind one everybody comes from this machine. */
const isFromThisMachine = ({ ip, headers }: FastifyRequest): boolean =>
  isLoopback(ip) && !Object.keys(headers).some((name) => name === "forwarded" || name.startsWith("x-forwarded-"));

function rawRequest(request: FastifyRequest): RawRequest {
  return {
    bytes: request.rawBody ?? Buffer.alloc(0),
    header: (name) => [request.headers[name.toLowerCase()]].flat()[0] ?? null,
  };
}

function identify(request: FastifyRequest, deps: MountDeps): Promise<Caller | null> | null {
  const token = readSessionToken(request.headers, deps.cookies);
  return token === null ? null : deps.sessions.find(token);
}

function checkAccess({ access }: EndpointDefinition, caller: Caller | null): void {
  if (access === "public" || access === "sandbox") return;
  if (!caller) throw new Refused("not_signed_in");
  if (access !== "user" && caller.role !== access) throw new Refused("forbidden");
}

/** A6.5: some calls name their user in a header; it must be the session's own. */
function checkClaimedUser(request: FastifyRequest, caller: Caller | null): void {
  const claimed = request.headers["x-user-id"];
  if (caller && claimed !== undefined && claimed !== caller.userId) throw new Refused("wrong_user");
}

function parse(schema: z.ZodObject | undefined, input: unknown): Record<string, unknown> | undefined {
  if (!schema) return undefined;
  if (hasUnusableText(input)) throw new Refused("invalid_input");
  const parsed = schema.safeParse(input ?? {});
  if (!parsed.success) throw new Refused("invalid_input", toDetail(parsed.error));
  return parsed.data;
}

/** An endpoint that takes no body takes an empty one, and nothing else. */
function parseBody(schema: z.ZodObject | undefined, body: unknown): Record<string, unknown> | undefined {
  if (schema) return parse(schema, body);
  const isEmpty = body === undefined || body === null || (typeof body === "object" && Object.keys(body).length === 0);
  if (!isEmpty) throw new Refused("invalid_input", "This call takes no body.");
  return undefined;
}
