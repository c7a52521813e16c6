import { Readable } from "node:stream";
import { problemStatus } from "@vriddhi/contract/problem";
import type { FastifyError, FastifyInstance } from "fastify";
import { problem } from "./general.messages.ts";

/** Bodies of these types reach the handler unparsed. */
export function takeFiles(scope: FastifyInstance, types: readonly string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], (_request, payload, done) => done(null, payload));
  scope.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.code !== "FST_ERR_CTP_INVALID_MEDIA_TYPE") throw error;
    const detail = `Send the file itself, as one of these types: ${types.join(", ")}.`;
    return reply.code(problemStatus.unsupported_media).send({ ...problem("unsupported_media"), detail });
  });
}

/** The whole file, or why there is none. Stops reading a file that is too large. */
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
