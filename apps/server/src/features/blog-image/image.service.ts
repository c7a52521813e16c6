import { randomBytes } from "node:crypto";
import { IMAGE_BUCKET } from "@vriddhi/core/blog/blog-limits";
import { err, ok, type Result } from "@vriddhi/core/shared/result";
import type { HumanClock } from "@vriddhi/core/time/clock";
import type { ImageStore, KeptImage } from "./image.store.ts";
import { BucketMissing, NotAllowed, type ObjectStore, StoreAway } from "./object-store.ts";
import { preparePicture } from "./prepare-picture.ts";

export interface ImageServiceDeps {
  readonly images: ImageStore;
  readonly objects: ObjectStore;
  readonly clock: HumanClock;
}

export interface ImagePicture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly sources: readonly { readonly url: string; readonly width: number }[];
}

export type ImageRefusal = "image_refused" | "bucket_missing" | "images_away";
export type ImageService = ReturnType<typeof createImageService>;

const RANDOM_BYTES = 8;
const NAME = /^\d{13}-[0-9a-f]{16}(-\d{3,4}w)?\.(jpg|png|gif|webp)$/;
const NAMED = /(\d{13}-[0-9a-f]{16})\.(?:jpg|png|gif|webp)/g;
const urlOf = (name: string): string => `/${IMAGE_BUCKET}/${name}`;

const toPicture = ({ name, width, height, sources }: KeptImage): ImagePicture => ({
  url: urlOf(name),
  width,
  height,
  sources: sources.map((source) => ({ url: urlOf(source.name), width: source.width })),
});

function refusalOf(cause: unknown): ImageRefusal {
  if (cause instanceof BucketMissing) return "bucket_missing";
  if (cause instanceof StoreAway || cause instanceof NotAllowed) return "images_away";
  throw cause;
}

export function createImageService({ images, objects, clock }: ImageServiceDeps) {
  return {
    async upload(
      bytes: Uint8Array,
      by: string | null,
    ): Promise<Result<{ readonly path: string; readonly picture: ImagePicture }, ImageRefusal>> {
      const prepared = await preparePicture(bytes);
      if (prepared === null) return err("image_refused");
      // C3.16: {timestamp}-{random}.{extension}
      const stem = `${clock.now()}-${randomBytes(RANDOM_BYTES).toString("hex")}`;
      const name = `${stem}.${prepared.extension}`;
      const sources = prepared.smaller.map(({ width }) => ({ name: `${stem}-${width}w.webp`, width }));
      try {
        await objects.put(name, prepared.bytes, prepared.type);
        for (const [at, source] of sources.entries())
          await objects.put(source.name, prepared.smaller[at]?.bytes ?? new Uint8Array(), "image/webp");
      } catch (cause) {
        return err(refusalOf(cause));
      }
      const { width, height } = prepared;
      const kept = { name, width, height, bytes: prepared.bytes.length, sources };
      const image = { ...kept, uploadedAt: clock.now(), uploadedBy: by };
      await images.add(image);
      return ok({ path: `${IMAGE_BUCKET}/${name}`, picture: toPicture(image) });
    },
    read: async (name: string): Promise<Uint8Array | null> => (NAME.test(name) ? objects.get(name) : null),
    /** Deletes the pictures that only these texts named, in all sizes. */
    async removeUnused(texts: readonly string[], isShown: (stem: string) => Promise<boolean>): Promise<void> {
      const found = texts.flatMap((text) => [...text.matchAll(NAMED)]);
      const named = new Map(found.map(([name, stem = ""]) => [name, stem]));
      for (const [name, stem] of named) {
        const image = (await isShown(stem)) ? null : await images.find(name);
        if (image === null) continue;
        await objects.remove([name, ...image.sources.map((source) => source.name)]);
        await images.remove(name);
      }
    },
    async find(url: string): Promise<ImagePicture | null> {
      const name = url.startsWith(urlOf("")) ? url.slice(urlOf("").length) : "";
      const image = NAME.test(name) ? await images.find(name) : null;
      return image === null ? null : toPicture(image);
    },
  };
}
