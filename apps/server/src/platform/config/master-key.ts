import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { Secret } from "./secret.ts";

const FILE = "master-key";

/** The configured key, or one generated once and stored beside the embedded database that it protects. */
export function settleMasterKey(config: Config): Secret {
  if (config.masterKey) return config.masterKey;
  const path = join(config.dataDir, FILE);
  if (!existsSync(path)) {
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(path, randomBytes(32).toString("hex"), { mode: 0o600 });
  }
  return new Secret(readFileSync(path, "utf8").trim());
}
