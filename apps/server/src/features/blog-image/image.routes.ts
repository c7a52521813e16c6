import { IMAGE_BUCKET } from "@vriddhi/core/blog/blog-limits";
import { ok } from "@vriddhi/core/shared/result";
import type { FastifyInstance } from "fastify";
import type { Handlers } from "../../platform/http/handler.ts";
import type { ImageService } from "./image.service.ts";

export const imageHandlers = (service: ImageService): Handlers<"uploadImage"> => ({
  async uploadImage({ upload, caller }) {
    const kept = await service.upload(upload, caller.name);
    if (!kept.ok) return kept;
    const { path, picture } = kept.value;
    const { url, width, height, sources } = picture;
    return ok({ url, path, image: { url, width, height, sources: [...sources] } });
  },
});

const TYPES: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
};

/** A name never changes its picture, so browsers may cache forever. Files, not endpoints, like the pages' own. */
export function serveImages(app: FastifyInstance, { read }: Pick<ImageService, "read">): void {
  app.get<{ Params: { name: string } }>(`/${IMAGE_BUCKET}/:name`, async (request, reply) => {
    const { name } = request.params;
    const bytes = await read(name);
    if (bytes === null) return reply.callNotFound();
    return reply
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", "cross-origin")
      .type(TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream")
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
}
