import { createSeededRandom, type Random } from "@vriddhi/core/shared/random";
import { request } from "undici";
import { type OwnProduct, startOwnProduct } from "./own-product.ts";
import { median, type Row } from "./report.ts";

/** Calls for each kind of address and each path. */
const CALLS = 200;
const WARM_UP = 20;
/** How often a known address may be answered later than an unknown one; 0.5 is chance. */
const SHARE_MIN = 0.42;
const SHARE_MAX = 0.58;

type Body = (email: string) => object;
const paths: Readonly<Record<string, Body>> = {
  "/auth/forgot-password": (email) => ({ email }),
  "/auth/resend-code": (email) => ({ email }),
  "/auth/login": (email) => ({ email, password: "wrong-password" }),
  "/auth/signup": (email) => ({ email, name: "Asha", password: "other-password", dob: "1990-05-01" }),
};

const ADD_PEOPLE = `
  INSERT INTO users (id, email, name, dob, password_hash, role, created_at)
  SELECT gen_random_uuid(), 'known-' || n || '@example.com', 'Meera Nair', '1990-05-01',
    (SELECT password_hash FROM users WHERE password_hash IS NOT NULL LIMIT 1), 'user', now()
  FROM generate_series(1, $1::int) n`;

/** Whether the time of an answer tells if an address has an account: known and unknown ones in a random order. */
export async function benchEnumeration(): Promise<readonly Row[]> {
  const product = await startOwnProduct({ SANDBOX_CLOCK: "real", TRUST_PROXY_HOPS: "1" });
  try {
    await product.query(ADD_PEOPLE, [WARM_UP + CALLS]);
    const rows: Row[] = [];
    const random = createSeededRandom(7);
    for (const [path, bodyFor] of Object.entries(paths)) rows.push(await compare(product, path, bodyFor, random));
    return rows;
  } finally {
    await product.stop();
  }
}

async function compare({ url }: OwnProduct, path: string, bodyFor: Body, random: Random): Promise<Row> {
  const kinds = ["known", "unknown"] as const;
  const timesMs = { known: [] as number[], unknown: [] as number[] };
  for (let n = 1; n <= WARM_UP + CALLS; n += 1) {
    const first = random.int(0, 1);
    for (const kind of [kinds[first], kinds[1 - first]]) {
      if (kind === undefined) continue;
      const from = `10.${random.int(1, 250)}.${random.int(1, 250)}.${random.int(1, 250)}`;
      const tookMs = await ask(url + path, bodyFor(`${kind}-${n}@example.com`), from);
      if (n > WARM_UP) timesMs[kind].push(tookMs);
    }
  }
  const share = shareSlower(timesMs.known, timesMs.unknown);
  return {
    benchmark: `enumeration: ${path}, ${CALLS} known and ${CALLS} unknown addresses`,
    measured: `known later in ${share.toFixed(2)} (medians ${median(timesMs.known).toFixed(1)} and ${median(timesMs.unknown).toFixed(1)} ms)`,
    target: `${SHARE_MIN} to ${SHARE_MAX}`,
    verdict: share >= SHARE_MIN && share <= SHARE_MAX ? "PASS" : "FAIL",
  };
}

async function ask(address: string, body: object, from: string): Promise<number> {
  const begunAt = performance.now();
  const reply = await request(address, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify(body),
  });
  await reply.body.text();
  const tookMs = performance.now() - begunAt;
  if (reply.statusCode === 429) throw new Error(`${address} was refused for its budget`);
  return tookMs;
}

/** Of all pairs, those in which the known one took longer; equals count half. */
function shareSlower(known: readonly number[], unknown: readonly number[]): number {
  let slower = 0;
  for (const one of known)
    for (const other of unknown) {
      if (one > other) slower += 1;
      else if (one === other) slower += 0.5;
    }
  return slower / (known.length * unknown.length);
}
