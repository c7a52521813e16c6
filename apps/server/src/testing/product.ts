import { randomBytes, randomUUID } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { createInstrumentListThread } from "@vriddhi/brokers/transport/instrument-list-thread";
import { createSendingThread } from "@vriddhi/brokers/transport/sending-thread";
import { realTimers } from "@vriddhi/brokers/transport/timers";
import type { Role } from "@vriddhi/contract/account";
import { ok } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import { eventually } from "@vriddhi/testing/eventually";
import type { VirtualClock } from "@vriddhi/testing/virtual-clock";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import type pg from "pg";
import { type Overrides, startProduct } from "../compose/product.ts";
import { type Config, type ProcessRole, readConfig } from "../platform/config/config.ts";
import type { PasswordHasher } from "../platform/crypto/password-hasher.ts";
import { toTimestamp } from "../platform/db/instant.ts";
import { createLogger } from "../platform/log/logger.ts";
import { openOwnerPool } from "./sql.ts";
import { createTestDatabase } from "./test-database.ts";

export const TEST_MASTER_KEY = "5e".repeat(32);
/** A Monday before the open; frozen until a test moves it. */
export const TEST_MARKET_CLOCK = "2026-11-16T08:40:00+05:30@0";

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
}

export interface TestSession {
  readonly token: string;
  readonly cookie: string;
}

export interface TestRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: TestSession | null;
  readonly bearer?: string;
  /** The caller's address; a new one by default, so that no rate limit is shared by accident. */
  readonly ip?: string;
}

type Method = "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS";

export interface TestProduct {
  readonly app: FastifyInstance;
  readonly address: string;
  readonly config: Config;
  /** As the owner of the schema. */
  readonly databaseUrl: string;
  readonly log: readonly string[];
  send(method: Method, path: string, request?: TestRequest): Promise<LightMyRequestResponse>;
  /** Inserted directly: no mail, no code. */
  makeUser(given?: Partial<TestUser> & { readonly createdAt?: EpochMs }): Promise<TestUser>;
  signIn(user: Pick<TestUser, "email" | "password">, isRemembered?: boolean): Promise<TestSession>;
  /** Signs in to the back office as a program does; returns the token. */
  signInStaff(user: Pick<TestUser, "email" | "password">, door?: "desk" | "blog"): Promise<string>;
  staffToken(role: "admin" | "support" | "blog_admin"): Promise<string>;
  /** The newest mailed code of this address that was not returned before; waits for it. */
  latestCode(email: string): Promise<string>;
  mailsTo(email: string): Promise<readonly { subject: string; text: string; html: string }[]>;
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Stops the process and keeps its database. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface TestProductOptions {
  readonly role?: ProcessRole;
  readonly env?: Readonly<Record<string, string>>;
  readonly overrides?: Overrides;
  readonly clock?: VirtualClock;
  /** Another process of that product on the same database, which the first one drops. */
  readonly beside?: TestProduct;
}

const listThread = createInstrumentListThread(realTimers);
const sendingThread = createSendingThread();

export async function startTestProduct(options: TestProductOptions = {}): Promise<TestProduct> {
  const database = options.beside
    ? { url: options.beside.databaseUrl, drop: async () => {} }
    : await createTestDatabase();
  const config = readConfig({
    MODE: "sandbox",
    PORT: "0",
    ROLE: options.role ?? "all",
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_MASTER_KEY,
    SANDBOX_CLOCK: TEST_MARKET_CLOCK,
    SANDBOX_ACCOUNTS: "0",
    ...options.env,
  });
  const log: string[] = [];
  const overrides = {
    log: createLogger("debug", (line) => void log.push(line)),
    // Few tests need these two broker logins.
    hasDemoLinks: false,
    // Few tests need these dozen rendered articles.
    hasArticles: false,
    // A thread takes longer to start than most tests.
    listThread,
    sendingThread,
    // A test's simulated world needs no event log.
    hasSandboxEventLog: false,
    ...(options.clock ? { humanClock: options.clock } : {}),
    ...options.overrides,
  };
  const pool = openOwnerPool(database.url);
  const product = await startProduct(config, overrides).catch(async (cause: unknown) => {
    await pool.end();
    await database.drop();
    throw cause;
  });
  return {
    app: product.app,
    address: product.address,
    config,
    databaseUrl: database.url,
    log,
    ...createPeople(product.app, pool),
    query: async (text, values = []) => (await pool.query(text, [...values])).rows,
    stop: product.close,
    async close() {
      await product.close();
      await pool.end();
      await database.drop();
    },
  };
}

type People = Pick<
  TestProduct,
  "send" | "mailsTo" | "makeUser" | "signIn" | "signInStaff" | "staffToken" | "latestCode"
>;

function createPeople(app: FastifyInstance, pool: pg.Pool): People {
  const send = (method: Method, path: string, request: TestRequest = {}) =>
    app.inject({
      method,
      url: path,
      headers: {
        ...(request.as ? { cookie: request.as.cookie } : {}),
        ...(request.bearer === undefined ? {} : { authorization: `Bearer ${request.bearer}` }),
        ...request.headers,
      },
      remoteAddress: request.ip ?? newLoopbackAddress(),
      ...(request.body === undefined ? {} : { payload: request.body as object }),
    });
  const mailsTo = async (email: string): Promise<readonly { subject: string; text: string; html: string }[]> =>
    (await send("GET", `/sandbox/mail?to=${encodeURIComponent(email)}`)).json();

  const codesHandedOut = new Map<string, number>();
  function nextCode(email: string): Promise<string> {
    const mailbox = email.trim().toLowerCase();
    const handedOut = codesHandedOut.get(mailbox) ?? 0;
    return eventually(`a new code is mailed to ${email}`, async () => {
      const codes = (await mailsTo(email)).flatMap(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? []);
      const [newest] = codes;
      if (newest === undefined || codes.length <= handedOut) return null;
      codesHandedOut.set(mailbox, codes.length);
      return newest;
    });
  }

  const signInStaff = async ({ email, password }: Pick<TestUser, "email" | "password">, door = "desk") => {
    const path = door === "desk" ? "/api/login" : "/api/blog-admin/login";
    const reply = await send("POST", path, { body: { username: email, password } });
    if (reply.statusCode !== 200)
      throw new Error(`the desk's login was answered with ${reply.statusCode} ${reply.body}`);
    return reply.json().access_token as string;
  };
  const makeUser = async (given: Partial<TestUser> & { readonly createdAt?: EpochMs } = {}): Promise<TestUser> => {
    const id = given.id ?? randomUUID();
    const user = {
      id,
      email: given.email ?? `user-${id.slice(0, 8)}@example.com`,
      password: given.password ?? "right-password",
      role: given.role ?? "user",
    };
    const createdAt = given.createdAt === undefined ? "2026-01-05T10:00:00Z" : toTimestamp(given.createdAt);
    await pool.query(
      "INSERT INTO users (id, email, name, dob, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
      [id, user.email, "Meera Nair", "1990-05-01", await cheapHash(user.password), user.role, createdAt],
    );
    return user;
  };
  return {
    send,
    mailsTo,
    makeUser,
    signInStaff,
    async staffToken(role: "admin" | "support" | "blog_admin") {
      return signInStaff(await makeUser({ role }), role === "blog_admin" ? "blog" : "desk");
    },
    async signIn({ email, password }: Pick<TestUser, "email" | "password">, isRemembered = false) {
      const reply = await send("POST", "/auth/login", { body: { email, password, remember_me: isRemembered } });
      if (reply.statusCode !== 200) throw new Error(`the login was answered with ${reply.statusCode} ${reply.body}`);
      return sessionOf(reply);
    },
    latestCode: nextCode,
  };
}

export function sessionOf(reply: LightMyRequestResponse): TestSession {
  const [first = ""] = [reply.headers["set-cookie"] ?? []].flat();
  const cookie = first.split(";")[0] ?? "";
  return { cookie, token: cookie.slice(cookie.indexOf("=") + 1) };
}

/** A new loopback address, which rate limits treat as another client. */
function newLoopbackAddress(): string {
  return `127.${[...randomBytes(3)].map((byte) => 1 + (byte % 250)).join(".")}`;
}

/** A real hash with the lowest cost: the hash stores its cost, so verifying is as cheap. */
const cheapHash = (password: string): Promise<string> =>
  hash(password, { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 });
const dummyHash = await cheapHash("no account's password");

/** Replaces the real hasher where a test hashes thousands of passwords. */
export const cheapHasher: PasswordHasher = {
  hash: async (password) => ok(await cheapHash(password)),
  verify: async (known, password) => ok((await verify(known ?? dummyHash, password)) && known !== null),
};
