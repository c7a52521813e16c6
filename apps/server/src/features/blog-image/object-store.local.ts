import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BucketMissing, type ObjectStore } from "./object-store.ts";

const isMissing = (cause: unknown): boolean => (cause as NodeJS.ErrnoException).code === "ENOENT";

export const createLocalStore = (folder: string): ObjectStore => ({
  kind: "local",
  async put(name, bytes) {
    const path = join(folder, name);
    // Atomic: a reader never gets half a picture.
    const draft = `${path}.part`;
    await writeFile(draft, bytes).catch((cause: unknown) => {
      throw isMissing(cause) ? new BucketMissing() : cause;
    });
    await rename(draft, path);
  },
  async get(name) {
    return readFile(join(folder, name)).catch((cause: unknown) => {
      if (isMissing(cause)) return null;
      throw cause;
    });
  },
  async remove(names) {
    for (const name of names) await rm(join(folder, name), { force: true });
  },
  async exists() {
    return stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
  },
  async create() {
    await mkdir(folder, { recursive: true });
  },
});
