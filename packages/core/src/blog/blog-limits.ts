/** C3.1 */
export const POST_TITLE_MAX = 255;
export const POST_SLUG_MAX = 255;
/** A long read has 30,000; what is longer is a book. */
export const POST_CONTENT_MAX = 200_000;
/** As JSON, with letters that take four bytes each. */
export const POST_BODY_MAX_BYTES = 1024 * 1024;
export const POST_TAGS_MAX = 10;
export const POST_TAG_MAX = 40;
export const IMAGE_ALT_MAX = 300;

/** C9.1: posts on one page of the list where nobody asks for another number. */
export const POSTS_PER_PAGE = 24;
export const POSTS_PER_PAGE_MAX = 100;
export const POSTS_PAGE_MAX = 10_000;
export const POST_SEARCH_MAX = 100;
/** Articles named beneath another. */
export const RELATED_POSTS = 3;
/** The newest articles in RSS and Atom. */
export const FEED_POSTS = 30;

/** C5.5, C9.1 */
export const IMAGE_MAX_BYTES = 5_242_880;
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
/** C3.16 */
export const IMAGE_BUCKET = "blog-images";

/** C9.8 */
export const SETUP_WAIT_MS = 1_000;
