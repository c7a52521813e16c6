import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ServerBuild } from "react-router";
import { type AskOwnApi, createRender, type Render, type WebMode } from "./render.ts";

type Offer = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export interface DevServer {
  readonly offer: Offer;
  readonly render: Render;
  close(): Promise<void>;
}

export async function startDevServer(
  app: FastifyInstance,
  webDir: string,
  { mode, origin, ask }: { readonly mode: WebMode; readonly origin: string; readonly ask: AskOwnApi },
): Promise<DevServer> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: webDir,
    appType: "custom",
    server: { middlewareMode: true, ws: { server: app.server } },
  });
  return {
    close: () => vite.close(),
    offer: (request, reply) =>
      new Promise((resolve, reject) => {
        reply.raw.once("finish", () => resolve(true));
        vite.middlewares(request.raw, reply.raw, (cause?: unknown) => (cause ? reject(cause) : resolve(false)));
      }),
    async render(request, reply) {
      const build = await vite.ssrLoadModule("virtual:react-router/server-build");
      return createRender(build as ServerBuild, { mode, origin, payment: null, ask })(request, reply);
    },
  };
}
