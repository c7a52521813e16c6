import fs from "node:fs";
import path from "node:path";

const DEBIAN_HOME = "/usr/lib/postgresql";

/** A running PostgreSQL, or Debian's binaries. @returns {{ url: string } | { binaries: string } | null} */
export function findSystemPostgres() {
  const url = process.env["TEST_DATABASE_URL"];
  if (url) return { url };
  if (!fs.existsSync(DEBIAN_HOME)) return null;
  const newestFirst = fs.readdirSync(DEBIAN_HOME).sort((a, b) => Number(b) - Number(a));
  const folders = newestFirst.map((version) => path.join(DEBIAN_HOME, version, "bin"));
  const binaries = folders.find(
    (bin) => fs.existsSync(path.join(bin, "postgres")) && fs.existsSync(path.join(bin, "initdb")),
  );
  return binaries === undefined ? null : { binaries };
}
