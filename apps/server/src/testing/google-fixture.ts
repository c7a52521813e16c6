import { randomBytes } from "node:crypto";
import { googleEndpoints } from "@vriddhi/contract/google";
import { err, ok } from "@vriddhi/core/shared/result";
import { createFaults, type Faults } from "@vriddhi/sandbox/faults/faults";
import { type GoogleSimulator, startGoogle } from "@vriddhi/sandbox/google/start-google";
import { type Choice, createVisitor } from "@vriddhi/sandbox/google/visitor";
import { createVirtualClock, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import pg from "pg";
import { createGoogleClient } from "../features/google/google.client.ts";
import { googleHandlers } from "../features/google/google.routes.ts";
import { createGoogleService } from "../features/google/google.service.ts";
import { createGoogleStore } from "../features/google/google.store.pg.ts";
import { createAudit } from "../platform/audit/audit.ts";
import { Secret } from "../platform/config/secret.ts";
import { createSecretBox } from "../platform/crypto/secret-box.ts";
import { APP_ROLE, type Database, openDatabase } from "../platform/db/database.ts";
import { toTimestamp } from "../platform/db/instant.ts";
import type { SignIn } from "../platform/http/sign-in.ts";
import { createLogger } from "../platform/log/logger.ts";
import { createBareApp } from "./http-app.ts";
import { openOwnerPool } from "./sql.ts";
import { createTestDatabase } from "./test-database.ts";

const CLIENT_ID = "desk-client";
const CLIENT_SECRET = "desk-client-secret";
const REDIRECT_URI = "http://localhost:3000/google/callback";
const TIMEOUT_MS = 1_500;
export const DESK_PASSWORD = "right-password";

export interface DeskReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly setCookies: readonly string[];
}

export interface Browser {
  start(): Promise<DeskReply>;
  visit(choice: Choice): Promise<URL>;
  finish(answer: URL): Promise<DeskReply>;
  confirm(password: string): Promise<DeskReply>;
  signIn(choice: Choice): Promise<DeskReply>;
  cookie: string;
}

export interface GoogleFixture {
  readonly clock: VirtualClock;
  readonly faults: Faults;
  readonly google: GoogleSimulator;
  readonly log: readonly string[];
  readonly sessions: readonly { readonly userId: string; readonly isRemembered: boolean }[];
  openBrowser(): Browser;
  account(email: string): { readonly sub: string };
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  connect(): Promise<pg.Client>;
  /** Google goes down, and comes back at the same address. */
  stopGoogle(): Promise<void>;
  restartGoogle(): Promise<void>;
  restartProduct(): void;
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function openGoogleFixture(): Promise<GoogleFixture> {
  const testDatabase = await createTestDatabase();
  const database = openDatabase(testDatabase.url, { max: 6, role: APP_ROLE, onError: () => undefined });
  const owner = openOwnerPool(testDatabase.url);
  const faults = createFaults();
  const launch = (port = 0) =>
    startGoogle({
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      redirectUris: () => [REDIRECT_URI],
      faults,
      port,
    });
  let google = await launch();
  const { issuer, accounts } = google;
  const clock = createVirtualClock();
  const log: string[] = [];
  const sessions: { userId: string; isRemembered: boolean }[] = [];
  const letIn: SignIn = async ({ id, name, email, role, dob, createdAt }, { session }, isRemembered) => {
    sessions.push({ userId: id, isRemembered });
    session.start("session-token", 60_000);
    return {
      user: { id, name, email, role, plan: null, capital_upper_band: null, dob, created_at: toTimestamp(createdAt) },
    };
  };
  const buildApp = () => createProductApp({ issuer, database, clock, log, letIn });
  let bare = buildApp();
  return {
    clock,
    faults,
    google,
    log,
    sessions,
    openBrowser: () =>
      createBrowser((url, cookie, body) =>
        bare.app.inject({
          method: body === undefined ? "GET" : "POST",
          url,
          headers: { cookie },
          ...(body === undefined ? {} : { payload: body }),
        }),
      ),
    account: (email) => accounts.find((one) => one.email === email) ?? { sub: "none" },
    query: async (text, values = []) => (await owner.query(text, [...values])).rows,
    async connect() {
      const client = new pg.Client({ connectionString: testDatabase.url });
      await client.connect();
      return client;
    },
    stopGoogle: () => google.stop(),
    async restartGoogle() {
      google = await launch(Number(new URL(issuer).port));
    },
    restartProduct() {
      bare = buildApp();
    },
    async clear() {
      await owner.query("TRUNCATE users, signups, sessions, google_attempts, audit_event CASCADE");
      google.clear();
      faults.clear();
      log.length = 0;
      sessions.length = 0;
    },
    async close() {
      await google.stop();
      await bare.app.close();
      await owner.end();
      await database.close();
      await testDatabase.drop();
    },
  };
}

interface ProductDeps {
  readonly issuer: string;
  readonly database: Database;
  readonly clock: VirtualClock;
  readonly log: string[];
  readonly letIn: SignIn;
}

function createProductApp({ issuer, database, clock, log: lines, letIn }: ProductDeps) {
  const log = createLogger("debug", (line) => void lines.push(line));
  const client = createGoogleClient({
    issuer,
    clientId: CLIENT_ID,
    clientSecret: new Secret(CLIENT_SECRET),
    redirectUri: REDIRECT_URI,
    log,
    timeoutMs: TIMEOUT_MS,
  });
  const box = createSecretBox(new Map([[1, randomBytes(32)]]));
  const audit = createAudit(database, clock);
  const service = createGoogleService({
    client,
    store: createGoogleStore(database),
    clock,
    box,
    audit,
    notifySafety: async () => undefined,
    log,
  });
  const handlers = googleHandlers({
    service,
    clock,
    letIn,
    confirmPassword: async (_userId, password) => (password === DESK_PASSWORD ? ok(undefined) : err("wrong_password")),
    checkSecondFactor: async () => ok(undefined),
  });
  const bare = createBareApp();
  bare.mount(googleEndpoints.startGoogle, handlers.startGoogle);
  bare.mount(googleEndpoints.finishGoogle, handlers.finishGoogle);
  bare.mount(googleEndpoints.confirmGoogle, handlers.confirmGoogle);
  return bare;
}

type Send = (
  url: string,
  cookie: string,
  body?: object,
) => Promise<{ statusCode: number; json(): unknown; headers: { "set-cookie"?: string | string[] | undefined } }>;

function createBrowser(send: Send): Browser {
  const visitor = createVisitor();
  let authUrl = "";

  let ticket = "";

  async function get(url: string, body?: object): Promise<DeskReply> {
    const reply = await send(url, body === undefined ? browser.cookie : ticket, body);
    const setCookies = [reply.headers["set-cookie"] ?? []].flat();
    const own = setCookies.find((header) => header.startsWith("google_attempt="));
    if (own !== undefined) browser.cookie = own.split(";")[0] ?? "";
    ticket = setCookies.find((header) => header.startsWith("google_ticket="))?.split(";")[0] ?? ticket;
    return { status: reply.statusCode, body: reply.json() as DeskReply["body"], setCookies };
  }

  const browser: Browser = {
    cookie: "",
    async start() {
      const reply = await get("/google-auth/signup");
      authUrl = String(reply.body["auth_url"]);
      return reply;
    },
    visit: (choice) => visitor.signIn(authUrl, choice),
    finish: (answer) => get(`/google-auth/callback${answer.search}`),
    confirm: (password) => get("/google-auth/confirm", { password }),
    async signIn(choice) {
      await browser.start();
      return browser.finish(await browser.visit(choice));
    },
  };
  return browser;
}
