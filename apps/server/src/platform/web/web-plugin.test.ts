import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { brand } from "@vriddhi/core/site/brand";
import Fastify, { type FastifyInstance, type InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { webModeOf } from "./render.ts";
import { webPlugin } from "./web-plugin.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../../..");
const BUILT_AT = brand.canonicalOrigin;
const PAGE = `<!DOCTYPE html><html lang="en" data-origin="${BUILT_AT}"><head><link rel="canonical" href="${BUILT_AT}/about"/></head><body>prerendered<script>boot("${BUILT_AT}")</script></body></html>`;
const ORIGIN = "https://trade.example:8443";
const PAYMENT = ["https://checkout.example", "https://api.example"];
const SCRIPT = "export const answer = 42;".repeat(50);

/** The smallest build: one root, one article with data and one page for every other path. */
const SERVER_BUILD = `
import { createContext, redirect } from "react-router";
const pageContext = createContext(null);
const route = (id, parentId, path, module) => ({ id, parentId, path, module });
const client = (id, parentId, path, hasLoader) => ({
  id, parentId, path, hasLoader, hasAction: false, hasClientAction: false, hasClientLoader: false,
  hasClientMiddleware: false, hasErrorBoundary: false, module: "/assets/" + id + ".js",
});
export const entry = { module: {
  pageContext,
  default(request, status, headers, _router, context) {
    headers.set("content-type", "text/html; charset=utf-8");
    return new Response(JSON.stringify({ url: request.url, page: context.get(pageContext) }), { status, headers });
  },
} };
const nothing = () => null;
export const routes = {
  root: route("root", undefined, "", { default: nothing }),
  article: route("article", "root", "research/:slug", {
    default: nothing,
    loader: async ({ context }) => ({ text: "hello", answer: await context.get(pageContext).ask("/auth/profile") }),
  }),
  missing: route("missing", "root", "*", { default: nothing, loader: () => redirect("/", 302) }),
};
export const assets = { entry: { imports: [], module: "/assets/entry.js" }, url: "/assets/manifest.js", version: "1", routes: {
  root: client("root", undefined, "", false),
  article: client("article", "root", "research/:slug", true),
  missing: client("missing", "root", "*", true),
} };
export const basename = "/", publicPath = "/", assetsBuildDirectory = "client", ssr = true, isSpaMode = false;
export const future = {}, prerender = ["/about"], routeDiscovery = { mode: "initial" }, allowedActionOrigins = [];
`;

let buildDir: string;
let app: FastifyInstance;

function writeBuild(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "web-build-"));
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"), "dir");
  put("package.json", '{ "type": "module" }');
  put("server/index.js", SERVER_BUILD);
  put("client/about/index.html", PAGE);
  put("client/secret/coupons/index.html", PAGE);
  put("client/about.data", "never served from disk");
  put("client/favicon.svg", "<svg/>");
  put("client/.vite/manifest.json", "{}");
  put("client/assets/app-1a2b.js", SCRIPT);
  put("client/assets/app-1a2b.js.br", "brotli bytes");
  put(
    "prerendered.json",
    JSON.stringify({
      "/auth": { file: "about/index.html", scriptHashes: [] },
      "/about": { file: "about/index.html", scriptHashes: ["'sha256-abc'"] },
      "/secret/coupons": { file: "secret/coupons/index.html", scriptHashes: ["'sha256-abc'"] },
    }),
  );
  return folder;
}

beforeAll(async () => {
  buildDir = writeBuild();
  app = Fastify();
  // As in the real server, the content security policy allows nothing until a page opens it.
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "content-security-policy": "default-src 'none'", "cache-control": "no-store" });
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: "Not found.", code: "not_found" }));
  app.get("/auth/profile", () => ({ name: "Asha" }));
  await webPlugin(app, { buildDir, webDir: "unused", mode: "sandbox", origin: ORIGIN, payment: PAYMENT });
});
afterAll(async () => {
  await app.close();
  rmSync(buildDir, { recursive: true, force: true });
});

const ask = (url: string, options: Omit<InjectOptions, "url"> = {}) =>
  app.inject({ url, ...options, headers: { accept: "text/html,*/*", ...options.headers } });

describe("a prerendered page", () => {
  it("contains the product's mode, which the build does not know", async () => {
    const reply = await ask("/about");
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain('<html data-mode="sandbox" lang="en"');
  });

  it("[A2.22] contains the public address in its head, and leaves hashed scripts unchanged", async () => {
    const { body } = await ask("/about");
    expect(body).toContain(`data-origin="${ORIGIN}"`);
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/about"/>`);
    expect(body).toContain(`boot("${BUILT_AT}")`);
  });

  it("allows exactly its own inline scripts and is revalidated before each use", async () => {
    const { headers } = await ask("/about");
    expect(headers["content-security-policy"]).toContain(
      "script-src 'self' 'sha256-abc' https://checkout.example https://api.example;",
    );
    expect(headers["content-security-policy"]).toContain("style-src 'self' 'unsafe-inline'");
    expect(headers["cache-control"]).toBe("no-cache");
    expect(headers["vary"]).toBe("accept-encoding");
  });

  it.each(["mode=signup", "next=%2Fcourses&mode=verification"])(
    "is rendered on request for the query %s",
    async (query) => {
      const reply = await ask(`/auth?${query}`);
      expect(reply.body).not.toContain("prerendered");
      expect(reply.headers["cache-control"]).toBe("no-store");
      expect((await ask("/auth?next=%2Fmode%3Dsignup")).body).toContain("prerendered");
    },
  );

  it("is sent compressed, with an ETag per content encoding", async () => {
    const plain = await ask("/about");
    const br = await ask("/about", { headers: { "accept-encoding": "gzip, br" } });
    const gzip = await ask("/about", { headers: { "accept-encoding": "gzip" } });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(new Set([plain, br, gzip].map((reply) => reply.headers.etag)).size).toBe(3);
    expect(plain.headers.etag).toMatch(/^"[^"]+"$/);
  });

  it("is not sent again to a client with its ETag", async () => {
    const { headers } = await ask("/about");
    const again = await ask("/about", { headers: { "if-none-match": `"x", ${headers.etag}` } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
  });

  it("answers HEAD without a body", async () => {
    const reply = await ask("/about", { method: "HEAD" });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe("");
  });
});

it.each(["/about", "/research/a"])("[A7.20] %s allows the payment script with its frames and calls", async (url) => {
  const policy = String((await ask(url)).headers["content-security-policy"]);
  for (const directive of ["script-src", "frame-src", "connect-src", "form-action"])
    expect(policy).toMatch(
      new RegExp(`${directive} 'self'[^;]* https://checkout\\.example https://api\\.example(;|$)`),
    );
  expect(policy).toContain("default-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
});

it.each(["/secret/coupons", "/secret/users/3f0c8c1e"])(
  "the back-office page %s loads and calls no other origin",
  async (url) => {
    const policy = String((await ask(url)).headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:/);
    expect(policy).toMatch(/script-src 'self' '(?:sha256|nonce)-[^']+';/);
    for (const closed of ["script-src-attr", "frame-src", "object-src", "base-uri", "frame-ancestors"])
      expect(policy).toContain(`${closed} 'none'`);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
  },
);

describe("a page rendered on request", () => {
  it("contains the mode and a new nonce, and is never cached", async () => {
    const [first, second] = await Promise.all([ask("/research/a?x=1"), ask("/research/a")]);
    const { page, url } = first.json();
    expect(url).toBe("http://page.invalid/research/a?x=1");
    expect(page.mode).toBe("sandbox");
    expect(page.origin).toBe(ORIGIN);
    expect(first.headers["content-security-policy"]).toContain(`script-src 'self' 'nonce-${page.nonce}'`);
    expect(first.headers["cache-control"]).toBe("no-store");
    expect(second.json().page.nonce).not.toBe(page.nonce);
  });

  it("is sent compressed", async () => {
    const reply = await ask("/research/a", { headers: { "accept-encoding": "br" } });
    expect(reply.headers["content-encoding"]).toBe("br");
    expect(JSON.parse(brotliDecompressSync(reply.rawPayload).toString()).page.mode).toBe("sandbox");
  });

  it("is rendered for a program that accepts any type, which makes a link preview", async () => {
    expect((await ask("/research/a", { headers: { accept: "*/*" } })).statusCode).toBe(200);
  });

  it("answers a request for its data alone from our own API", async () => {
    const reply = await ask("/research/a.data", { headers: { accept: "*/*" } });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain("hello");
    expect(reply.body).toContain("Asha");
  });

  it("ignores the request's host", async () => {
    const reply = await ask("//evil.example/about");
    expect(reply.statusCode).toBe(302);
    expect(reply.headers.location).toBe("/");
  });
});

describe("an unknown address", () => {
  it("[A2.16] redirects a reader to the home page", async () => {
    const reply = await ask("/nowhere");
    expect(reply.statusCode).toBe(302);
    expect(reply.headers.location).toBe("/");
  });

  it.each([
    ["GET", "/nowhere", "application/json"],
    ["POST", "/nowhere", "text/html"],
    ["GET", "/assets/missing.js", "text/html"],
    ["GET", "/.vite/manifest.json", "application/json"],
  ] as const)("[A2.16] is a 404 for %s %s that accepts %s", async (method, url, accept) => {
    const reply = await ask(url, { method, headers: { accept } });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({ detail: "Not found.", code: "not_found" });
  });

  it("does not include an endpoint's address", async () => {
    expect((await ask("/auth/profile")).json()).toEqual({ name: "Asha" });
  });
});

describe("static files", () => {
  it("are cached for a year and compressed in advance if their name has a content hash", async () => {
    const plain = await ask("/assets/app-1a2b.js");
    const br = await ask("/assets/app-1a2b.js", { headers: { "accept-encoding": "br" } });
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(br.body).toBe("brotli bytes");
    expect(br.headers["content-encoding"]).toBe("br");
    expect(br.headers["content-type"]).toContain("javascript");
  });

  it("are revalidated after an hour if their name is permanent", async () => {
    const reply = await ask("/favicon.svg");
    expect(reply.body).toBe("<svg/>");
    expect(reply.headers["content-type"]).toBe("image/svg+xml");
    expect(reply.headers["cache-control"]).toBe("public, max-age=3600");
  });
});

describe("a public demo", () => {
  it("shows no sandbox bar, because the sandbox's controls are closed", () => {
    expect(webModeOf(readConfig({ PUBLIC_URL: "https://demo.example", PUBLIC_DEMO: "1" }))).toBe("live");
    expect(webModeOf(readConfig({}))).toBe("sandbox");
  });
});
