/** Drawn by scripts/hero-film.ts. */
export const filmSources = [
  { src: "/film/film.webm", type: "video/webm" },
  { src: "/film/film.mp4", type: "video/mp4" },
] as const;

const TALL = "(max-aspect-ratio: 3/4)";
/** Just beyond the other breakpoint, so that exactly one poster is fetched. */
const WIDE = "(min-aspect-ratio: 3001/4000)";

export const posters = [
  { media: TALL, avif: "/film/poster-tall.avif", webp: "/film/poster-tall.webp" },
  { media: WIDE, avif: "/film/poster-wide.avif", webp: "/film/poster-wide.webp" },
] as const;

/** For the page's head: the poster is requested before the style sheet is read. */
export const posterPreloads = posters.map(({ media, avif }) => ({
  tagName: "link" as const,
  rel: "preload",
  as: "image",
  type: "image/avif",
  media,
  href: avif,
  fetchPriority: "high",
}));
