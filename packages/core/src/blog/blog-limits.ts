export const POST_TITLE_MAX = 255;
export const POST_SLUG_MAX = 255;
/** A long read has 30,000 characters. */
export const POST_CONTENT_MAX = 200_000;
/** As JSON, with characters of up to four bytes. */
export const POST_BODY_MAX_BYTES = 1024 * 1024;
export const POST_TAGS_MAX = 10;
export const POST_TAG_MAX = 40;
export const IMAGE_ALT_MAX = 300;

export const POSTS_PER_PAGE = 24;
export const POSTS_PER_PAGE_MAX = 100;
export const POSTS_PAGE_MAX = 10_000;
export const POST_SEARCH_MAX = 100;
export const RELATED_POSTS = 3;
export const FEED_POSTS = 30;

export const IMAGE_MAX_BYTES = 5_242_880;
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
export const IMAGE_BUCKET = "blog-images";

export const SETUP_WAIT_MS = 1_000;
