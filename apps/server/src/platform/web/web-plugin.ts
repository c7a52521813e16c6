import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import { type PaymentOrigins, policyForFiles } from "./content-security-policy.ts";
import { startDevServer } from "./dev-server.ts";
import { loadPrerendered, sendPrerendered } from "./prerendered.ts";
import { createRender, isDataRequest, pathnameOf, type WebMode } from "./render.ts";

export interface WebOptions {
  /** null: development, with Vite serving the sources in `webDir`. */
  readonly buildDir: string | null;
  readonly webDir: string;
  readonly mode: WebMode;
  /** Whose script takes the money. */
  readonly payment: PaymentOrigins;
}

/**
 * Serves the web beside the API in one application: pages are the fallback of every GET that no endpoint answers.
 * What is neither a page nor a file is the not-found handler's business.
 */
export async function webPlugin(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { buildDir, webDir, mode } = options;
  if (buildDir === null) await serveSources(app, webDir, mode);
  else await serveBuild(app, buildDir, options);
}

/** A2.16: only somebody who reads pages is sent to one. */
const wantsPage = (request: FastifyRequest): boolean => request.headers.accept?.includes("text/html") ?? false;

async function serveSources(app: FastifyInstance, webDir: string, mode: WebMode): Promise<void> {
  const { offer, render } = await startDevServer(app, webDir, mode);
  app.get("/*", async (request, reply) => {
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

async function serveBuild(app: FastifyInstance, buildDir: string, { mode, payment }: WebOptions): Promise<void> {
  const clientDir = path.join(buildDir, "client");
  const build = (await import(pathToFileURL(path.join(buildDir, "server/index.js")).href)) as ServerBuild;
  const render = createRender(build, { mode, payment });
  const prerendered = await loadPrerendered(buildDir, mode, payment);
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
    const page = prerendered.get(pathname);
    if (page) return sendPrerendered(request, reply, page);
    if (publicFiles.has(pathname)) {
      reply.header("content-security-policy", policyForFiles);
      return reply.sendFile(pathname, clientDir, { maxAge: PUBLIC_FILE_MAX_AGE, immutable: false });
    }
    if (isDataRequest(pathname) || wantsPage(request)) return render(request, reply);
    return reply.callNotFound();
  });
}
