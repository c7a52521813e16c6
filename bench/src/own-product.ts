import { freePort, makeDataDir, startChild } from "@vriddhi/testing/child-process";
import pg from "pg";
import { embeddedDatabaseUrl } from "./database-url.ts";

const DEMO = { email: "demo@vriddhi.example", password: "demo-password", remember_me: false };

/** The product as a person starts it, whose tables can be read. */
export interface OwnProduct {
  readonly url: string;
  /** Of the process that starts and keeps all others. */
  readonly pid: number;
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  stop(): Promise<void>;
}

export async function startOwnProduct(env: NodeJS.ProcessEnv): Promise<OwnProduct> {
  const data = makeDataDir();
  const { HOME, CI } = process.env;
  const own = { PORT: String(await freePort()), DATA_DIR: data.path, LOG_LEVEL: "error", HOME, CI };
  const child = await startChild("tools/start.mjs", [], Object.assign(own, env)).catch((cause: unknown) => {
    data.remove();
    throw cause;
  });
  return {
    url: child.url,
    pid: child.pid,
    async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const client = new pg.Client(embeddedDatabaseUrl(data.path, "-c statement_timeout=0"));
      await client.connect();
      try {
        return (await client.query<Row>(text, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    stop: () => child.stop().finally(data.remove),
  };
}

export interface Person {
  call<Reply>(method: "GET" | "POST", path: string, body?: unknown): Promise<Reply>;
}

export async function signInDemoUser(url: string): Promise<Person> {
  let cookie = "";
  async function call<Reply>(method: "GET" | "POST", path: string, body?: unknown): Promise<Reply> {
    const headers = { cookie, origin: url, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(new URL(path, url), { method, headers, ...sent });
    cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Reply;
  }
  await call("POST", "/auth/login", DEMO);
  return { call };
}

/** The market clock by jumps of half an hour, each until nothing is left to do, to a time of its day such as "10:00". */
export async function jumpTo({ call }: Person, time: string): Promise<void> {
  const { now } = await call<{ readonly now: string }>("GET", "/sandbox/clock");
  const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  const stops: string[] = [];
  for (let at = minutes(now.slice(11, 16)) + HOP_MINUTES; at < minutes(time); at += HOP_MINUTES)
    stops.push(`${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`);
  for (const stop of [...stops, time])
    await call("POST", "/sandbox/clock", { now: `${now.slice(0, 10)}T${stop}:00+05:30` });
}

const HOP_MINUTES = 30;
