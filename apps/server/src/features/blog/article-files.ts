import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import type { Picture, PostSource } from "./post.ts";

export interface ArticleFile {
  readonly slug: string;
  readonly publishedAt: EpochMs;
  readonly writing: PostSource;
  /** It shows past results: skipped on sites that may show none. */
  readonly showsPastResults: boolean;
}

export const FIGURES_PATH = "/research-figures";
const FIGURE_FOLDERS = ["figures", "share"] as const;
const FIGURE = /^[a-z0-9][a-z0-9._-]*\.(svg|png|webp)$/;

const text = (head: FrontMatter, name: string): string => {
  const value = head[name];
  return typeof value === "string" ? value : "";
};

/** figures/costs.svg and share/costs.png have one address on the site. */
const toAddress = (path: string): string => path.replace(/^(?:\.\/)?(?:figures|share)\//, `${FIGURES_PATH}/`);

const withAddresses = (body: string): string =>
  body.replace(/\]\((\.\/)?(figures|share)\/([a-z0-9._-]+)/g, `](${FIGURES_PATH}/$3`);

function toArticle(name: string, file: string): ArticleFile {
  const parsed = readFrontMatter(file);
  if (parsed === null) throw new Error(`${name} has no front matter`);
  const { head, body } = parsed;
  const publishedAt = Date.parse(`${text(head, "date").slice(0, 10)}T03:30:00Z`);
  if (text(head, "title") === "" || Number.isNaN(publishedAt)) throw new Error(`${name} needs a title and a date`);
  const tags = head["tags"] ?? [];
  const image = text(head, "image");
  return {
    slug: text(head, "slug") || name.replace(/\.md$/, ""),
    publishedAt: epochMs(publishedAt),
    showsPastResults: text(head, "shows_past_results") === "true",
    writing: {
      title: text(head, "title"),
      content: withAddresses(body),
      excerpt: text(head, "excerpt"),
      featuredImageUrl: image === "" ? null : toAddress(image),
      imageAlt: text(head, "image_alt"),
      tags: typeof tags === "string" ? tags.split(",").map((tag) => tag.trim()) : tags,
    },
  };
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

export async function readArticleFiles(folder: string): Promise<readonly ArticleFile[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".md")).toSorted();
  return Promise.all(names.map(async (name) => toArticle(name, await readFile(join(folder, name), "utf8"))));
}

export async function listFigures(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const beside of FIGURE_FOLDERS) {
    const names = (await namesIn(join(folder, beside))).filter((name) => FIGURE.test(name));
    for (const name of names) found.set(name, join(folder, beside, name));
  }
  return found;
}

const PNG_WIDTH_AT = 16;
const PNG_HEIGHT_AT = 20;

/** A figure with its size, read from the PNG header. */
export async function figurePicture(figures: ReadonlyMap<string, string>, url: string): Promise<Picture | null> {
  const path = url.startsWith(`${FIGURES_PATH}/`) ? figures.get(url.slice(FIGURES_PATH.length + 1)) : undefined;
  if (path === undefined) return null;
  if (!path.endsWith(".png")) return { url, width: null, height: null, sources: [] };
  const bytes = await readFile(path);
  return { url, width: bytes.readUInt32BE(PNG_WIDTH_AT), height: bytes.readUInt32BE(PNG_HEIGHT_AT), sources: [] };
}
