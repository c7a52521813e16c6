import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createBrotliCompress, createGzip, constants as zlib } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from "react-router";
import {
  deskPolicyForNonce,
  type HostedOrigins,
  isDeskPage,
  type PaymentOrigins,
  policyForNonce,
} from "./content-security-policy.ts";
import { type Encoding, pickEncoding } from "./encoding.ts";

export type WebMode = "sandbox" | "live";

/** A public demo has no control of the simulators, so its pages offer none. */
export const webModeOf = ({
  mode,
  isPublicDemo,
}: {
  readonly mode: WebMode;
  readonly isPublicDemo: boolean;
}): WebMode => (isPublicDemo ? "live" : mode);

/** The web's `PageContext`: the two sides share a shape and no module. */
interface PageContext {
  readonly nonce: string | null;
  readonly mode: WebMode;
  readonly origin: string;
  ask(address: string): Promise<OwnAnswer>;
}

export interface OwnAnswer {
  readonly status: number;
  readonly body: unknown;
}
/** An in-process GET of our public API, rate-limited as the page's visitor. */
export type AskOwnApi = (request: FastifyRequest, address: string) => Promise<OwnAnswer>;
interface WebEntry {
  readonly pageContext: RouterContext<PageContext | null>;
}

export type Render = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Routing reads the path alone; no address is built from a caller's Host. */
const INTERNAL_ORIGIN = "http://page.invalid";

export const pathnameOf = (request: FastifyRequest): string => new URL(INTERNAL_ORIGIN + request.url).pathname;

/** A client-side navigation's request for page data. */
export const isDataRequest = (pathname: string): boolean => pathname.endsWith(".data");

const BROTLI_STREAM_QUALITY = 4;

/** Flushed piece by piece, so that the first part of a page is sent while the rest renders. */
function compressed(body: Readable, encoding: Encoding): Readable {
  if (encoding === "gzip") return body.pipe(createGzip({ flush: zlib.Z_SYNC_FLUSH }));
  return body.pipe(
    createBrotliCompress({
      flush: zlib.BROTLI_OPERATION_FLUSH,
      params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_STREAM_QUALITY },
    }),
  );
}

function toWebRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return new Request(INTERNAL_ORIGIN + request.url, { method: request.method, headers, signal });
}

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? "";

function sendBody(request: FastifyRequest, reply: FastifyReply, response: Response): FastifyReply {
  if (response.body === null) return reply.send();
  const body = Readable.fromWeb(response.body as ReadableStream);
  const encoding = pickEncoding(request.headers["accept-encoding"]);
  reply.header("vary", "accept-encoding");
  if (encoding === null) return reply.send(body);
  reply.header("content-encoding", encoding).removeHeader("content-length");
  const packed = compressed(body, encoding);
  body.once("error", (cause) => packed.destroy(cause));
  return reply.send(packed);
}

interface RenderOptions {
  readonly mode: WebMode;
  readonly origin: string;
  readonly payment: PaymentOrigins | null;
  readonly hosted?: HostedOrigins;
  readonly ask: AskOwnApi;
}

/** Renders pages with the given build. Development has no policy, hence no origins: Vite injects scripts of its own. */
export function createRender(build: ServerBuild, { mode, origin, payment, hosted = [], ask }: RenderOptions): Render {
  const handle = createRequestHandler(build, payment !== null ? "production" : "development");
  const { pageContext } = build.entry.module as unknown as WebEntry;
  return async (request, reply) => {
    const nonce = payment === null ? null : randomBytes(18).toString("base64");
    const context = new RouterContextProvider();
    context.set(pageContext, { nonce, mode, origin, ask: (address) => ask(request, address) });
    const stop = new AbortController();
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) stop.abort();
    });
    const response = await handle(toWebRequest(request, stop.signal), context);
    reply.code(response.status);
    for (const [name, value] of response.headers) reply.header(name, value);
    reply.header("cache-control", "no-store");
    if (nonce === null || payment === null) reply.removeHeader("content-security-policy");
    else if (isDeskPage(pathOf(request.url))) reply.header("content-security-policy", deskPolicyForNonce(nonce));
    else reply.header("content-security-policy", policyForNonce(nonce, payment, hosted));
    return sendBody(request, reply, response);
  };
}
