import type { ImageType } from "@vriddhi/core/blog/blog-limits";
import type { Sharp } from "sharp";
import { pictureTypeOf } from "./picture-type.ts";

export interface PreparedPicture {
  readonly type: ImageType;
  readonly extension: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly smaller: readonly { readonly width: number; readonly bytes: Uint8Array }[];
}

const EXTENSIONS: Readonly<Record<ImageType, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** Wider than any screen shows an article. */
const WIDTH_MAX = 2_400;
const WIDTHS = [480, 960, 1_600] as const;
const WEBP = { quality: 80 } as const;
/** A few kilobytes can decompress to gigabytes: the limit of decompressed pixels. */
const PIXELS_MAX = 50_000_000;

/** Loaded on demand: most processes never see a picture. */
const load = async () => (await import("sharp")).default;

/** Re-encoding the pixels removes location and hidden data. `null`: none of the four types, or broken. */
export async function preparePicture(bytes: Uint8Array): Promise<PreparedPicture | null> {
  const type = pictureTypeOf(bytes);
  if (type === null) return null;
  const sharp = await load();
  const isMoving = type === "image/gif" || type === "image/webp";
  const open = (animated: boolean): Sharp =>
    sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", animated }).rotate();
  try {
    const whole = open(isMoving).resize({ width: WIDTH_MAX, withoutEnlargement: true });
    const { data, info } = await inOwnKind(whole, type).toBuffer({ resolveWithObject: true });
    // For an animation sharp returns the height of all frames together.
    const height = info.pageHeight ?? info.height;
    const smaller = [];
    for (const width of WIDTHS.filter((each) => each < info.width))
      smaller.push({ width, bytes: await open(false).resize({ width }).webp(WEBP).toBuffer() });
    return { type, extension: EXTENSIONS[type], bytes: data, width: info.width, height, smaller };
  } catch {
    return null;
  }
}

function inOwnKind(picture: Sharp, type: ImageType): Sharp {
  switch (type) {
    case "image/jpeg":
      return picture.jpeg({ quality: 85, mozjpeg: true });
    case "image/png":
      return picture.png({ compressionLevel: 9 });
    case "image/gif":
      return picture.gif();
    case "image/webp":
      return picture.webp({ quality: 85 });
  }
}
