import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";

/** What the server needs before it can serve a build: the CSP hashes of inline scripts, and assets compressed once. */
const buildDir = path.resolve(import.meta.dirname, process.env["WEB_BUILD_DIR"] ?? "build");
const clientDir = path.join(buildDir, "client");

interface PrerenderedPage {
  readonly file: string;
  readonly scriptHashes: readonly string[];
}

function hashInlineScripts(html: string): string[] {
  // A file needs no hash, and a block of data is never executed.
  const inline = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes]) => !/\ssrc=|ld\+json/.test(attributes ?? ""),
  );
  const hashes = inline.map(([, , code]) =>
    createHash("sha256")
      .update(code ?? "")
      .digest("base64"),
  );
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`);
}

function listPrerendered(files: readonly string[]): Record<string, PrerenderedPage> {
  const pages: Record<string, PrerenderedPage> = {};
  for (const file of files) {
    if (!/(^|\/)index\.html$/.test(file)) continue;
    const html = readFileSync(path.join(clientDir, file), "utf8");
    pages[`/${file.replace(/\/?index\.html$/, "")}`] = { file, scriptHashes: hashInlineScripts(html) };
  }
  return pages;
}

/** Pictures, fonts and films are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg|json|txt|map)$/;

async function compress(file: string): Promise<void> {
  const bytes = readFileSync(file);
  const params = { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: zlib.Z_BEST_COMPRESSION }));
}

const files = readdirSync(clientDir, { recursive: true, encoding: "utf8" }).map((name) =>
  name.split(path.sep).join("/"),
);
writeFileSync(path.join(buildDir, "prerendered.json"), JSON.stringify(listPrerendered(files), null, 1));
const assets = files.filter((file) => file.startsWith("assets/") && COMPRESSIBLE.test(file));
await Promise.all(assets.map((file) => compress(path.join(clientDir, file))));
