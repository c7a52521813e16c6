import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

type Settings = Readonly<Record<string, string | undefined>>;

/**
 * Secrets as files: SECRETS_DIR holds files named after settings. Docker, systemd and Kubernetes hand secrets over that
 * way, because other processes of the machine can see an environment. The environment wins over a file.
 */
export function withSecretFiles(env: Settings, known: readonly string[]): Settings {
  const folder = env["SECRETS_DIR"];
  if (!folder) return env;
  const names = listFolder(folder).filter((name) => known.includes(name) && !env[name]);
  return {
    ...env,
    ...Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8").trim()])),
  };
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw new Error(`SECRETS_DIR: the folder cannot be read (${(cause as NodeJS.ErrnoException).code ?? "unknown"})`);
  }
}
