import { Readable } from "node:stream";
import type { StreamedEvent } from "./event-stream.store.ts";

/** Backpressure limit: above it the stream of a slow reader ends, and the browser reconnects. */
const WAITING_MAX_BYTES = 256 * 1024;
const COME_BACK_AFTER_MS = 3_000;

export const opening = (head: number): string =>
  `retry: ${COME_BACK_AFTER_MS}\nid: ${head}\nevent: hello\ndata: {}\n\n`;
export const restart = (head: number): string => `id: ${head}\nevent: reset\ndata: {}\n\n`;
export const ended = "event: ended\ndata: {}\n\n";
export const heartbeat = ": still here\n\n";

export const toText = ({ seq, kind, payload }: StreamedEvent): string =>
  `id: ${seq}\nevent: ${kind}\ndata: ${JSON.stringify(payload)}\n\n`;

export interface LiveStream {
  readonly userId: string;
  readonly sessionId: string;
  after: number;
  readonly body: Readable;
  send(text: string): void;
  end(lastWords?: string): void;
}

export function createLiveStream(
  owner: { readonly userId: string; readonly sessionId: string },
  after: number,
  onGone: (stream: LiveStream) => void,
): LiveStream {
  const body = new Readable({
    encoding: "utf8",
    read: () => undefined,
    destroy(cause, done) {
      onGone(stream);
      done(cause);
    },
  });
  const stream: LiveStream = {
    ...owner,
    after,
    body,
    send(text) {
      if (body.destroyed || body.readableEnded) return;
      if (body.readableLength > WAITING_MAX_BYTES) return stream.end();
      body.push(text);
    },
    end(lastWords) {
      onGone(stream);
      if (body.destroyed) return;
      if (lastWords !== undefined) body.push(lastWords);
      body.push(null);
    },
  };
  return stream;
}
