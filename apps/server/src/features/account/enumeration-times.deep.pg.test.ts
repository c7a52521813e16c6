import { createSeededRandom } from "@vriddhi/core/shared/random";
import { testSeed } from "@vriddhi/testing/deep";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cheapHasher, startTestProduct, type TestProduct } from "../../testing/product.ts";

const CALLS = 200;
const WARM_UP = 20;
/** Minimum share of pairs in which the known address is slower: 0.4 is over three standard errors below chance. */
const SHARE_MIN = 0.4;
const SHARE_MAX = 0.6;

const ADD_PEOPLE = `
  INSERT INTO users (id, email, name, dob, password_hash, role, created_at)
  SELECT gen_random_uuid(), 'known-' || n || '@example.com', 'Meera Nair', '1990-05-01', $2, 'user', now()
  FROM generate_series(1, $1::int) n`;

let product: TestProduct;
beforeAll(async () => {
  // This cheap hash hides a difference in the number of hashes, which enumeration.pg.test.ts counts.
  product = await startTestProduct({ overrides: { hasher: cheapHasher } });
  const { id } = await product.makeUser();
  const [row] = await product.query<{ hash: string }>("SELECT password_hash AS hash FROM users WHERE id = $1", [id]);
  await product.query(ADD_PEOPLE, [WARM_UP + CALLS, row?.hash]);
});
afterAll(() => product.close());

function shareSlower(known: readonly number[], unknown: readonly number[]): number {
  const points = known.flatMap((one) => unknown.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  return points.reduce<number>((sum, point) => sum + point, 0) / points.length;
}

async function timeOf(path: string, body: object): Promise<number> {
  const begunAt = performance.now();
  const reply = await product.send("POST", path, { body });
  const tookMs = performance.now() - begunAt;
  expect(reply.statusCode).not.toBe(429);
  return tookMs;
}

describe("answer times of the account calls", () => {
  it.each([
    ["/auth/forgot-password", (email: string) => ({ email })],
    ["/auth/resend-code", (email: string) => ({ email })],
    ["/auth/login", (email: string) => ({ email, password: "wrong-password" })],
    ["/auth/signup", (email: string) => ({ email, name: "Asha", password: "other-password", dob: "1990-05-01" })],
  ] as const)(
    "%s take the same time for a known and an unknown address, in random order",
    async (path, bodyFor) => {
      const random = createSeededRandom(testSeed);
      const kinds = ["known", "unknown"] as const;
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let n = 1; n <= WARM_UP + CALLS; n += 1) {
        const first = random.int(0, 1);
        for (const place of [first, 1 - first]) {
          const kind = kinds[place] ?? "known";
          const tookMs = await timeOf(path, bodyFor(`${kind}-${n}@example.com`));
          if (n > WARM_UP) times[kind].push(tookMs);
        }
      }
      const share = shareSlower(times.known, times.unknown);
      expect(share).toBeGreaterThan(SHARE_MIN);
      expect(share).toBeLessThan(SHARE_MAX);
    },
    600_000,
  );
});
