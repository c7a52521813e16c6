import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import type { Mode } from "../config/config.ts";
import { prepareQueues, QUEUE_SCHEMA } from "../queue/queue.ts";
import { APP_ROLE, BLOG_READER_ROLE, BLOG_WRITER_ROLE, connectWithinMs, DESK_READER_ROLE } from "./database.ts";
import { deskGrants } from "./desk-grants.ts";
import { evenIfBusy } from "./even-if-busy.ts";
import { checkFirstUse } from "./first-use.ts";

const migrationsFolder = fileURLToPath(new URL("../../../migrations", import.meta.url));
const MIGRATION_LOCK = 7_262_001;

const ROLES = [APP_ROLE, BLOG_READER_ROLE, BLOG_WRITER_ROLE, DESK_READER_ROLE] as const;

const grants = `
  GRANT USAGE ON SCHEMA public, ${QUEUE_SCHEMA} TO ${APP_ROLE};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, ${QUEUE_SCHEMA} TO ${APP_ROLE};
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, ${QUEUE_SCHEMA} TO ${APP_ROLE};
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${QUEUE_SCHEMA} TO ${APP_ROLE};
  REVOKE UPDATE, DELETE, TRUNCATE ON audit_event, ledger, wire_record FROM ${APP_ROLE};
  REVOKE UPDATE, DELETE, TRUNCATE ON audit_seal, audit_sealed_row FROM ${APP_ROLE};
  REVOKE UPDATE, DELETE, TRUNCATE ON operator_placement, operator_order, operator_share FROM ${APP_ROLE};
  REVOKE DELETE, TRUNCATE ON scheduled_order, waiting_act FROM ${APP_ROLE};
  REVOKE UPDATE, DELETE, TRUNCATE ON status_incident FROM ${APP_ROLE};
  GRANT UPDATE (ended_at) ON status_incident TO ${APP_ROLE};
  REVOKE DELETE, TRUNCATE ON intent, command, trading_account FROM ${APP_ROLE};
  REVOKE UPDATE, DELETE, TRUNCATE ON invoices, refunds, payment_orders, trial_keys, first_use FROM ${APP_ROLE};
  GRANT UPDATE (buyer_name, buyer_email, buyer_address, buyer_gstin) ON invoices TO ${APP_ROLE};
  GRANT UPDATE (state, provider_refund_id, note, changed_at) ON refunds TO ${APP_ROLE};
  GRANT UPDATE (provider_order_id, state, payment_id, paid_at, settled_at, buyer_email, next_check_at)
    ON payment_orders TO ${APP_ROLE};
  REVOKE ALL ON blog_posts, blog_revisions, blog_images FROM ${APP_ROLE};
  GRANT USAGE ON SCHEMA public TO ${BLOG_READER_ROLE}, ${BLOG_WRITER_ROLE};
  GRANT SELECT ON blog_posts TO ${BLOG_READER_ROLE};
  GRANT SELECT, INSERT, UPDATE, DELETE ON blog_posts, blog_revisions, blog_images TO ${BLOG_WRITER_ROLE};
  DO $$ DECLARE partition regclass; BEGIN
    FOR partition IN SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent IN ('intent'::regclass, 'ledger'::regclass, 'wire_record'::regclass) AND relkind = 'r'
    LOOP EXECUTE format('REVOKE ALL ON %s FROM ${APP_ROLE}', partition); END LOOP;
  END $$;
`;

/** Migrates the database to the newest schema. Several processes may call it at once: one migrates, the others wait. */
export async function migrateDatabase(ownerUrl: string, mode?: Mode): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: connectWithinMs(ownerUrl) });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    for (const role of ROLES) await evenIfBusy(() => ensureRole(client, role));
    await client.query(memberships);
    await evenIfBusy(() => migrate(drizzle(client), { migrationsFolder }));
    await evenIfBusy(() => prepareQueues(ownerUrl));
    await evenIfBusy(() => client.query(grants));
    await evenIfBusy(() => client.query(deskGrants));
    if (mode !== undefined) await checkFirstUse(client, mode);
  } finally {
    await client.end();
  }
}

/** The product's login has no rights of the blog and back-office roles until it switches to one. */
const memberships = `
  DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}' AND rolinherit) THEN ALTER ROLE ${APP_ROLE} NOINHERIT; END IF;
    GRANT ${BLOG_READER_ROLE}, ${BLOG_WRITER_ROLE}, ${DESK_READER_ROLE} TO ${APP_ROLE};
  EXCEPTION WHEN duplicate_object OR unique_violation OR internal_error THEN NULL;
  END $$;
`;

/** Roles belong to the whole server, so another database's migration may create it concurrently. */
async function ensureRole(client: pg.Client, role: string): Promise<void> {
  await client.query(`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${role} NOLOGIN; END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$;
    GRANT ${role} TO CURRENT_USER;
  `);
}
