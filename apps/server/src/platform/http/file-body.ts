import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";

/** Bodies of these types reach the handler as they come, unread. */
export function takeFiles(scope: FastifyInstance, types: readonly string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], (_request, payload, done) => done(null, payload));
}

/** The whole file, or why there is none. What is too large is not read to its end. */
export async function readFile(body: unknown, maxBytes: number): Promise<Buffer | "none" | "too large"> {
  if (!(body instanceof Readable)) return "none";
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) return "too large";
    pieces.push(piece);
  }
  return bytes === 0 ? "none" : Buffer.concat(pieces, bytes);
}
