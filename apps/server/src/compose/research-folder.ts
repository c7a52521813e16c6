import { join } from "node:path";

export const ARTICLES_FOLDER = join(import.meta.dirname, "../../../../content/research");
