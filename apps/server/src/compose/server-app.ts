import { join } from "node:path";
import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { operationsEndpoints } from "@vriddhi/contract/operations";
import type { FastifyInstance } from "fastify";
import { type SiteDeps, serveSite } from "../features/site/site.routes.ts";
import type { PaymentSettings } from "../platform/config/config.ts";
import { serveDocs } from "../platform/http/docs.ts";
import type { Handler } from "../platform/http/handler.ts";
import { createHttpApp, type HttpDeps } from "../platform/http/http-app.ts";
import { type Metrics, measureRequests, serveMetrics } from "../platform/http/metrics.ts";
import { type MountDeps, mount } from "../platform/http/mount.ts";
import { hostedOrigins, paymentOrigins } from "../platform/web/content-security-policy.ts";
import { webModeOf } from "../platform/web/render.ts";
import { webBuiltAt } from "../platform/web/web-built-at.ts";
import { webPlugin } from "../platform/web/web-plugin.ts";

const WEB_DIR = join(import.meta.dirname, "../../../web");

export interface ServerAppDeps extends HttpDeps {
  readonly metrics: Metrics;
  readonly payment: PaymentSettings;
  readonly blog: { readArticles: SiteDeps["readArticles"]; serve(app: FastifyInstance): void };
  readonly endpoints: Readonly<Record<string, EndpointDefinition>>;
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly mountDeps: MountDeps;
}

/** One port for everything; a background process serves only its health. */
export async function createServerApp(deps: ServerAppDeps): Promise<FastifyInstance> {
  const { config, metrics } = deps;
  const app = createHttpApp(deps);
  measureRequests(app, metrics);
  serveMetrics(app, metrics, config.metricsToken);
  const servesApi = config.role === "all" || config.role === "api";
  const served = servesApi ? deps.endpoints : operationsEndpoints;
  for (const [name, endpoint] of Object.entries(served)) {
    // The compiler checked each handler against its endpoint at its definition.
    mount(app, endpoint, deps.handlers[name] as Handler<EndpointDefinition>, deps.mountDeps);
  }
  if (!servesApi) return app;
  serveDocs(app, deps.endpoints);
  serveSite(app, {
    publicUrl: config.publicUrl,
    pagesChangedAt: await webBuiltAt(config.web.buildDir, deps.clock.now()),
    hasHeatMap: config.hasSiteClaims,
    readArticles: deps.blog.readArticles,
  });
  deps.blog.serve(app);
  if (config.web.buildDir !== null || config.web.isDev)
    await webPlugin(app, {
      buildDir: config.web.isDev ? null : config.web.buildDir,
      webDir: WEB_DIR,
      mode: webModeOf(config),
      origin: config.publicUrl.origin,
      payment: paymentOrigins(deps.payment),
      hosted: hostedOrigins(config.blog.supabase?.url ?? null),
    });
  return app;
}
