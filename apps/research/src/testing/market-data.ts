import fs from "node:fs";
import path from "node:path";

/** Real bars lie beside the checkout on machines that have them; nowhere in the repository. */
const FOLDER = path.resolve(import.meta.dirname, "../../../../../shared/data");

/** Null: this machine does not have the file. */
export function marketData(name: string): string | null {
  const file = path.join(FOLDER, name);
  return fs.existsSync(file) ? file : null;
}
