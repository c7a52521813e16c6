import { createVirtualClock } from "@vriddhi/testing/virtual-clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMorningFixture, type Linked, type MorningFixture } from "../testing/morning-fixture.ts";
import { startTestProduct, type TestProduct } from "../testing/product.ts";

const CLONES = 199;
const clock = createVirtualClock();
let product: TestProduct;
let desk: MorningFixture;
let asha: Linked;

beforeAll(async () => {
  // The clock starts after the day's last steps, because copied accounts cannot log in at a broker.
  product = await startTestProduct({ clock, env: { SANDBOX_CLOCK: "2026-11-16T16:00:00+05:30@0" } });
  desk = createMorningFixture(product, clock);
  asha = await desk.person("angelone");
  await desk.disarmAll();
  await copyUsers();
});
afterAll(() => product.close());

/** Copies of a user with a session; their secrets are never opened. */
async function copyUsers(): Promise<void> {
  await product.query(
    `INSERT INTO users SELECT (jsonb_populate_record(u, jsonb_build_object(
       'id', gen_random_uuid(), 'email', 'copy-' || n || '@example.com', 'phone', NULL))).*
     FROM users u, generate_series(1, $2::int) n WHERE u.id = $1`,
    [asha.user.id, CLONES],
  );
  await product.query(
    `INSERT INTO broker_links SELECT (jsonb_populate_record(l, jsonb_build_object(
       'id', gen_random_uuid(), 'user_id', u.id, 'client_id', 'C' || row_number() OVER (), 'local_address', NULL))).*
     FROM broker_links l, users u WHERE l.user_id = $1 AND u.email LIKE 'copy-%'`,
    [asha.user.id],
  );
}

describe("200 accounts at 8:00, with the product's normal connection pools", () => {
  it("[B9.5] are all disconnected without a failure while the site still answers", async () => {
    const answers: number[] = [];
    let isOver = false;
    const moved = desk.goTo("2026-11-17T08:00:00").finally(() => {
      isOver = true;
    });
    const asking = (async () => {
      while (!isOver) answers.push((await product.send("GET", "/auth/profile", { as: asha.as })).statusCode);
    })();
    await moved;
    await asking;
    const outcomes = await product.query(
      `SELECT outcome, state, count(*)::int AS count FROM due_steps
       WHERE kind = 'disconnect' AND trading_day = '2026-11-17' AND subject <> '*' GROUP BY 1, 2`,
    );
    expect(outcomes).toEqual([{ outcome: "disconnected", state: "done", count: CLONES + 1 }]);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(product.log.filter((line) => /due steps: failed|inside an open transaction/.test(line)).length).toBe(0);
  });
});
