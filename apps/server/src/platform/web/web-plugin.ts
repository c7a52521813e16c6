import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import { type HostedOrigins, type PaymentOrigins, policyForFiles } from "./content-security-policy.ts";
import { type DevServer, startDevServer } from "./dev-server.ts";
import { encodeAll, loadPrerendered, sendPrerendered } from "./prerendered.ts";
import { type AskOwnApi, createRender, isDataRequest, pathnameOf, type WebMode } from "./render.ts";

export interface WebOptions {
  /** `null`: development, with Vite serving the sources in `webDir`. */
  readonly buildDir: string | null;
  readonly webDir: string;
  readonly mode: WebMode;
  readonly origin: string;
  readonly payment: PaymentOrigins;
  readonly hosted?: HostedOrigins;
}

/** Serves the web beside the API: pages are the fallback of every GET without an endpoint. */
export async function webPlugin(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { buildDir } = options;
  if (buildDir === null) serveSources(app, options);
  else await serveBuild(app, buildDir, options);
}

/** Link-preview programs accept anything, and these pages are rendered per request. */
const SHARED_PAGES = /^\/research(\/|$)/;

/** A2.16: only callers that accept HTML are redirected to a page. */
const wantsPage = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes("text/html") || SHARED_PAGES.test(pathnameOf(request));

/** A prerendered file holds one view; a query asks for another, which is rendered. */
const isOtherView = (request: FastifyRequest): boolean =>
  /^\/(auth|login)\?(.*&)?mode=(signup|verification)(&|$)/.test(request.url);

/** Without cookies: a page's HTML holds only public data. */
function askOwnApi(app: FastifyInstance): AskOwnApi {
  return async (request, address) => {
    const { host } = request.headers;
    const headers = { accept: "application/json", ...(host === undefined ? {} : { host }) };
    const reply = await app.inject({ method: "GET", url: address, remoteAddress: request.ip, headers });
    return { status: reply.statusCode, body: reply.json() };
  };
}

/** Vite starts after the API is ready, so that a server restart is fast; a page waits for Vite. */
function serveSources(app: FastifyInstance, { webDir, mode, origin }: WebOptions): void {
  let started: Promise<DevServer> | null = null;
  const begun = (): Promise<DevServer> => {
    started ??= startDevServer(app, webDir, { mode, origin, ask: askOwnApi(app) });
    return started;
  };
  app.addHook("onListen", async () => {
    // Each requested page reports the fault.
    await begun().catch(() => undefined);
  });
  app.addHook("onClose", async () => {
    const server = await started?.catch(() => null);
    await server?.close();
  });
  app.get("/*", async (request, reply) => {
    const { offer, render } = await begun();
    if (await offer(request, reply)) return reply.hijack();
    if (isDataRequest(pathnameOf(request)) || wantsPage(request)) return render(request, reply);
    return reply.callNotFound();
  });
}

async function listPublicFiles(clientDir: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !/\.(html|data)$/.test(entry.name))
    .map((entry) => path.relative(clientDir, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
  return new Set(
    files.filter((file) => !file.startsWith("assets/") && !file.startsWith(".")).map((file) => `/${file}`),
  );
}

const PUBLIC_FILE_MAX_AGE = "1h";

async function serveBuild(
  app: FastifyInstance,
  buildDir: string,
  { mode, origin, payment, hosted = [] }: WebOptions,
): Promise<void> {
  const clientDir = path.join(buildDir, "client");
  const build = (await import(pathToFileURL(path.join(buildDir, "server/index.js")).href)) as ServerBuild;
  const render = createRender(build, { mode, origin, payment, hosted, ask: askOwnApi(app) });
  const prerendered = await loadPrerendered(buildDir, { mode, origin, payment, hosted });
  app.addHook("onListen", async () => {
    // In the background: a requested page is encoded first.
    void encodeAll(prerendered);
  });
  const publicFiles = await listPublicFiles(clientDir);
  // Their names contain a content hash, so they never change.
  await app.register(fastifyStatic, {
    root: path.join(clientDir, "assets"),
    prefix: "/assets/",
    index: false,
    immutable: true,
    maxAge: "1y",
    preCompressed: true,
  });
  app.get("/*", async (request, reply) => {
    const pathname = pathnameOf(request);
    const page = isOtherView(request) ? undefined : prerendered.get(pathname);
    if (page) return sendPrerendered(request, reply, page);
    if (publicFiles.has(pathname)) {
      reply.header("content-security-policy", policyForFiles);
      return reply.sendFile(pathname, clientDir, { maxAge: PUBLIC_FILE_MAX_AGE, immutable: false });
    }
    if (isDataRequest(pathname) || wantsPage(request)) return render(request, reply);
    return reply.callNotFound();
  });
}
