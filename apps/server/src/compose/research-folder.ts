import { join } from "node:path";

/** Articles that come with the product, and their figures. */
export const ARTICLES_FOLDER = join(import.meta.dirname, "../../../../content/research");
