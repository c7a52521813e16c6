import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct } from "../testing/product.ts";

const FIRST = "Very-Secret-Passphrase-1";
const SECOND = "Very-Secret-Passphrase-2";
const WRONG = "Very-Secret-Passphrase-3";
const email = "secretive@example.com";

let product: TestProduct;
const replies: string[] = [];
const secrets: string[] = [FIRST, SECOND, WRONG];
const tokens: string[] = [];
const codes: string[] = [];

async function send(method: "POST" | "PUT", path: string, body: object, cookie = "") {
  const reply = await product.send(method, path, { body, headers: { cookie } });
  replies.push(reply.body);
  for (const line of [reply.headers["set-cookie"] ?? []].flat()) {
    const token = /^session=([\w-]{43})/.exec(line)?.[1];
    if (token !== undefined) tokens.push(token);
  }
  return reply;
}

/** A full history with everything that carries a secret, including faults. */
beforeAll(async () => {
  product = await startTestProduct();
  await send("POST", "/auth/signup", { name: "Asha", email, password: FIRST, dob: "1990-05-01" });
  codes.push(await product.latestCode(email));
  await send("POST", "/auth/login", { email, password: FIRST });
  // A login before the code was entered sends a new one.
  codes.push(await product.latestCode(email));
  await send("POST", "/auth/verify-email", { email, code: codes[1], password: FIRST });
  await send("POST", "/auth/login", { email, password: WRONG });
  await send("POST", "/auth/login", { email, password: FIRST });
  const cookie = `session=${tokens[0]}`;
  await send("PUT", "/auth/password", { current_password: FIRST, password: SECOND }, cookie);
  await send("POST", "/auth/login", { email, password: SECOND, unknown: FIRST });
  await send("POST", "/auth/login", { email: `${SECOND}@@`, password: [SECOND] });
  // An internal fault in the middle of a sign-up: the table is gone while the request runs.
  await product.query("ALTER TABLE signups RENAME TO signups_away");
  await send("POST", "/auth/signup", { name: "Asha", email: "b@example.com", password: SECOND, dob: "1990-05-01" });
  await product.query("ALTER TABLE signups_away RENAME TO signups");
});
afterAll(() => product.close());

async function dumpEveryTable(): Promise<string> {
  const tables = await product.query<{ name: string }>(
    "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await product.query<{ dump: string }>(`SELECT t::text AS dump FROM ${name} t`);
    parts.push(...rows.map(({ dump }) => dump));
  }
  return parts.join("\n");
}

/** A secret as text, as hex (PostgreSQL's output of bytes) and as base64. */
const spellings = (secret: string) => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64").replace(/=+$/, ""),
];

describe("the history of a secrecy test", () => {
  it("was complete and includes an internal failure", () => {
    expect(tokens.length).toBeGreaterThanOrEqual(1);
    expect(codes[0]).toMatch(/^\d{6}$/);
    expect(replies.at(-1)).toContain('"code":"internal"');
    expect(product.log.join("")).toContain("request failed");
  });
});

describe("passwords, codes and tokens", () => {
  it("appear in no log line", () => {
    const log = product.log.join("");
    for (const secret of [...secrets, ...tokens, ...codes]) expect(log).not.toContain(secret);
    expect(log).not.toContain("$argon2");
    expect(log).not.toContain("b@example.com");
  });

  it("appear in no reply", () => {
    for (const secret of [...secrets, ...tokens, ...codes]) expect(replies.join("\n")).not.toContain(secret);
    expect(replies.join("\n")).not.toMatch(/argon2|password_hash|token_hash/);
  });

  it("appear in no table, including queued mails", async () => {
    const dump = await dumpEveryTable();
    expect(dump).toContain("$argon2id$");
    expect(dump).toContain(email);
    for (const secret of [...secrets, ...tokens].flatMap(spellings)) expect(dump).not.toContain(secret);
    const code = codes[0] ?? "";
    const jobs = await product.query<{ data: string }>("SELECT data::text AS data FROM pgboss.job WHERE name = 'mail'");
    expect(jobs.length).toBeGreaterThan(0);
    for (const { data } of jobs) {
      expect(data).toMatch(/^\{"sealed": "v1\.1\.[\w-]+"\}$/);
      expect(data).not.toContain(code);
    }
  });
});
