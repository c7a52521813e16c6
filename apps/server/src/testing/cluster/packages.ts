import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** Debian packages with the program that shows each is installed. */
const PACKAGES: Readonly<Record<string, string>> = {
  patroni: "/usr/bin/patroni",
  "etcd-server": "/usr/bin/etcd",
  haproxy: "/usr/sbin/haproxy",
  "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
};

export const programs = {
  patroni: PACKAGES["patroni"] ?? "",
  etcd: PACKAGES["etcd-server"] ?? "",
  haproxy: PACKAGES["haproxy"] ?? "",
  postgresBin: path.dirname(PACKAGES["postgresql-15"] ?? ""),
} as const;

const missingPackages = (): string[] =>
  Object.entries(PACKAGES)
    .filter(([, program]) => !fs.existsSync(program))
    .map(([name]) => name);

/** Installs what is missing where this user may. Returns the packages that are still missing. */
export function ensurePackages(say: (line: string) => void): readonly string[] {
  const missing = missingPackages();
  if (missing.length === 0 || process.getuid?.() !== 0 || !fs.existsSync("/usr/bin/apt-get")) return missing;
  say(`installing ${missing.join(", ")}`);
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args: string[]) => spawnSync("apt-get", ["-o", "DPkg::Lock::Timeout=120", ...args], { env });
  apt("update");
  apt("install", "-y", "--no-install-recommends", ...missing);
  return missingPackages();
}

/** PostgreSQL and etcd refuse root or should not have it: root runs them as the system's database user. */
export function systemUser(): { readonly uid: number; readonly gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}
