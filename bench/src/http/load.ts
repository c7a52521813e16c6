import { Pool } from "undici";

/** Enough to keep a server busy, few enough to be real. */
const CONNECTIONS = 24;

export interface Load {
  run(count: number): Promise<number>;
  close(): Promise<void>;
}

/** Asks through a proxy for each session in turn. Every answer must be 200 and contain `expected`. */
export function createLoad(url: string, path: string, cookies: readonly string[], expected: string): Load {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  let person = 0;

  async function ask(): Promise<void> {
    person = (person + 1) % cookies.length;
    const headers = { cookie: cookies[person], "x-forwarded-for": `10.1.${person >> 8}.${person & 255}` };
    const reply = await pool.request({ method: "GET", path, headers });
    const body = await reply.body.text();
    if (reply.statusCode !== 200 || body !== expected)
      throw new Error(`${url}${path} answered ${reply.statusCode} ${body}`);
  }

  return {
    async run(count) {
      let left = count;
      const caller = async () => {
        while (left > 0) {
          left -= 1;
          await ask();
        }
      };
      const startedAt = performance.now();
      await Promise.all(Array.from({ length: CONNECTIONS }, caller));
      return (count * 1_000) / (performance.now() - startedAt);
    },
    close: () => pool.close(),
  };
}
