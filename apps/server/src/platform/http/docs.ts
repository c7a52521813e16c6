import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { madeOnce } from "@vriddhi/core/shared/made-once";
import { brand } from "@vriddhi/core/site/brand";
import type { FastifyInstance } from "fastify";
import { escapeHtml } from "../mail/mail-layout.ts";
import { toOpenApi } from "./openapi.ts";

const style = `body{margin:0 auto;max-width:60rem;padding:2rem 1rem;font:16px/1.5 system-ui,sans-serif;background:#070b14;color:#e2e8f0}
a{color:#f5b544}h2{margin:2rem 0 .25rem;font:600 1rem ui-monospace,monospace;overflow-wrap:anywhere}b{color:#f5b544}p{margin:.25rem 0;color:#a9b6c9}
pre{background:#0e1526;border-radius:8px;padding:1rem;overflow:auto;font-size:.8rem}`;

const section = (name: string, endpoint: EndpointDefinition, operation: unknown): string => `
<section id="${name}"><h2><b>${endpoint.method}</b> ${escapeHtml(endpoint.path)}</h2>
<p>${escapeHtml(endpoint.summary)} · access: ${endpoint.access}</p>
<details><summary>Schema</summary><pre tabindex="0">${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details></section>`;

type Endpoints = Readonly<Record<string, EndpointDefinition>>;

function pageOf(endpoints: Endpoints, document: Record<string, unknown>): string {
  const paths = document["paths"] as Record<string, Record<string, unknown>>;
  const sections = Object.entries(endpoints).map(([name, endpoint]) =>
    section(name, endpoint, paths[endpoint.path]?.[endpoint.method.toLowerCase()]),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${brand.name} API</title><style>${style}</style></head>
<body><main><h1>${brand.name} API</h1><p>One origin, JSON, cookie session. <a href="/docs/openapi.json">OpenAPI document</a></p>${sections.join("")}</main></body></html>`;
}

const docsOf = madeOnce((endpoints: Endpoints) => {
  const document = toOpenApi(endpoints);
  return { document, page: pageOf(endpoints, document) };
});

/** Built at the start: building the page or the OpenAPI document per request would block the event loop for 0.1 s. */
export function serveDocs(app: FastifyInstance, endpoints: Endpoints): void {
  const { document, page } = docsOf(endpoints);
  app.get("/docs/openapi.json", (_request, reply) => reply.send(document));
  app.get("/docs", (request, reply) => {
    if (!(request.headers.accept ?? "").includes("text/html")) return reply.send(document);
    return reply
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .type("text/html; charset=utf-8")
      .send(page);
  });
}
