import type { ImageType } from "@vriddhi/core/blog/blog-limits";

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte);

const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0));

const signatures: readonly { readonly type: ImageType; fits(bytes: Uint8Array): boolean }[] = [
  { type: "image/jpeg", fits: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]) },
  { type: "image/png", fits: (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: "image/gif", fits: (bytes) => startsWith(bytes, ascii("GIF87a")) || startsWith(bytes, ascii("GIF89a")) },
  { type: "image/webp", fits: (bytes) => startsWith(bytes, ascii("RIFF")) && startsWith(bytes, ascii("WEBP"), 8) },
];

/** Detects the type from the first bytes, whatever name or sender claim. `null`: none of the four. */
export const pictureTypeOf = (bytes: Uint8Array): ImageType | null =>
  signatures.find(({ fits }) => fits(bytes))?.type ?? null;
