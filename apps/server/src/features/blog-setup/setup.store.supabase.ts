import { randomUUID } from "node:crypto";
import {
  type RestAnswer,
  type RestRequest,
  type Supabase,
  SupabaseRefusal,
} from "../../platform/supabase/supabase-rest.ts";
import type { ProbeOperation, ProbeResult, SetupCheck, SetupOutcome, SetupStore } from "./setup.ts";

const TABLE = "blog_posts";
const NO_TABLE = new Set(["PGRST205", "42P01"]);
const NO_PROCEDURE = "PGRST202";
const REFUSED_BY_POLICY = "42501";
const SELECT = ["select", "id,title,slug,published,created_at"] as const;
const NEWEST = ["order", "created_at.desc"] as const;
const LIMIT = ["limit", "10"] as const;

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
const rowsOf = ({ body }: RestAnswer) => (Array.isArray(body) ? (body as Record<string, unknown>[]) : []);

const reads: Readonly<Partial<Record<ProbeOperation, { readonly request: RestRequest; readonly evidence: string }>>> = {
  session: {
    request: {
      query: [
        ["select", "id"],
        ["limit", "1"],
      ],
    },
    evidence: "Supabase connection successful",
  },
  select: { request: { query: [SELECT, LIMIT] }, evidence: "Rows were read" },
  filter: { request: { query: [SELECT, ["published", "eq.true"], LIMIT] }, evidence: "Rows were filtered" },
  order: { request: { query: [SELECT, NEWEST, LIMIT] }, evidence: "Rows were ordered" },
  limit: { request: { query: [SELECT, NEWEST, ["limit", "1"]] }, evidence: "One row was read" },
  range: { request: { query: [SELECT, NEWEST, ["offset", "5"], ["limit", "5"]] }, evidence: "A range was read" },
  count: {
    request: {
      query: [
        ["select", "id"],
        ["limit", "1"],
      ],
      prefer: "count=exact",
    },
    evidence: "Rows were counted",
  },
};

/** Procedures that the owner may have installed (C7.24). Only the server calls them, never a browser. */
const procedures = (script: string) => [
  { name: "setup_blog_storage", body: {} },
  { name: "exec_sql", body: { sql: script } },
];

async function call(supabase: Supabase, name: string, body: object): Promise<SetupOutcome | null> {
  try {
    await supabase.rest("POST", `rpc/${name}`, { body });
    return { kind: "done" };
  } catch (cause) {
    if (!(cause instanceof SupabaseRefusal)) return { kind: "failed", reason: reasonOf(cause) };
    return cause.code === NO_PROCEDURE ? null : { kind: "by_hand", reason: reasonOf(cause) };
  }
}

async function setUp(supabase: Supabase, script: string): Promise<SetupOutcome> {
  for (const { name, body } of procedures(script)) {
    const outcome = await call(supabase, name, body);
    if (outcome !== null) return outcome;
  }
  return { kind: "by_hand", reason: "the backend has no procedure to set it up" };
}

function createProbe(supabase: Supabase): SetupStore["probe"] {
  async function change(operation: ProbeOperation): Promise<ProbeResult> {
    const slug = `connection-test-${randomUUID()}`;
    const own = ["slug", `eq.${slug}`] as const;
    const shown = { query: [own, SELECT], prefer: "return=representation" };
    const body = { title: "Connection test", content: "-", slug, published: false };
    let rows = rowsOf(await supabase.rest("POST", TABLE, { body, query: [SELECT], prefer: "return=representation" }));
    if (operation === "update")
      rows = rowsOf(
        await supabase.rest("PATCH", TABLE, Object.assign({ body: { title: "Connection test, changed" } }, shown)),
      );
    const removed = rowsOf(await supabase.rest("DELETE", TABLE, shown));
    const evidence = operation === "delete" ? removed : rows;
    return {
      success: evidence.length === 1,
      message: `${operation}: one row, rolled back`,
      rows: evidence,
      count: null,
    };
  }

  async function probe(operation: ProbeOperation): Promise<ProbeResult> {
    const read = reads[operation];
    if (read !== undefined) {
      const answer = await supabase.rest("GET", TABLE, read.request);
      return { success: true, message: read.evidence, rows: rowsOf(answer), count: answer.count };
    }
    if (operation === "profiles")
      return {
        success: true,
        message: "Rows were read",
        count: null,
        rows: rowsOf(
          await supabase.rest("GET", "profiles", {
            query: [
              ["select", "*"],
              ["limit", "1"],
            ],
          }),
        ),
      };
    if (operation === "procedure") {
      await supabase.rest("POST", "rpc/setup_blog_storage", { body: {} });
      return { success: true, message: "A procedure was called", rows: [], count: null };
    }
    return change(operation);
  }

  return (operation) =>
    probe(operation).catch((cause: unknown) => ({ success: false, message: reasonOf(cause), rows: [], count: null }));
}

/** The hosted table. `visitor` uses the anonymous key, where there is one. */
export function createSupabaseSetup(supabase: Supabase, visitor: Supabase | null): SetupStore {
  async function table(): Promise<SetupCheck> {
    try {
      await supabase.rest("GET", TABLE, {
        query: [
          ["select", "id"],
          ["limit", "1"],
        ],
      });
      return { part: "table", state: "exists", message: "Table blog_posts exists." };
    } catch (cause) {
      const isMissing = cause instanceof SupabaseRefusal && NO_TABLE.has(cause.code);
      return { part: "table", state: isMissing ? "missing" : "pending", message: reasonOf(cause) };
    }
  }

  /** A visitor's write must be refused: that proves the policies. */
  async function policies(): Promise<SetupCheck> {
    if (visitor === null)
      return { part: "policies", state: "pending", message: "Set SUPABASE_ANON_KEY to check what visitors may do." };
    const slug = `policy-check-${randomUUID()}`;
    try {
      await visitor.rest("POST", TABLE, { body: { title: "Policy check", content: "-", slug, published: false } });
      await supabase.rest("DELETE", TABLE, { query: [["slug", `eq.${slug}`]] });
      return { part: "policies", state: "missing", message: "Visitors can write: row-level security is off." };
    } catch (cause) {
      const isRefused = cause instanceof SupabaseRefusal && cause.code === REFUSED_BY_POLICY;
      return {
        part: "policies",
        state: isRefused ? "exists" : "pending",
        message: isRefused ? "Row-level security is on: visitors cannot write." : reasonOf(cause),
      };
    }
  }

  return {
    kind: "supabase",
    table,
    policies,
    create: (script) => setUp(supabase, script),
    probe: createProbe(supabase),
  };
}
