// What the machine can do at best: node:http and pg, one prepared statement, the row as JSON. Argument: the database.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { readFindSession } from "./find-session.ts";

const COOKIE = "session=";
/** As many as the product keeps. */
const CONNECTIONS_MAX = 12;

const [databaseUrl = ""] = process.argv.slice(2);
const text = readFindSession();
pg.types.setTypeParser(1082, (value) => value);
const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS_MAX });

const server = createServer(async (request, reply) => {
  const cookie = request.headers.cookie ?? "";
  const token = cookie.slice(cookie.indexOf(COOKIE) + COOKIE.length);
  const values = [createHash("sha256").update(token).digest(), new Date().toISOString()];
  const { rows } = await pool.query({ name: "find-session", text, values });
  const [row] = rows;
  if (request.url !== "/auth/profile" || !row) return void reply.writeHead(401).end();
  const { user_id: id, name, email, role, plan, dob, created_at } = row;
  const body = JSON.stringify({ id, name, email, role, plan, dob, created_at: created_at.toISOString() });
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
