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
  /** null: development, with Vite serving the sources in `webDir`. */
  readonly buildDir: string | null;
  readonly webDir: string;
  readonly mode: WebMode;
  /** Where the site is at home: the sitemap and every page's head name this address. */
  readonly origin: string;
  /** The payment provider: pages may load its checkout script. */
  readonly payment: PaymentOrigins;
  /** Whom the developers' test page may talk to beside us. */
  readonly hosted?: HostedOrigins;
}

/**
 * Serves the web beside the API in one application: pages are the fallback of every GET that no endpoint answers.
 * What is neither a page nor a file is the not-found handler's business.
 */
export async function webPlugin(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { buildDir } = options;
  if (buildDir === null) serveSources(app, options);
  else await serveBuild(app, buildDir, options);
}

/** Programs that show a preview of a link accept anything, and these pages are rendered for each request. */
const SHARED_PAGES = /^\/research(\/|$)/;

/** A2.16: only somebody who reads pages is sent to one. */
const wantsPage = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes("text/html") || SHARED_PAGES.test(pathnameOf(request));

/** Their file holds one view, and the query asks for another: what is served is what was asked for. */
const isOtherView = (request: FastifyRequest): boolean =>
  /^\/(auth|login)\?(.*&)?mode=(signup|verification)(&|$)/.test(request.url);

/** No cookie goes along: what stands in a page's HTML is what everybody may read. */
function askOwnApi(app: FastifyInstance): AskOwnApi {
  return async (request, address) => {
    const { host } = request.headers;
    const headers = { accept: "application/json", ...(host === undefined ? {} : { host }) };
    const reply = await app.inject({ method: "GET", url: address, remoteAddress: request.ip, headers });
    return { status: reply.statusCode, body: reply.json() };
  };
}

/** Vite begins when the API answers: whoever changed the server waits for that first, and a page waits for Vite. */
function serveSources(app: FastifyInstance, { webDir, mode, origin }: WebOptions): void {
  let started: Promise<DevServer> | null = null;
  const begun = (): Promise<DevServer> => {
    started ??= startDevServer(app, webDir, { mode, origin, ask: askOwnApi(app) });
    return started;
  };
  app.addHook("onListen", async () => {
    // Each page that is asked for tells the fault.
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

/** Files that lie beside the pages, such as the icon: address to path below the client folder. */
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
    // Not waited for: whoever asks for a page before has it made first.
    void encodeAll(prerendered);
  });
  const publicFiles = await listPublicFiles(clientDir);
  // Their names carry their content, so they never change.
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
