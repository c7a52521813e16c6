import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { filterOf, pageOf, type Row } from "./filters.ts";

export interface SupabaseSimulator {
  readonly url: string;
  readonly serviceKey: string;
  readonly anonKey: string;
  /** The existing tables; a missing name answers as a missing table does. */
  readonly tables: Map<string, Row[]>;
  readonly buckets: Map<string, Map<string, Buffer>>;
  readonly procedures: Map<string, (body: Row) => unknown>;
  close(): Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  readonly isService: boolean;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: Buffer;
  readonly headers?: Record<string, string>;
}

const problem = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, details: null, hint: null, message },
});
/** Storage answers 400 with the real status inside. */
const storageProblem = (statusCode: string, error: string, message = error): Answer => ({
  status: 400,
  body: { statusCode, error, message },
});
const HIDDEN = (table: string): string => `new row violates row-level security policy for table "${table}"`;

const wantsRows = ({ headers }: Asked): boolean => String(headers["prefer"] ?? "").includes("return=representation");
const wantsObject = ({ headers }: Asked): boolean => String(headers["accept"] ?? "").includes("vnd.pgrst.object");

function shown(asked: Asked, rows: readonly Row[], status: number): Answer {
  if (asked.method !== "GET" && !wantsRows(asked)) return { status: status === 200 ? 204 : status };
  if (!wantsObject(asked)) return { status, body: rows };
  if (rows.length === 1) return { status, body: rows[0] };
  return {
    status: 406,
    body: {
      code: "PGRST116",
      details: `The result contains ${rows.length} rows`,
      hint: null,
      message: "Cannot coerce the result to a single JSON object",
    },
  };
}

function read(asked: Asked, visible: readonly Row[]): Answer {
  const fitting = visible.filter(filterOf(asked.query));
  const page = pageOf(fitting, asked.query);
  const range = { "content-range": `${page.length === 0 ? "*" : `0-${page.length - 1}`}/${fitting.length}` };
  if (asked.method === "HEAD") return { status: 200, headers: range };
  return Object.assign(shown(asked, page, 200), { headers: range });
}

const DEFAULTS = () => ({ id: randomUUID(), created_at: new Date().toISOString(), published: true, revision: 1 });

function insert(asked: Asked, name: string, rows: Row[]): Answer {
  if (!asked.isService) return problem(401, "42501", HIDDEN(name));
  const parsed: Row | Row[] = JSON.parse(asked.body.toString("utf8"));
  const added = [parsed].flat().map((row): Row => Object.assign(DEFAULTS(), row));
  const isTaken = added.some(({ slug }) => slug !== undefined && rows.some((row) => row["slug"] === slug));
  if (isTaken) return problem(409, "23505", 'duplicate key value violates unique constraint "blog_posts_slug_key"');
  rows.push(...added);
  return shown(asked, added, 201);
}

/** Rows hidden by a policy are skipped silently. */
function change(asked: Asked, tables: Map<string, Row[]>, name: string, rows: Row[]): Answer {
  const isMeant = asked.isService ? filterOf(asked.query) : () => false;
  const met = rows.filter(isMeant);
  if (asked.method === "DELETE") {
    tables.set(
      name,
      rows.filter((row) => !met.includes(row)),
    );
    return shown(asked, met, 200);
  }
  const fields: Row = JSON.parse(asked.body.toString("utf8"));
  const changed = new Map(met.map((row) => [row, Object.assign({}, row, fields)]));
  tables.set(
    name,
    rows.map((row) => changed.get(row) ?? row),
  );
  return shown(asked, [...changed.values()], 200);
}

function answerRest(asked: Asked, { tables, procedures }: Pick<SupabaseSimulator, "tables" | "procedures">): Answer {
  const name = asked.path.slice("/rest/v1/".length);
  if (name.startsWith("rpc/")) {
    const procedure = procedures.get(name.slice("rpc/".length));
    if (procedure === undefined) return problem(404, "PGRST202", "Could not find the function in the schema cache");
    return { status: 200, body: procedure(JSON.parse(asked.body.toString("utf8") || "{}")) };
  }
  const rows = tables.get(name);
  if (rows === undefined)
    return problem(404, "PGRST205", `Could not find the table 'public.${name}' in the schema cache`);
  const visible = asked.isService ? rows : rows.filter((row) => row["published"] === true);
  if (asked.method === "GET" || asked.method === "HEAD") return read(asked, visible);
  return asked.method === "POST" ? insert(asked, name, rows) : change(asked, tables, name, rows);
}

function answerBucket(asked: Asked, id: string, buckets: SupabaseSimulator["buckets"]): Answer {
  if (asked.method !== "POST") {
    const isThere = asked.isService && buckets.has(id);
    return isThere ? { status: 200, body: { id, name: id, public: true } } : storageProblem("404", "Bucket not found");
  }
  if (!asked.isService) return storageProblem("403", "Unauthorized", "new row violates row-level security policy");
  const { id: wanted }: { id: string } = JSON.parse(asked.body.toString("utf8"));
  if (buckets.has(wanted)) return storageProblem("409", "Duplicate", "The resource already exists");
  buckets.set(wanted, new Map());
  return { status: 200, body: { name: wanted } };
}

function answerObject(asked: Asked, path: string, buckets: SupabaseSimulator["buckets"]): Answer {
  const [, bucketName = "", name = ""] = /^([^/]+)\/?(.*)$/.exec(path.replace(/^(public|list)\//, "")) ?? [];
  const bucket = buckets.get(bucketName);
  if (bucket === undefined) return storageProblem("404", "Bucket not found");
  if (asked.method === "GET") {
    const bytes = bucket.get(name);
    return bytes === undefined ? storageProblem("404", "not_found", "Object not found") : { status: 200, bytes };
  }
  if (path.startsWith("list/")) return { status: 200, body: [...bucket.keys()].map((key) => ({ name: key })) };
  if (!asked.isService) return storageProblem("403", "Unauthorized", "new row violates row-level security policy");
  if (asked.method === "DELETE") {
    const { prefixes }: { prefixes: string[] } = JSON.parse(asked.body.toString("utf8"));
    return { status: 200, body: prefixes.filter((key) => bucket.delete(key)).map((key) => ({ name: key })) };
  }
  if (bucket.has(name) && asked.headers["x-upsert"] !== "true")
    return storageProblem("409", "Duplicate", "The resource already exists");
  bucket.set(name, asked.body);
  return { status: 200, body: { Id: randomUUID(), Key: `${bucketName}/${name}` } };
}

function answer(asked: Asked, world: Omit<SupabaseSimulator, "close" | "url">): Answer {
  if (asked.path.startsWith("/rest/v1/")) return answerRest(asked, world);
  const storage = asked.path.slice("/storage/v1/".length);
  if (storage.startsWith("bucket")) return answerBucket(asked, storage.slice("bucket/".length), world.buckets);
  if (storage.startsWith("object/")) return answerObject(asked, storage.slice("object/".length), world.buckets);
  return { status: 404, body: { message: "not simulated" } };
}

async function bodyOf(request: http.IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The blog's part of the hosted backend: PostgREST with row-level security by key, and storage. */
export async function startSupabaseSimulator(): Promise<SupabaseSimulator> {
  const world = {
    serviceKey: "service-key-of-the-simulator",
    anonKey: "anon-key-of-the-simulator",
    tables: new Map<string, Row[]>(),
    buckets: new Map<string, Map<string, Buffer>>(),
    procedures: new Map<string, (body: Row) => unknown>(),
  };
  const server = http.createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const address = new URL(request.url ?? "/", "http://simulator.invalid");
      const { method = "GET", headers } = request;
      const isService = headers.authorization === `Bearer ${world.serviceKey}`;
      const asked = { method, path: address.pathname, query: address.searchParams, headers, body, isService };
      const reply = answer(asked, world);
      response.writeHead(reply.status, Object.assign({ "content-type": "application/json" }, reply.headers));
      response.end(reply.bytes ?? (reply.body === undefined ? undefined : JSON.stringify(reply.body)));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(world, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}
