import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Faults } from "../faults/faults.ts";
import { type Accounts, createAccounts, type GoogleAccount } from "./accounts.ts";
import { createChooser } from "./chooser.ts";
import { pictureOf, STYLESHEET_PATH, stylesheet } from "./pages.ts";
import { CHOOSER_PATH, createProvider, type GoogleClientSettings, TOKEN_PATH } from "./provider.ts";

export interface GoogleSimulator {
  /** `http://127.0.0.1:PORT`: replaces `https://accounts.google.com`. */
  readonly issuer: string;
  readonly accounts: readonly GoogleAccount[];
  clear(): void;
  stop(): Promise<void>;
}

const PICTURE_PATH = "/picture/";

const pathOf = (incoming: IncomingMessage): string => (incoming.url ?? "/").split("?")[0] ?? "/";

function answer(outgoing: ServerResponse, status: number, contentType: string, body: string): void {
  outgoing.writeHead(status, { "content-type": contentType, "cache-control": "no-store" }).end(body);
}

const refuse = (outgoing: ServerResponse, status: number, error: string, description: string): void =>
  answer(outgoing, status, "application/json", JSON.stringify({ error, error_description: description }));

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** Faults affect the token endpoint only: browser pages stay usable. */
const withFaults =
  (faults: Faults, serve: Serve): Serve =>
  (incoming, outgoing) => {
    switch (faults.take("google")) {
      case "timeout":
        return incoming.resume();
      case "drop-before-accept":
        return incoming.socket.destroy();
      case "drop-after-accept":
        outgoing.end = () => {
          incoming.socket.destroy();
          return outgoing;
        };
        return serve(incoming, outgoing);
      case "http500":
        // a front end's answer when the service behind it is down: not JSON
        return answer(outgoing, 500, "text/html", "<h1>Internal Server Error</h1>");
      case "throttle":
        return refuse(outgoing, 429, "rate_limit_exceeded", "Rate Limit Exceeded");
      case "reject":
        return refuse(outgoing, 400, "invalid_grant", "Bad Request");
      default:
        return serve(incoming, outgoing);
    }
  };

const servePicture =
  (accounts: Accounts): Serve =>
  (incoming, outgoing) => {
    const person = accounts.find(pathOf(incoming).slice(PICTURE_PATH.length));
    if (person) answer(outgoing, 200, "image/svg+xml", pictureOf(person));
    else answer(outgoing, 404, "text/plain", "Not found");
  };

export async function startGoogle(
  deps: GoogleClientSettings & { readonly faults: Faults; readonly port?: number },
): Promise<GoogleSimulator> {
  let serve: Serve = (_incoming, outgoing) => outgoing.writeHead(503).end();
  const server = createServer((incoming, outgoing) => serve(incoming, outgoing));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(deps.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;

  const accounts = createAccounts();
  const { provider, memory } = await createProvider(issuer, deps, accounts);
  const serveProvider = provider.callback();
  const serveChooser = createChooser(provider, accounts);
  const routes: readonly { readonly path: string; readonly serve: Serve }[] = [
    { path: TOKEN_PATH, serve: withFaults(deps.faults, serveProvider) },
    {
      path: CHOOSER_PATH,
      serve: (incoming, outgoing) =>
        serveChooser(incoming, outgoing).catch(() => answer(outgoing, 500, "text/plain", "Internal error")),
    },
    { path: STYLESHEET_PATH, serve: (_incoming, outgoing) => answer(outgoing, 200, "text/css", stylesheet) },
    { path: PICTURE_PATH, serve: servePicture(accounts) },
  ];
  serve = (incoming, outgoing) => {
    const path = pathOf(incoming);
    const route = routes.find((one) => (one.path.endsWith("/") ? path.startsWith(one.path) : path === one.path));
    return (route?.serve ?? serveProvider)(incoming, outgoing);
  };

  return {
    issuer,
    accounts: accounts.seeded,
    clear() {
      accounts.clear();
      memory.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
