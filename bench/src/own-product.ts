import fs from "node:fs";
import { freePort, makeDataDir, startChild } from "@vriddhi/testing/child-process";
import pg from "pg";
import { embeddedDatabaseUrl } from "./database-url.ts";

/** The product as a person starts it, whose database can be filled from outside. */
export interface OwnProduct {
  readonly url: string;
  /** The server's process; its starter brings up another one when it dies. */
  serverPid(): number | null;
  /** As the owner of the tables, on a connection of its own: the server may be dying meanwhile. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  stop(): Promise<void>;
}

function firstChildOf(pid: number): number | null {
  const [child] = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return child === undefined ? null : Number(child);
}

export async function startOwnProduct(env: NodeJS.ProcessEnv): Promise<OwnProduct> {
  const data = makeDataDir();
  const { HOME, CI } = process.env;
  const own = { PORT: String(await freePort()), DATA_DIR: data.path, LOG_LEVEL: "error", SANDBOX_CROWD: "0", HOME, CI };
  const child = await startChild("tools/start.mjs", [], Object.assign(own, env)).catch((cause: unknown) => {
    data.remove();
    throw cause;
  });
  return {
    url: child.url,
    serverPid: () => firstChildOf(child.pid),
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
