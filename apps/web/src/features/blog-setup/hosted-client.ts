import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { ProbeName, ProbeResult } from "./probe-result.ts";
import { probeTexts as texts } from "./setup.texts.ts";

const EVENTS_PER_SECOND = 10;

export const hostedOptions = {
  auth: { flowType: "pkce", autoRefreshToken: true, persistSession: true, detectSessionInUrl: true },
  realtime: { params: { eventsPerSecond: EVENTS_PER_SECOND } },
} as const;

interface Answer {
  readonly data: unknown;
  readonly error: { readonly message: string } | null;
  readonly count?: number | null;
}

const rowsOf = (data: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const list = Array.isArray(data) ? data : data === null || data === undefined ? [] : [data];
  return list.slice(0, 10).map((row) => (typeof row === "object" && row !== null ? { ...row } : { value: row }));
};

const TABLE = "blog_posts";
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

/** A row that the policies accept is deleted again. */
async function insertForOnce(client: SupabaseClient): Promise<Answer> {
  const slug = `test-${crypto.randomUUID()}`;
  const inserted = await client.from(TABLE).insert({ title: "Test", content: "Test", slug, published: false });
  return inserted.error === null ? client.from(TABLE).delete().eq("slug", slug) : inserted;
}

/** C7.27: each button's call of the hosted table API. Changes name a row that does not exist. */
const askers = (client: SupabaseClient): Record<Exclude<ProbeName, "session">, () => PromiseLike<Answer>> => ({
  select: () => client.from(TABLE).select("*").limit(10),
  filter: () => client.from(TABLE).select("id,title").eq("published", true).limit(10),
  order: () => client.from(TABLE).select("id,title").order("created_at", { ascending: false }).limit(10),
  limit: () => client.from(TABLE).select("id,title").limit(1),
  range: () => client.from(TABLE).select("id,title").range(0, 9),
  count: () => client.from(TABLE).select("*", { count: "exact", head: true }),
  insert: () => insertForOnce(client),
  update: () => client.from(TABLE).update({ title: "Test" }).eq("id", UNKNOWN_ID).select(),
  delete: () => client.from(TABLE).delete().eq("id", UNKNOWN_ID).select(),
  procedure: () => client.rpc("setup_blog_storage"),
  profiles: () => client.from("profiles").select("*").limit(1),
});

async function checkConnection(client: SupabaseClient): Promise<ProbeResult> {
  const { data, error } = await client.auth.getSession();
  if (error !== null) return { success: false, message: error.message, rows: [], count: null };
  const who = data.session === null ? texts.signedOut : texts.signedIn;
  return { success: true, message: `${texts.connected}. ${who}`, rows: [], count: null };
}

/** Only this chunk contains the hosted client; other pages do not load it. */
export function createHostedProbe(url: string, anonKey: string): (name: ProbeName) => Promise<ProbeResult> {
  const client: SupabaseClient = createClient(url, anonKey, hostedOptions);
  const ask = askers(client);
  return async (name) => {
    if (name === "session") return checkConnection(client);
    const { data, error, count } = await ask[name]();
    if (error !== null) return { success: false, message: error.message, rows: [], count: null };
    return { success: true, message: texts.success, rows: rowsOf(data), count: count ?? null };
  };
}
