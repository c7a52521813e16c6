import { eventually } from "@vriddhi/testing/eventually";
import type { TestProduct } from "./product.ts";

type Asked = Pick<TestProduct, "query">;

/** Every row of every table as text, by table: what a stolen disk would reveal. */
export async function dumpDatabase(product: Asked): Promise<ReadonlyMap<string, string>> {
  const tables = await product.query<{ name: string }>(
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const rows = await product.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    dump.set(name, rows.map(({ row }) => row).join("\n"));
  }
  return dump;
}

export const tablesWith = (dump: ReadonlyMap<string, string>, text: string): readonly string[] =>
  [...dump].filter(([, rows]) => rows.toLowerCase().includes(text.toLowerCase())).map(([name]) => name);

/** The subjects of all mails to an address, oldest first, once none is in flight. */
export async function settledSubjects(product: TestProduct, email: string): Promise<readonly string[]> {
  return eventually("mails are still waiting", async () => {
    const waiting = await product.query(
      "SELECT 1 FROM pgboss.job WHERE state NOT IN ('completed', 'cancelled', 'failed')",
    );
    if (waiting.length > 0) return null;
    return (await product.mailsTo(email)).map(({ subject }) => subject).toReversed();
  });
}

export const auditKindsOf = async (product: Asked, userId: string): Promise<readonly string[]> =>
  (await product.query<{ kind: string }>("SELECT kind FROM audit_event WHERE user_id = $1 ORDER BY id", [userId])).map(
    ({ kind }) => kind,
  );

export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
