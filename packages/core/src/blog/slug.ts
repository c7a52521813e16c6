import { POST_SLUG_MAX } from "./blog-limits.ts";

/** Addresses below /research that are not articles. */
export const RESERVED_SLUGS: readonly string[] = ["create"];

/** The slug of a title without a usable letter, e.g. in Hindi: the rule keeps a-z, 0-9 and hyphens only. */
const NAMELESS = "article";

/** C5.3, to the letter. It may be empty, reserved or taken. */
export const toSlug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-");

/** The n-th slug candidate of a title, counted from 1: a taken or reserved slug gets a number. */
export function slugCandidate(title: string, n: number): string {
  const slug = toSlug(title).slice(0, POST_SLUG_MAX);
  const base = /[a-z0-9]/.test(slug) ? slug : NAMELESS;
  if (n === 1 && base === slug && !RESERVED_SLUGS.includes(slug)) return slug;
  const suffix = `-${n}`;
  return `${base.slice(0, POST_SLUG_MAX - suffix.length).replace(/-$/, "")}${suffix}`;
}
