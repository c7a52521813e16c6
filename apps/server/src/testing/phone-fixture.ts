import { randomBytes, randomUUID } from "node:crypto";
import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { phoneEndpoints } from "@vriddhi/contract/phone";
import { createSeededRandom } from "@vriddhi/core/shared/random";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import { createFaults, type Faults } from "@vriddhi/sandbox/faults/faults";
import { type SmsSimulator, startSms } from "@vriddhi/sandbox/sms/start-sms";
import { createVirtualClock, VIRTUAL_START, type VirtualClock } from "@vriddhi/testing/virtual-clock";
import type pg from "pg";
import { phoneMessages } from "../features/phone/phone.messages.ts";
import { phoneHandlers } from "../features/phone/phone.routes.ts";
import { createPhoneService } from "../features/phone/phone.service.ts";
import { createPhoneStore } from "../features/phone/phone.store.pg.ts";
import { createMsg91Gateway } from "../gateways/sms/msg91.ts";
import type { OtpGateway } from "../gateways/sms/otp-gateway.ts";
import { createTwoFactorGateway } from "../gateways/sms/twofactor.ts";
import { createAudit } from "../platform/audit/audit.ts";
import { readConfig } from "../platform/config/config.ts";
import { Secret } from "../platform/config/secret.ts";
import { APP_ROLE, openDatabase } from "../platform/db/database.ts";
import { commonMessages } from "../platform/http/general.messages.ts";
import type { Caller, Handler, Messages } from "../platform/http/handler.ts";
import { createHttpApp } from "../platform/http/http-app.ts";
import { mount } from "../platform/http/mount.ts";
import { cookieRules } from "../platform/http/session-cookie.ts";
import { createLimiter, type Limiter } from "../platform/limits/limiter.ts";
import { createRecentSessions } from "../platform/limits/recent-sessions.ts";
import { createLogger, type Logger } from "../platform/log/logger.ts";
import { everyTime } from "./every-time.ts";
import { runSql } from "./sql.ts";
import { createTestDatabase } from "./test-database.ts";

const SMS_KEY = "desk-sms-key";

export interface Person {
  readonly id: string;
  readonly token: string;
}

export interface DeskReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface PhoneFixture {
  readonly clock: VirtualClock;
  readonly faults: Faults;
  readonly sms: SmsSimulator;
  readonly log: readonly string[];
  makePerson(): Promise<Person>;
  /** From a new address unless given, so that no rate limit is shared by accident. */
  send(person: Person | null, digits: string, given?: { country?: string; ip?: string }): Promise<DeskReply>;
  verify(person: Person | null, session: unknown, digits: string, code: string, ip?: string): Promise<DeskReply>;
  ask(person: Person | null, ip: string): Promise<DeskReply>;
  codeFor(digits: string): string;
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  alter(statement: string): Promise<void>;
  /** Removes users, budgets, texts and faults. The clock continues. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startPhoneFixture(vendor: OtpGateway["name"] = "twofactor"): Promise<PhoneFixture> {
  const scratch = await createTestDatabase();
  const database = openDatabase(scratch.url, { max: 10, role: APP_ROLE, onError: () => {} });
  const clock = createVirtualClock();
  const faults = createFaults();
  const sms = await startSms({ clock, faults, random: createSeededRandom(5), apiKey: SMS_KEY });
  const lines: string[] = [];
  const log = createLogger("debug", (line) => void lines.push(line));
  const gateway = openGateway(vendor, sms.baseUrl, log);
  const limiter = createLimiter(database, clock);
  const service = createPhoneService({
    store: createPhoneStore(database),
    gateway,
    limiter,
    audit: createAudit(database, clock),
    clock,
    log,
    notifyVerified: async () => undefined,
  });
  const people = new Map<string, Caller>();
  const { app, call } = openEndpoints(phoneHandlers(service), { people, limiter, clock, log });

  return {
    clock,
    faults,
    sms,
    log: lines,
    async makePerson() {
      const person = { id: randomUUID(), token: randomBytes(32).toString("base64url") };
      const text = "INSERT INTO users (id, email, name, role, created_at) VALUES ($1, $2, 'Meera Nair', 'user', now())";
      await database.pool.query(text, [person.id, `${person.id}@example.com`]);
      people.set(person.token, toCaller(person));
      return person;
    },
    send: (person, digits, given = {}) =>
      call("POST", "/otp/send-otp", person, given.ip, {
        phone_number: digits,
        country_code: given.country ?? "+91",
      }),
    verify: (person, session, digits, code, ip) =>
      call("POST", "/otp/verify-otp", person, ip, { session_id: session, otp_code: code, phone_number: digits }),
    ask: (person, ip) => call("GET", "/otp/check-ip-verification", person, ip),
    codeFor: (digits) => /\b\d{6}\b/.exec(sms.list(digits)[0]?.text ?? "")?.[0] ?? "",
    query: async (text, values = []) => (await database.pool.query(text, [...values])).rows,
    alter: (statement) => runSql(scratch.url, statement),
    async reset() {
      await runSql(scratch.url, "TRUNCATE users, otp_sessions, rate_limit, audit_event CASCADE");
      // The cache time of a refusal.
      clock.advance(SECOND_MS);
      people.clear();
      lines.length = 0;
      sms.clear();
      faults.clear();
    },
    async close() {
      await app.close();
      await gateway.close();
      await sms.stop();
      await database.close();
      await scratch.drop();
    },
  };
}

interface EndpointDeps {
  readonly people: ReadonlyMap<string, Caller>;
  readonly limiter: Limiter;
  readonly clock: VirtualClock;
  readonly log: Logger;
}

function openEndpoints(handlers: Readonly<Record<string, unknown>>, { people, limiter, clock, log }: EndpointDeps) {
  const config = readConfig({});
  const recentSessions = createRecentSessions(clock);
  const app = createHttpApp({ config, clock, log, recentSessions, generalLimit: { burst: 10_000, perMs: SECOND_MS } });
  const messages = { ...commonMessages, ...phoneMessages } as Messages;
  const sessions = { find: async (token: string) => people.get(token) ?? null };
  const staff = { find: async () => null };
  const cookies = cookieRules(config.publicUrl);
  const deps = { sessions, staff, limiter, recentSessions, clock, messages, cookies, once: everyTime, log };
  for (const [name, endpoint] of Object.entries(phoneEndpoints))
    mount(app, endpoint, handlers[name] as Handler<EndpointDefinition>, deps);

  const call = async (method: "GET" | "POST", url: string, person: Person | null, ip?: string, payload?: object) => {
    const headers = person ? { authorization: `Bearer ${person.token}` } : {};
    const body = payload === undefined ? {} : { payload };
    const reply = await app.inject({ method, url, headers, remoteAddress: ip ?? newAddress(), ...body });
    return { status: reply.statusCode, body: reply.json() };
  };
  return { app, call };
}

function openGateway(vendor: OtpGateway["name"], baseUrl: string, log: Logger): OtpGateway {
  const key = new Secret(SMS_KEY);
  const rest = { log, replyWithinMs: 500 };
  return vendor === "twofactor"
    ? createTwoFactorGateway({ ...rest, baseUrl, apiKey: key })
    : createMsg91Gateway({ ...rest, baseUrl: `${baseUrl}/msg91`, authKey: key, templateId: "T1" });
}

const toCaller = ({ id, token }: Person): Caller => ({
  sessionId: token,
  userId: id,
  role: "user",
  name: "Meera Nair",
  email: `${id}@example.com`,
  dob: null,
  createdAt: VIRTUAL_START,
  provedAt: VIRTUAL_START,
  provedBy: "password",
  hasCommonPassword: false,
});

const newAddress = (): string => `10.${[...randomBytes(3)].join(".")}`;
