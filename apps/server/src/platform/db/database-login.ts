import { createHash } from "node:crypto";
import pg from "pg";
import { keyedHash } from "../crypto/derived-key.ts";
import { APP_ROLE, connectWithinMs } from "./database.ts";

/** Arbitrary fixed number: roles belong to the whole server, and two databases' starts must not create one at once. */
const LOGIN_LOCK = 7_262_002;

/**
 * A stolen connection has the rights of `vriddhi_app` and no way back to the owner's. Name and password derive from the
 * master key: every process finds the same login. `null` where the owner may not create roles.
 */
export async function openDatabaseLogin(ownerUrl: string, masterKey: Buffer): Promise<string | null> {
  const fingerprint = createHash("sha256").update(masterKey).digest("hex").slice(0, 12);
  const user = `vriddhi_login_${fingerprint}`;
  const password = keyedHash(masterKey, "database-login").toString("hex");
  const login = new URL(ownerUrl);
  login.username = user;
  login.password = password;
  if (await canConnect(login.href)) return login.href;
  const isMade = await makeLogin(ownerUrl, user, password).catch(() => false);
  return isMade && (await canConnect(login.href)) ? login.href : null;
}

async function makeLogin(ownerUrl: string, user: string, password: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: connectWithinMs(ownerUrl) });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOGIN_LOCK]);
    // Both hold only our own hexadecimal digits and letters.
    await client.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${user}') THEN
          CREATE ROLE ${user} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '${password}' IN ROLE ${APP_ROLE};
        END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    return true;
  } finally {
    await client.end();
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs(url) });
  try {
    await client.connect();
    const { rows } = await client.query("SELECT pg_has_role(current_user, $1, 'MEMBER') AS is_member", [APP_ROLE]);
    return rows[0]?.is_member === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
