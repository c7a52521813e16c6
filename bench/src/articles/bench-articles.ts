import { Pool } from "undici";
import { type OwnProduct, startOwnProduct } from "../own-product.ts";
import type { Row } from "../report.ts";

const FEW = 10;
const MANY = Number(process.env["BENCH_ARTICLES"] ?? 10_000);
const WARM_UP = 100;
const ASKED = 500;
const RATIO_MAX = 2;
/** Requests come through a proxy for so many people, so that none of them meets the flood limit. */
const PEOPLE = 200;

/** About as long as the articles that come with the product. */
const FILL = `
  INSERT INTO blog_posts (id, title, content, excerpt, excerpt_html, slug, tags, reading_minutes, created_at, html,
    headings, has_math, rendered_by, search)
  SELECT gen_random_uuid(), 'What an opening range says, part ' || n, repeat('Costs decide more than prices. ', 200),
    'Costs decide more than prices.', '<p>Costs decide more than prices.</p>', 'post-' || n,
    ARRAY['topic-' || n % 50, 'NSE'], 5, now() - n * interval '1 minute',
    '<p>' || repeat('Costs decide more than prices. ', 200) || '</p>', '[]', false, 1,
    to_tsvector('simple', 'what an opening range says part ' || n)
  FROM generate_series($1::int, $2::int) AS n`;

const pages: Readonly<Record<string, (turn: number) => string>> = {
  "list, by the API": (turn) => (turn % 2 === 0 ? "/api/blog/posts" : "/api/blog/posts?page=2&limit=4"),
  "list, as a page": () => "/research",
  "article, by the API": (turn) => `/api/blog/posts/post-${(turn % FEW) + 1}`,
  "article, as a page": (turn) => `/research/post-${(turn % FEW) + 1}`,
};

async function slowestOfHundred(pool: Pool, address: (turn: number) => string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < WARM_UP + ASKED; turn += 1) {
    const headers = { "x-forwarded-for": `10.2.0.${turn % PEOPLE}` };
    const startedAt = performance.now();
    const reply = await pool.request({ method: "GET", path: address(turn), headers });
    await reply.body.dump();
    if (reply.statusCode !== 200) throw new Error(`${address(turn)} answered ${reply.statusCode}`);
    if (turn >= WARM_UP) times.push(performance.now() - startedAt);
  }
  times.sort((one, other) => one - other);
  return times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}

async function measure(product: OwnProduct): Promise<ReadonlyMap<string, number>> {
  await product.query("ANALYZE blog_posts");
  const pool = new Pool(product.url, { connections: 1 });
  const measured = new Map<string, number>();
  for (const [name, address] of Object.entries(pages)) measured.set(name, await slowestOfHundred(pool, address));
  await pool.close();
  return measured;
}

/** List and article with ten articles and with ten thousand, of one product in one run. */
export async function benchArticles(): Promise<readonly Row[]> {
  const product = await startOwnProduct({ TRUST_PROXY_HOPS: "1" });
  try {
    await product.query("DELETE FROM blog_posts");
    await product.query(FILL, [1, FEW]);
    const few = await measure(product);
    await product.query(FILL, [FEW + 1, MANY]);
    const many = await measure(product);
    return [...many].map(([name, manyMs]) => {
      const fewMs = few.get(name) ?? Number.NaN;
      const ratio = manyMs / fewMs;
      return {
        benchmark: `articles: ${name}, p99 with ${MANY} / with ${FEW}`,
        measured: `${ratio.toFixed(2)} (${manyMs.toFixed(1)} against ${fewMs.toFixed(1)} ms)`,
        target: `≤ ${RATIO_MAX}`,
        verdict: ratio <= RATIO_MAX ? "PASS" : "FAIL",
      };
    });
  } finally {
    await product.stop();
  }
}
