import { Pool } from "undici";

/** Enough to keep a server busy, few enough to be real. */
const CONNECTIONS = 24;
/** Requests come through a proxy for this many people, so that none of them meets the flood limit. */
const PEOPLE = 4_000;

export interface Load {
  readonly answered: number;
  readonly seconds: number;
}

/** Asks for `path` as fast as it is answered. Every answer must be 200 and say `expected`. */
export async function load(
  url: string,
  path: string,
  cookie: string,
  expected: string,
  durationMs: number,
): Promise<Load> {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  let answered = 0;
  let person = 0;
  const until = performance.now() + durationMs;
  const caller = async () => {
    while (performance.now() < until) {
      person = (person + 1) % PEOPLE;
      const headers = { cookie, "x-forwarded-for": `10.1.${person >> 8}.${person & 255}` };
      const reply = await pool.request({ method: "GET", path, headers });
      const body = await reply.body.text();
      if (reply.statusCode !== 200 || body !== expected)
        throw new Error(`${url}${path} answered ${reply.statusCode} ${body}`);
      answered += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  const seconds = (performance.now() - startedAt) / 1_000;
  await pool.close();
  return { answered, seconds };
}
