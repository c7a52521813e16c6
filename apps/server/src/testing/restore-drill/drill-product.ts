import fs from "node:fs";
import path from "node:path";
import { freePort } from "@vriddhi/testing/child-process";
import type pg from "pg";
import { type ChaosCalls, until } from "../chaos/chaos-world.ts";
import { type ServerProcess, startServerProcess } from "../server-process.ts";
import { openOwnerPool } from "../sql.ts";

const STAFF_PASSWORD = "operator-password";

export const DAY = "2026-11-17";
export const ACCOUNTS = 30;
/** Brokers send a login back to it, so that both processes must name the same one. */
const PUBLIC_URL = "http://localhost:3000";

export interface DrillProduct extends ChaosCalls {
  readonly pool: pg.Pool;
  readonly log: () => string;
  /** As a browser at an address of its own. */
  send(method: string, target: string, given?: Partial<Sending>): Promise<Response>;
  kill(): Promise<void>;
}

interface Sending {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

interface OutsideWorld {
  readonly url: string;
}

type Closers = (() => Promise<void>)[];

async function end(server: ServerProcess): Promise<void> {
  server.child.kill("SIGKILL");
  await server.ended;
}

/** Exchange, brokers, payments and mail in a process of their own: they remember what the database loses. */
export async function openOutsideWorld(folder: string, closers: Closers): Promise<OutsideWorld> {
  const server = startServerProcess({
    ROLE: "sandbox",
    PUBLIC_URL,
    PORT: String(await freePort()),
    DATA_DIR: path.join(folder, "outside"),
    SANDBOX_CLOCK: `${DAY}T08:20:00+05:30@1`,
    SANDBOX_ACCOUNTS: String(ACCOUNTS),
  });
  closers.push(() => end(server));
  return { url: (await server.ready()).replace("localhost", "127.0.0.1") };
}

export interface ProductSettings {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly masterKey: string;
  readonly outside: OutsideWorld;
  readonly closers: Closers;
}

async function startProcess({ databaseUrl, dataDir, masterKey, outside, closers }: ProductSettings) {
  fs.mkdirSync(dataDir, { recursive: true });
  const server = startServerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey,
    PORT: String(await freePort()),
    PUBLIC_URL,
    TRUST_PROXY_HOPS: "1",
    SANDBOX_URL: outside.url,
    SANDBOX_ACCOUNTS: String(ACCOUNTS),
    ADMIN_PASSWORD: STAFF_PASSWORD,
    BLOG_ADMIN_PASSWORD: STAFF_PASSWORD,
  });
  closers.push(() => end(server));
  return server;
}

/** Everything but the simulators, in one process. */
export async function startDrillProduct(settings: ProductSettings): Promise<DrillProduct> {
  const server = await startProcess(settings);
  const address = (await server.ready()).replace("localhost", "127.0.0.1");
  const pool = openOwnerPool(settings.databaseUrl);
  const send: DrillProduct["send"] = (method, target, { body, headers = {} } = {}) => {
    const isJson = body !== undefined && !Buffer.isBuffer(body);
    const type: Record<string, string> = isJson ? { "content-type": "application/json" } : {};
    const payload = isJson ? JSON.stringify(body) : (body as string | undefined);
    return fetch(`${address}${target}`, {
      method,
      headers: { ...type, ...headers },
      ...(payload && { body: payload }),
    });
  };
  return {
    pool,
    log: () => server.stdout() + server.stderr(),
    send,
    async call<Reply>(method: string, target: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
      const reply = await send(method, target, { body, headers });
      if (!reply.ok) throw new Error(`${method} ${target}: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as Reply;
    },
    async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(text, [...values])).rows;
    },
    async kill() {
      await end(server);
      await pool.end();
    },
  };
}

/** The sentence with which the start fails; `null` where it succeeds. */
export async function refusalOf(settings: ProductSettings): Promise<string | null> {
  const server = await startProcess(settings);
  try {
    await server.ready();
    return null;
  } catch {
    return server.stderr().trim().split("\n").at(-1) ?? "";
  } finally {
    await end(server);
  }
}

export async function staffToken(product: DrillProduct, place: "/api/login" | "/api/blog-admin/login") {
  const username = place === "/api/login" ? "admin" : "blog";
  const reply = await product.call<{ access_token: string }>("POST", place, { username, password: STAFF_PASSWORD });
  return { authorization: `Bearer ${reply.access_token}` };
}

interface AuditReply {
  readonly is_whole: boolean;
  readonly sealed_rows: number;
  readonly head: string | null;
  readonly is_head_known: boolean | null;
}

async function auditVerifier(product: DrillProduct): Promise<(head?: string) => Promise<AuditReply>> {
  const token = await staffToken(product, "/api/login");
  return (head) =>
    product.call("GET", `/api/admin/audit/verify${head === undefined ? "" : `?head=${head}`}`, undefined, token);
}

/** The product's own check of the whole chain, and whether it still contains an earlier head. */
export const verifyAudit = async (product: DrillProduct, head: string): Promise<AuditReply> =>
  (await auditVerifier(product))(head);

export async function sealedHead(product: DrillProduct): Promise<string> {
  const verify = await auditVerifier(product);
  let head: string | null = null;
  await until("a seal of the audit log", async () => {
    head = (await verify()).head;
    return head !== null;
  });
  return head ?? "";
}
