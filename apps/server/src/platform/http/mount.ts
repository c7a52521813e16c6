import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { type EndpointDefinition, type FileReply, fileReply, streamReply } from "@vriddhi/contract/endpoint";
import { type ProblemCode, problemStatus } from "@vriddhi/contract/problem";
import { isProofFresh } from "@vriddhi/core/account/session-rules";
import type { StaffAccess } from "@vriddhi/core/back-office/admin-session";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { runFor } from "../db/async-context.ts";
import type { Tx } from "../db/database.ts";
import type { Limiter } from "../limits/limiter.ts";
import type { RecentSessions } from "../limits/recent-sessions.ts";
import { tooMany } from "../limits/too-many.ts";
import type { Logger } from "../log/logger.ts";
import { deskUseOf } from "./back-office-reads.ts";
import { accountSubject, isLoopback, limitSubject } from "./client-address.ts";
import { readFile, takeFiles } from "./file-body.ts";
import type { Call, Caller, Explained, Handler, Messages, RawRequest, SessionReader, StaffReader } from "./handler.ts";
import {
  type Answer,
  hashRequest,
  type IdempotentRunner,
  isUsableKey,
  type KeyedRequest,
  type KeyedWork,
} from "./idempotency.ts";
import { hasUnusableText, toDetail } from "./invalid-input.ts";
import { type CookieRules, namedCookies, readSessionToken, sessionCookie } from "./session-cookie.ts";
import { bearerOf, isStaffAccess, STAFF_BROWSER_COOKIE } from "./staff-token.ts";

export interface MountDeps {
  readonly sessions: SessionReader;
  readonly staff: StaffReader;
  readonly limiter: Limiter;
  readonly recentSessions: Pick<RecentSessions, "note">;
  readonly clock: HumanClock;
  readonly messages: Messages;
  readonly cookies: CookieRules;
  readonly once: IdempotentRunner;
  readonly log: Logger;
}

/** Default waits; the sentence of each code names the same wait. */
const RETRY_AFTER_S: Readonly<Partial<Record<ProblemCode, number>>> = {
  too_many_requests: 5,
  broker_busy: 60,
  login_timed_out: 0,
};

const IN_DOUBT =
  "The database went away during this call, so it is not known yet whether it was stored. Try again: it is never done twice.";
const RETRY_IN_DOUBT_S = 5;
const KEY_UNUSABLE = "An Idempotency-Key has 1 to 200 visible characters.";

/** A refusal on its way to the caller; only the mount throws and catches it. */
class Refused extends Error {
  readonly code: ProblemCode;
  readonly detail: string | null;
  readonly retryAfterS: number | undefined;

  constructor(code: ProblemCode, detail: string | null = null, retryAfterS?: number) {
    super(code);
    this.code = code;
    this.detail = detail;
    this.retryAfterS = retryAfterS;
  }
}

const refused = ({ code, detail, retryAfterS }: Explained<ProblemCode>): Refused =>
  new Refused(code, detail, retryAfterS);

export function mount(
  app: FastifyInstance,
  endpoint: EndpointDefinition,
  given: Handler<EndpointDefinition>,
  deps: MountDeps,
): void {
  const { upload, bodyMaxBytes } = endpoint;
  const use = deskUseOf(endpoint);
  const handler: typeof given = use === null ? given : (call) => runFor(use, () => given(call));
  // In a scope of its own: no other endpoint accepts files.
  if (upload !== undefined)
    return void app.register((scope, _options, done) => {
      takeFiles(scope, upload.types);
      route(scope, endpoint, handler, deps);
      done();
    });
  route(app, endpoint, handler, deps, bodyMaxBytes);
}

function route(
  app: FastifyInstance,
  endpoint: EndpointDefinition,
  handler: Handler<EndpointDefinition>,
  deps: MountDeps,
  bodyLimit?: number,
): void {
  app.route({
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    config: { keepsRawBody: endpoint.rawBody === true },
    // A HEAD request would never end the stream.
    exposeHeadRoute: endpoint.stream === undefined,
    handler: async (request, reply) => {
      try {
        const call = await admit(request, reply, endpoint, deps);
        const keyed = keyedRequest(request, endpoint, call);
        if (keyed !== null)
          return await answerOnce(reply, deps, keyed, async (keyedWork) =>
            toAnswer(endpoint, deps, await handler(withKeyedWork(endpoint, call, keyedWork))),
          );
        const outcome = await handler(call);
        if (!outcome.ok) {
          return refuse(reply, endpoint, deps, refusalOf(outcome.error));
        }
        await giveBack(request, endpoint, call.caller, deps);
        return answer(request, reply, endpoint, outcome.value);
      } catch (cause) {
        if (cause instanceof Refused) return refuse(reply, endpoint, deps, cause);
        throw cause;
      }
    },
  });
}

interface Refusal {
  readonly code: ProblemCode;
  readonly detail: string | null;
  readonly retryAfterS?: number | undefined;
}

const refusalOf = (error: ProblemCode | Explained<ProblemCode>): Refusal =>
  typeof error === "string" ? { code: error, detail: null } : error;

/** States the wait in the sentence for users and in a header for programs. */
function setRetryAfter(reply: FastifyReply, { code, retryAfterS }: Pick<Refusal, "code" | "retryAfterS">): void {
  const seconds = retryAfterS ?? RETRY_AFTER_S[code];
  if (seconds !== undefined) reply.header("retry-after", String(seconds));
}

function checkedReply({ path, reply: shape }: EndpointDefinition, value: unknown): unknown {
  const checked = shape.safeParse(value);
  if (!checked.success) throw new Error(`reply of ${path} breaks the contract: ${checked.error.message}`);
  return checked.data;
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: EndpointDefinition,
  value: unknown,
): FastifyReply {
  const { file, stream, sharedForS } = endpoint;
  const checked = checkedReply(endpoint, value);
  if (sharedForS !== undefined) return sendShared(request, reply, sharedForS, checked);
  if (stream !== undefined) return sendStream(reply, stream, streamReply.parse(checked));
  return file === undefined ? reply.send(checked) : sendFile(reply, file, fileReply.parse(checked));
}

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

/** The reply stored in the transaction of the effect is the one sent. */
function withKeyedWork(
  endpoint: EndpointDefinition,
  call: Call<EndpointDefinition>,
  { finish, ...rest }: KeyedWork,
): Call<EndpointDefinition> {
  const keep = (tx: Tx, reply: unknown): Promise<void> =>
    finish(tx, { status: 200, body: checkedReply(endpoint, reply) });
  return { ...call, keyed: { ...rest, keep } } as unknown as Call<EndpointDefinition>;
}

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
  work: Parameters<IdempotentRunner>[1],
): Promise<FastifyReply> {
  const outcome = await deps.once(keyed, work);
  if (outcome.kind === "reused") throw new Refused("key_reused");
  if (outcome.kind === "running") throw new Refused("still_running");
  if (outcome.kind === "in_doubt") throw new Refused("unavailable", IN_DOUBT, RETRY_IN_DOUBT_S);
  if (outcome.isRepeated) reply.header("idempotent-replayed", "true");
  if (outcome.answer.status === problemStatus.broker_busy) setRetryAfter(reply, { code: "broker_busy" });
  return reply.code(outcome.answer.status).send(outcome.answer.body);
}

function sendShared(request: FastifyRequest, reply: FastifyReply, seconds: number, value: unknown): FastifyReply {
  const text = JSON.stringify(value);
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  reply.header("cache-control", `public, max-age=${seconds}`).header("etag", etag);
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(text);
}

/** A proxy must forward each piece at once. A caller who disconnects ends the stream. */
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

function refuse(reply: FastifyReply, endpoint: EndpointDefinition, deps: MountDeps, refusal: Refusal): FastifyReply {
  const { code, detail } = refusal;
  const sentence = detail ?? deps.messages[code];
  setRetryAfter(reply, refusal);
  // A7.3: clients of the login read `message` first.
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
  const caller = await identify(request, reply, endpoint, deps);
  checkClaimedUser(request, caller);
  // After the access check: refused requests must not consume the budget that an address shares.
  if (endpoint.limit && !(await deps.limiter.take(`${endpoint.limit}:ip`, budgetOf(request, endpoint, caller))))
    throw refused(tooMany(`${endpoint.limit}:ip`));
  const call = {
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: bodyOf(endpoint, request),
    caller,
    keyed: null,
    from: { ip: request.ip, device: (request.headers["user-agent"] ?? "").slice(0, 200) },
    isFromPage: request.headers["sec-fetch-site"] !== undefined,
    session: sessionCookie(reply, deps.cookies),
    cookies: namedCookies(request, reply, deps.cookies),
    raw: endpoint.rawBody === true || endpoint.stream !== undefined ? rawRequest(request) : undefined,
  };
  if (endpoint.owner !== undefined && call.params?.[endpoint.owner] !== caller?.userId) throw new Refused("not_found");
  // Last, so that a request that fails anyway does not demand a new proof.
  if (endpoint.proof === "fresh" && !(caller && isProofFresh(caller.provedAt, deps.clock.now())))
    throw new Refused("proof_required");
  return { ...call, upload: await readUpload(request, endpoint) } as Call<EndpointDefinition>;
}

/** Signed-in callers have their own budget, however many share the address. */
const budgetOf = (request: FastifyRequest, { access }: EndpointDefinition, caller: Caller | null): string =>
  access === "public" || caller === null ? limitSubject(request.ip) : accountSubject(caller.userId);

/** Where only refusals count, a success refunds the budget. */
async function giveBack(
  request: FastifyRequest,
  endpoint: EndpointDefinition,
  caller: Caller | null,
  { limiter }: MountDeps,
): Promise<void> {
  const { limit, limitCounts } = endpoint;
  if (limit === undefined || limitCounts !== "refusals") return;
  await limiter.giveBack(`${limit}:ip`, budgetOf(request, endpoint, caller));
}

const bodyOf = ({ body, upload }: EndpointDefinition, request: FastifyRequest) =>
  upload === undefined ? parseBody(body, request.body) : undefined;

/** Read last: only an authorised caller may make us buffer a file. */
async function readUpload(request: FastifyRequest, { upload }: EndpointDefinition): Promise<Uint8Array | undefined> {
  if (upload === undefined) return undefined;
  const sent = await readFile(request.body, upload.maxBytes);
  if (sent === "none") throw new Refused("invalid_input", "The body must be the file itself.");
  if (sent === "too large") throw new Refused("body_too_large");
  return sent;
}

/** Not through a proxy either: behind one, all requests come from this machine. */
const isFromThisMachine = ({ ip, headers }: FastifyRequest): boolean =>
  isLoopback(ip) && !Object.keys(headers).some((name) => name === "forwarded" || name.startsWith("x-forwarded-"));

function rawRequest(request: FastifyRequest): RawRequest {
  return {
    bytes: request.rawBody ?? Buffer.alloc(0),
    header: (name) => [request.headers[name.toLowerCase()]].flat()[0] ?? null,
  };
}

/** Identifies the caller or refuses. User sessions open users' endpoints, back-office tokens their own. */
async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  { access, sharedForS }: EndpointDefinition,
  deps: MountDeps,
): Promise<Caller | null> {
  if (sharedForS !== undefined) return null;
  if (isStaffAccess(access)) return identifyStaff(request, reply, access, deps);
  const token = readSessionToken(request.headers, deps.cookies);
  const caller = token === null ? null : await deps.sessions.find(token);
  if (token !== null && caller !== null) deps.recentSessions.note(token);
  if (access === "user" && !caller) throw new Refused("not_signed_in");
  return caller;
}

async function identifyStaff(
  request: FastifyRequest,
  reply: FastifyReply,
  access: StaffAccess,
  deps: MountDeps,
): Promise<Caller> {
  const token = bearerOf(request.headers.authorization);
  const browser = namedCookies(request, reply, deps.cookies).read(STAFF_BROWSER_COOKIE);
  const staff = token === null ? null : await deps.staff.find(token, browser);
  if (!staff) throw new Refused("not_signed_in");
  if (!staff.opens(access)) throw new Refused("forbidden");
  return staff.caller;
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

/** An endpoint without a body accepts an empty one and nothing else. */
function parseBody(schema: z.ZodObject | undefined, body: unknown): Record<string, unknown> | undefined {
  if (schema) return parse(schema, body);
  const isEmpty = body === undefined || body === null || (typeof body === "object" && Object.keys(body).length === 0);
  if (!isEmpty) throw new Refused("invalid_input", "This call takes no body.");
  return undefined;
}
