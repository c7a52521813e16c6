import fs from "node:fs";
import path from "node:path";

/** The embedded database in the product's data folder, as the user in the options. */
export function embeddedDatabaseUrl(dataDir: string, options: string): string {
  const home = path.join(dataDir, "postgres");
  const password = fs.readFileSync(path.join(home, "postgres-password"), "utf8").trim();
  const port = fs.readFileSync(path.join(home, "postgres/postmaster.pid"), "utf8").split("\n")[3];
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres?options=${encodeURIComponent(options)}`;
}
