import type { Place } from "./secret-box.ts";

export interface SealedColumn {
  readonly place: Pick<Place, "table" | "column">;
  readonly table: string;
  readonly value: string;
  readonly key: string;
  readonly row: string;
  readonly user: string;
  readonly assignment: string;
}

const column = (table: string, name: string, row: string, user: string): SealedColumn => ({
  place: { table, column: name },
  table,
  value: name,
  key: row,
  row,
  user,
  assignment: `${name} = fresh.value`,
});

const credentialColumns = ["app_key", "app_secret", "pin", "totp"] as const;
const linkColumns = [...credentialColumns, "access", "refresh", "feed"] as const;

export const sealedColumns: readonly SealedColumn[] = [
  ...linkColumns.map((name) => column("broker_links", `sealed_${name}`, "id::text", "user_id::text")),
  ...credentialColumns.map((name) =>
    column("broker_link_drafts", `sealed_${name}`, "user_id::text || ':' || broker", "user_id::text"),
  ),
  column("totp_factors", "sealed_secret", "user_id::text", "user_id::text"),
  column("google_attempts", "sealed_verifier", "encode(cookie_hash, 'hex')", "''"),
  column("push_devices", "sealed_keys", "id::text", "user_id::text"),
  column("desk_feeds", "sealed_session", "desk", "''"),
  {
    place: { table: "job", column: "mail" },
    table: "pgboss.job",
    value: "(CASE WHEN name = 'mail' THEN data->>'sealed' END)",
    key: "id::text",
    row: "''",
    user: "''",
    assignment: "data = jsonb_set(data, '{sealed}', to_jsonb(fresh.value))",
  },
];
