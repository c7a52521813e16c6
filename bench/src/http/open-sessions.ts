import { createHash, randomBytes } from "node:crypto";
import pg from "pg";

/** As one that was opened by a login, but for what makes each its own. */
const OPEN = `
  INSERT INTO sessions SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'token_hash', made.hash))).*
  FROM sessions s, unnest($2::text[]) AS made(hash) WHERE s.token_hash = $1`;

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Requests are counted by session, so one alone would hit the flood limit. */
export async function openSessions(databaseUrl: string, cookie: string, count: number): Promise<readonly string[]> {
  const [name = "", token = ""] = cookie.split("=");
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const hashes = tokens.map((each) => `\\x${hashOf(each).toString("hex")}`);
    const { rowCount } = await client.query(OPEN, [hashOf(token), hashes]);
    if (rowCount !== count) throw new Error(`${rowCount} sessions of ${count} were opened`);
  } finally {
    await client.end();
  }
  return tokens.map((each) => `${name}=${each}`);
}
