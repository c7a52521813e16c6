import { inflateSync } from "node:zlib";

/** Text of a pdfkit PDF with a standard font: the hexadecimal strings of its content streams. */
export const textOfPdf = (file: Uint8Array): string => streamsOf(file).join("\n");

export const linesOfPdf = (file: Uint8Array): readonly (readonly string[])[] =>
  streamsOf(file)
    .filter((text) => text !== "")
    .map((text) => text.split("\n"));

function streamsOf(file: Uint8Array): readonly string[] {
  const raw = Buffer.from(file);
  const words: string[] = [];
  let from = raw.indexOf("stream\n");
  while (from !== -1) {
    const end = raw.indexOf("endstream", from);
    words.push(textOfStream(raw.subarray(from + "stream\n".length, end)));
    from = raw.indexOf("stream\n", end + "endstream".length);
  }
  return words;
}

function textOfStream(packed: Buffer): string {
  try {
    const lines = inflateSync(packed).toString("latin1").split("\n");
    const shown = lines.filter((line) => /TJ$/.test(line));
    return shown
      .map((line) => [...line.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = ""]) => toText(hex)).join(""))
      .join("\n");
  } catch {
    return "";
  }
}

const toText = (hex: string): string => Buffer.from(hex, "hex").toString("latin1");

export const pagesOfPdf = (file: Uint8Array): number =>
  [
    ...Buffer.from(file)
      .toString("latin1")
      .matchAll(/\/Type \/Page\b(?!s)/g),
  ].length;
