import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

const unpackers: Readonly<Record<string, typeof gunzip | typeof inflate | typeof brotliDecompress>> = {
  gzip: gunzip,
  deflate: inflate,
  br: brotliDecompress,
};

/** `null` if the encoding is unknown or the text grows beyond `sizeMax`. */
export async function unpack(packed: Buffer, encoding: string, sizeMax: number): Promise<string | null> {
  if (encoding === "identity") return packed.toString("utf8");
  const unpacker = unpackers[encoding.toLowerCase()];
  if (unpacker === undefined) return null;
  try {
    const text: Buffer = await promisify(unpacker as typeof gunzip)(packed, { maxOutputLength: sizeMax });
    return text.toString("utf8");
  } catch {
    return null;
  }
}
