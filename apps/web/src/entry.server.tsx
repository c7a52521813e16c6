import { PassThrough, Transform } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { letScriptsWait } from "./app/late-start.ts";
import { pageContext } from "./lib/page-context.ts";
import { PageModeContext, PageNonceContext } from "./lib/page-mode.ts";
import { setSiteOrigin } from "./lib/site-origin.ts";

/** The server sets this exact key: a second copy of the module would have another one. */
export { pageContext };

/** How long deferred data may keep a page open. */
export const streamTimeout = 5_000;
/** Time for the rejected parts to be written before rendering is cut off. */
const ABORT_GRACE_MS = 1_000;

/** A prerendered page is written as a whole, so that its scripts can be deferred. */
function whole(rewrite: (html: string) => string): Transform {
  const parts: Buffer[] = [];
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
    flush(done) {
      done(null, rewrite(Buffer.concat(parts).toString("utf8")));
    },
  });
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const page = loadContext.get(pageContext);
  if (page !== null) setSiteOrigin(page.origin);
  const nonce = page?.nonce ? { nonce: page.nonce } : {};
  const isBuilt = page === null || page.nonce !== null;
  const isWholeAtOnce = isBuilt || isbot(request.headers.get("user-agent"));
  const { pathname } = new URL(request.url);
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let isShellSent = false;
    const { pipe, abort } = renderToPipeableStream(
      <PageModeContext value={page?.mode}>
        <PageNonceContext value={page?.nonce ?? undefined}>
          <ServerRouter context={routerContext} url={request.url} {...nonce} />
        </PageNonceContext>
      </PageModeContext>,
      {
        ...nonce,
        // A prerendered page has all its text in place, to be read without scripts.
        ...(isWholeAtOnce ? { progressiveChunkSize: Number.POSITIVE_INFINITY } : {}),
        [isWholeAtOnce ? "onAllReady" : "onShellReady"]() {
          isShellSent = true;
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer);
              done();
            },
          });
          if (isBuilt) pipe(whole((html) => letScriptsWait(html, pathname))).pipe(body);
          else pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        onShellError: reject,
        onError(cause) {
          // biome-ignore lint/suspicious/noConsole: the renderer has no logger; the process' own output is the log
          if (isShellSent) console.error(cause);
        },
      },
    );
    timer = setTimeout(abort, streamTimeout + ABORT_GRACE_MS);
  });
}
