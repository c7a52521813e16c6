import { request } from "undici";

export interface SupabaseAddress {
  readonly url: string;
  /** The service key, which bypasses row-level security, or the anonymous one. */
  readonly key: string;
}

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly count: number | null;
}

export interface RestRequest {
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: unknown;
  readonly prefer?: string;
}

export class SupabaseRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

class SupabaseAway extends Error {}

const WITHIN_MS = 10_000;
export type RestMethod = "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";

const parse = (text: string): unknown => {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

const countOf = (range: unknown): number | null => {
  const [, total] = /\/(\d+)$/.exec(typeof range === "string" ? range : "") ?? [];
  return total === undefined ? null : Number(total);
};

/** REST has its own codes; storage hides its status in the body and answers 400 outside. */
function refusalOf(status: number, body: unknown): SupabaseRefusal {
  const { code, statusCode, message } = (body ?? {}) as Record<string, unknown>;
  const reason = typeof code === "string" ? code : typeof statusCode === "string" ? statusCode : String(status);
  return new SupabaseRefusal(status, reason, typeof message === "string" ? message : `answered ${status}`);
}

export function createSupabase({ url, key }: SupabaseAddress) {
  const base = url.replace(/\/$/, "");
  const identity = { apikey: key, authorization: `Bearer ${key}` };

  async function send(
    method: RestMethod,
    address: string,
    headers: Record<string, string>,
    body?: string | Uint8Array,
  ) {
    try {
      const reply = await request(address, {
        method,
        headers: { ...identity, ...headers },
        ...(body === undefined ? {} : { body }),
        headersTimeout: WITHIN_MS,
        bodyTimeout: WITHIN_MS,
      });
      const bytes = new Uint8Array(await reply.body.arrayBuffer());
      return { status: reply.statusCode, headers: reply.headers, bytes };
    } catch (cause) {
      throw new SupabaseAway("the hosted backend does not answer", { cause });
    }
  }

  async function ask(method: RestMethod, address: string, headers: Record<string, string>, body?: string | Uint8Array) {
    const reply = await send(method, address, headers, body);
    const parsed = parse(Buffer.from(reply.bytes).toString("utf8"));
    if (reply.status >= 500) throw new SupabaseAway(`the hosted backend answered ${reply.status}`);
    if (reply.status >= 400) throw refusalOf(reply.status, parsed);
    return { status: reply.status, body: parsed, count: countOf(reply.headers["content-range"]) };
  }

  const json = { "content-type": "application/json" };
  return {
    rest(method: RestMethod, table: string, { query = [], body, prefer }: RestRequest = {}): Promise<RestAnswer> {
      const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]));
      const isReading = method === "GET" || method === "HEAD";
      const headers = {
        accept: "application/json",
        ...(isReading ? { "accept-profile": "public" } : { "content-profile": "public", ...json }),
        ...(prefer === undefined ? {} : { prefer }),
      };
      const text = body === undefined ? undefined : JSON.stringify(body);
      return ask(method, `${base}/rest/v1/${table}${search.size === 0 ? "" : `?${search}`}`, headers, text);
    },
    storage: (method: RestMethod, path: string, body?: unknown): Promise<RestAnswer> =>
      ask(
        method,
        `${base}/storage/v1/${path}`,
        body === undefined ? {} : json,
        body === undefined ? undefined : JSON.stringify(body),
      ),
    putObject: (path: string, bytes: Uint8Array, type: string): Promise<RestAnswer> =>
      ask(
        "POST",
        `${base}/storage/v1/object/${path}`,
        { "content-type": type, "cache-control": "max-age=31536000", "x-upsert": "true" },
        bytes,
      ),
    async getObject(path: string): Promise<Uint8Array | null> {
      const reply = await send("GET", `${base}/storage/v1/object/public/${path}`, {});
      if (reply.status >= 500) throw new SupabaseAway(`the hosted backend answered ${reply.status}`);
      return reply.status === 200 ? reply.bytes : null;
    },
  };
}

export type Supabase = ReturnType<typeof createSupabase>;
