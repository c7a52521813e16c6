import { eq } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";
import { blogImages } from "../../platform/db/schema/blog.ts";
import type { ImageStore, KeptImage } from "./image.store.ts";

export const createImageStore = ({ db }: Pick<Database, "db">): ImageStore => ({
  async add(image) {
    await db.insert(blogImages).values(image);
  },
  async find(name) {
    const [row] = await db.select().from(blogImages).where(eq(blogImages.name, name));
    return row === undefined ? null : { ...row, sources: row.sources as KeptImage["sources"] };
  },
  async remove(name) {
    await db.delete(blogImages).where(eq(blogImages.name, name));
  },
});
