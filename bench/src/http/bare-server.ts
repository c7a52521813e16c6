// The machine's upper bound: node:http and pg, the product's queries as prepared statements, rows as JSON. The caller
// checks that the answer equals the product's. Argument: the database.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

const COOKIE = "session=";
/** As many as the product keeps. */
const CONNECTIONS_MAX = 12;
const PAISE_PER_RUPEE = 100;

const [databaseUrl = ""] = process.argv.slice(2);
const findSession = {
  name: "find-session",
  text: `SELECT s.id, s.expires_at, u.id AS user_id, u.role, u.name, u.email, u.dob, u.created_at, u.has_common_password
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1 AND u.deleted_at IS NULL`,
};
const findPeriods = {
  name: "find-periods",
  text: "SELECT plan, band_paise, starts_at, ends_at FROM subscription_periods WHERE user_id = $1",
};
const findSuspended = {
  name: "find-suspended",
  text: "SELECT 1 FROM users WHERE id = $1 AND suspended_at IS NOT NULL",
};
const findWarning = {
  name: "find-warning",
  text: `SELECT 1 FROM users u WHERE u.id = $1 AND u.has_common_password AND u.password_hash IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM totp_factors t WHERE t.user_id = u.id AND t.confirmed_at IS NOT NULL)`,
};
pg.types.setTypeParser(1082, (value) => value);
const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS_MAX });

const server = createServer(async (request, reply) => {
  const cookie = request.headers.cookie ?? "";
  const token = cookie.slice(cookie.indexOf(COOKIE) + COOKIE.length);
  const tokenHash = createHash("sha256").update(token).digest();
  const [row] = (await pool.query({ ...findSession, values: [tokenHash] })).rows;
  if (request.url !== "/auth/profile" || !row) return void reply.writeHead(401).end();
  const { user_id: id, name, email, role, dob, created_at } = row;
  const [periods, suspended] = await Promise.all([
    pool.query({ ...findPeriods, values: [id] }),
    pool.query({ ...findSuspended, values: [id] }),
  ]);
  const isWarned = row.has_common_password && (await pool.query({ ...findWarning, values: [id] })).rows.length === 1;
  const now = Date.now();
  const own = suspended.rows.length === 1 ? [] : periods.rows;
  const running = own.find(({ starts_at, ends_at }) => starts_at <= now && now < ends_at);
  const body = JSON.stringify({
    id,
    name,
    email,
    role,
    plan: running?.plan ?? null,
    capital_upper_band: running ? Number(running.band_paise) / PAISE_PER_RUPEE : null,
    dob,
    created_at: created_at.toISOString(),
    has_common_password: isWarned || undefined,
  });
  reply.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  reply.end(body);
});

server.listen(0, "127.0.0.1", () => console.log(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once("SIGTERM", () => {
  server.close(() => void pool.end().then(() => process.exit(0)));
  server.closeIdleConnections();
});
