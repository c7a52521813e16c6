import { inflateSync } from "node:zlib";

const WOFF = 0x774f4646;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

const roundedUp = (length: number): number => (length + 3) & ~3;

export function fromWoff(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== WOFF) throw new Error("a font file is not a WOFF file");
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = WOFF_HEADER + index * WOFF_ENTRY;
    const [offset, packed, length] = [file.readUInt32BE(at + 4), file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    const bytes = file.subarray(offset, offset + packed);
    return {
      head: file.subarray(at, at + 4),
      sum: file.readUInt32BE(at + 16),
      length,
      bytes,
      isPacked: packed < length,
    };
  });
  const first = SFNT_HEADER + count * SFNT_ENTRY;
  const font = Buffer.alloc(tables.reduce((size, { length }) => size + roundedUp(length), first));
  file.copy(font, 0, 4, 8);
  font.writeUInt16BE(count, 4);
  let offset = first;
  for (const [index, { head, sum, length, bytes, isPacked }] of tables.entries()) {
    const at = SFNT_HEADER + index * SFNT_ENTRY;
    head.copy(font, at);
    font.writeUInt32BE(sum, at + 4);
    font.writeUInt32BE(offset, at + 8);
    font.writeUInt32BE(length, at + 12);
    (isPacked ? inflateSync(bytes) : bytes).copy(font, offset);
    offset += roundedUp(length);
  }
  return font;
}
