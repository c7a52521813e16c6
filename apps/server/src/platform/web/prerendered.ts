import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { brand } from "@vriddhi/core/site/brand";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  deskPolicyForHashes,
  type HostedOrigins,
  isDeskPage,
  type PaymentOrigins,
  policyForHashes,
} from "./content-security-policy.ts";
import { type Encoding, pickEncoding } from "./encoding.ts";

/** Written to `prerendered.json` by the web build's last step. */
type Listing = Readonly<Record<string, { readonly file: string; readonly scriptHashes: readonly string[] }>>;

interface Representation {
  readonly body: Buffer;
  readonly etag: string;
}

interface PrerenderedPage {
  readonly policy: string;
  readonly plain: Representation;
  /** Encoded on first use and cached: encoding all at once would block for seconds. */
  encoded(encoding: Encoding): Promise<Representation>;
}

export type PrerenderedPages = ReadonlyMap<string, PrerenderedPage>;

/** Each coding is its own representation with its own strong ETag. */
function represent(body: Buffer, digest: string, suffix: "" | `-${Encoding}`): Representation {
  return { body, etag: `"${digest}${suffix}"` };
}

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};

function toPage(html: string, policy: string): PrerenderedPage {
  const bytes = Buffer.from(html);
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  const made = new Map<Encoding, Promise<Representation>>();
  const encode = async (encoding: Encoding): Promise<Representation> =>
    represent(await compressors[encoding](bytes), digest, `-${encoding}`);
  return {
    policy,
    plain: represent(bytes, digest, ""),
    encoded(encoding) {
      const known = made.get(encoding) ?? encode(encoding);
      made.set(encoding, known);
      return known;
    },
  };
}

interface Surroundings {
  readonly mode: "sandbox" | "live";
  readonly origin: string;
  readonly payment: PaymentOrigins;
  readonly hosted: HostedOrigins;
}

/** Before the body, where no hashed script runs: replaces the build's placeholder with our address. */
function settle(html: string, { mode, origin }: Surroundings): string {
  const settled = html.replace("<html ", `<html data-mode="${mode}" `);
  const bodyAt = Math.max(0, settled.indexOf("</head>"));
  return settled.slice(0, bodyAt).replaceAll(brand.canonicalOrigin, origin) + settled.slice(bodyAt);
}

/** Reads every prerendered page once and inserts mode and public address, which the build does not know. */
export async function loadPrerendered(buildDir: string, surroundings: Surroundings): Promise<PrerenderedPages> {
  const { payment, hosted } = surroundings;
  const listing = JSON.parse(await readFile(path.join(buildDir, "prerendered.json"), "utf8")) as Listing;
  const pages = new Map<string, PrerenderedPage>();
  for (const [address, { file, scriptHashes }] of Object.entries(listing)) {
    const html = await readFile(path.join(buildDir, "client", file), "utf8");
    pages.set(
      address,
      toPage(
        settle(html, surroundings),
        isDeskPage(address) ? deskPolicyForHashes(scriptHashes) : policyForHashes(scriptHashes, payment, hosted),
      ),
    );
  }
  return pages;
}

/** Encodes the remaining pages one by one in the background, so that no visitor waits for it later. */
export async function encodeAll(pages: PrerenderedPages): Promise<void> {
  for (const page of pages.values()) for (const encoding of ["br", "gzip"] as const) await page.encoded(encoding);
}

const holds = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag) ?? false;

export async function sendPrerendered(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PrerenderedPage,
): Promise<FastifyReply> {
  const encoding = pickEncoding(request.headers["accept-encoding"]);
  const { body, etag } = encoding === null ? page.plain : await page.encoded(encoding);
  reply.headers({
    "content-security-policy": page.policy,
    "cache-control": "no-cache",
    vary: "accept-encoding",
    etag,
  });
  if (holds(request.headers["if-none-match"], etag)) return reply.code(304).send();
  if (encoding !== null) reply.header("content-encoding", encoding);
  return reply.type("text/html; charset=utf-8").send(body);
}
