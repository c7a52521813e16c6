import type { TestProduct } from "./product.ts";

/** Data that changes with every call or on its own. */
const NOT_KEPT = [
  ...["rate_limit", "audit_event", "audit_seal", "audit_sealed_row"],
  ...[
    "due_steps",
    "scheduler_beats",
    "desk_feeds",
    "instruments",
    "account_readiness",
    "leader_epochs",
    "bucket_owner",
    "wanted_price",
    "sandbox_state",
    "status_incident",
  ],
  // events get their numbers a moment later
  ...["user_events", "user_event_heads"],
];

/** Sums each table's row hashes: sorting the rows of a hundred tables would take ten times as long. */
export async function createTableDigest(product: Pick<TestProduct, "query">): Promise<() => Promise<string>> {
  const tables = await product.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND NOT tablename = ANY ($1) ORDER BY 1",
    [NOT_KEPT],
  );
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}:' || count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS part FROM ${name} t`,
  );
  const text = `SELECT string_agg(part, ' ' ORDER BY part) AS digest FROM (${parts.join(" UNION ALL ")}) parts`;
  return async () => (await product.query<{ digest: string }>(text))[0]?.digest ?? "";
}
