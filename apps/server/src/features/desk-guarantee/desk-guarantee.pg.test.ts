import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestProduct, type TestProduct, type TestUser } from "../../testing/product.ts";

const REASON = "The feed was away for two sessions";
const FEE = 99_900;
let product: TestProduct;
let admin: string;
let second: string;
let support: string;
let rohan: TestUser;

beforeAll(async () => {
  product = await startTestProduct({ env: { FOUR_EYES: "on" } });
  admin = await product.staffToken("admin");
  second = await product.staffToken("admin");
  support = await product.staffToken("support");
});
beforeEach(async () => {
  rohan = await product.makeUser();
});
afterAll(() => product.close());

interface Judged {
  readonly outcome: "kept" | "no_result" | "refund";
  readonly gross: number | null;
  readonly paidAt?: string;
}

async function judged({ outcome, gross, paidAt = "2026-10-01T00:00:00Z" }: Judged): Promise<string> {
  const [orderId, id] = [randomUUID(), randomUUID()];
  await product.query(
    `INSERT INTO payment_orders (id, user_id, kind, plan, band_paise, amount_paise, state, payment_id, created_at, paid_at, settled_at)
     VALUES ($1, $2, 'plan', 'MONTHLY', 5000000, $3, 'paid', $4, $5, $5, $5)`,
    [orderId, rohan.id, FEE, `pay_${orderId.slice(0, 14)}`, paidAt],
  );
  const [from, to] = [Date.parse("2026-10-01T00:00:00Z"), Date.parse("2026-11-01T00:00:00Z")];
  await product.query(
    `INSERT INTO guarantee_results (id, order_id, user_id, plan, period_start, period_end, gross_paise, fee_paise, outcome, evidence, judged_at)
     VALUES ($1, $2, $3, 'MONTHLY', '2026-10-01', '2026-11-01', $4, $5, $6, $7, '2026-11-01')`,
    [id, orderId, rohan.id, gross, FEE, outcome, JSON.stringify([{ from, to, grossPaise: gross }])],
  );
  return id;
}

async function trade(buyPaise: number, sellPaise: number): Promise<void> {
  const [day, account] = ["2026-10-12", `g-${rohan.id}`];
  await product.query("SELECT make_order_partitions($1)", [day]);
  await product.query("INSERT INTO trading_account VALUES ($1, $2, 'fyers', $3, now())", [
    account,
    rohan.id,
    Buffer.from(account),
  ]);
  await product.query(
    `INSERT INTO ledger (trading_day, account_id, at, kind, tag, key, fact)
     SELECT $1, $2, now(), 'fill', 'TAG', 'fill:TAG:' || side, jsonb_build_object('kind', 'fill', 'tag', 'TAG' || side,
       'positionId', 'TAGbuy', 'isin', 'I', 'leg', 'entry', 'side', side, 'fillId', side, 'quantity', 10, 'price', price)
     FROM (VALUES ('buy', $3::int), ('sell', $4::int)) AS traded(side, price)`,
    [day, account, buyPaise, sellPaise],
  );
}

const get = async (path: string) => {
  const reply = await product.send("GET", path, { bearer: support });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const grant = (id: string) =>
  product.send("POST", `/api/admin/guarantees/${id}/grant`, { bearer: admin, body: { reason: REASON } });
const settle = (id: string, reference: string, bearer = admin) =>
  product.send("POST", `/api/admin/payouts/${id}/settle`, { bearer, body: { reference } });
const confirm = async (id: string) =>
  (await product.send("POST", `/api/admin/second-admin/${id}/confirm`, { bearer: second })).json();
const refundsOf = () =>
  product.query<{ id: string; amount: number; state: string; reason: string }>(
    `SELECT r.id, r.amount_paise::int AS amount, r.state, r.reason FROM refunds r
     JOIN payment_orders o ON o.id = r.order_id WHERE o.user_id = $1`,
    [rohan.id],
  );
const auditOf = () =>
  product.query<{ kind: string; detail: Record<string, unknown> }>(
    "SELECT kind, detail FROM audit_event WHERE user_id = $1 AND by_user_id IS NOT NULL ORDER BY id",
    [rohan.id],
  );

describe("a guarantee case in the back office", () => {
  it("a guarantee case shows every day's fills, charges and net result, and whether the ledger still agrees with the decision", async () => {
    await trade(80_000, 80_100);
    const id = await judged({ outcome: "kept", gross: 1_000 });
    const { case: shown, days, ledger, evidence, can_grant } = await get(`/api/admin/guarantees/${id}`);
    expect(shown).toMatchObject({ user_id: rohan.id, gross_result: 10, fee: 999, outcome: "kept", granted: null });
    expect(days).toEqual([
      expect.objectContaining({ trading_day: "2026-10-12", broker: "fyers", fills: 2, gross_result: 10 }),
    ]);
    expect(days[0].net_result).toBeCloseTo(days[0].gross_result - days[0].charges, 10);
    expect(ledger).toMatchObject({ fills: 2, gross_result: 10, net_result: days[0].net_result, agrees: true });
    expect([evidence.length, can_grant]).toEqual([1, true]);
  });

  it("a guarantee case reports a ledger that no longer agrees with the decision", async () => {
    await trade(80_000, 79_000);
    const id = await judged({ outcome: "no_result", gross: null });
    expect((await get(`/api/admin/guarantees/${id}`)).ledger).toMatchObject({ gross_result: -100, agrees: false });
  });

  it("guarantee cases are listed newest first, by outcome and page by page", async () => {
    const ids = [
      await judged({ outcome: "no_result", gross: null }),
      await judged({ outcome: "no_result", gross: null }),
    ];
    const page = async (query: string): Promise<readonly { id: string; outcome: string }[]> =>
      (await get(`/api/admin/guarantees?outcome=no_result&limit=1${query}`)).cases;
    const seen: string[] = [];
    for (let [next] = await page(""); next !== undefined; [next] = await page(`&before=${next.id}`)) {
      expect(next.outcome).toBe("no_result");
      seen.push(next.id);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(ids));
  });

  it("a guarantee case refunds the fee once, after a second admin, with before and after in the audit log and a mail", async () => {
    const id = await judged({ outcome: "kept", gross: 500 });
    const asked = (await grant(id)).json();
    expect([asked.message, await refundsOf()]).toEqual(["Waiting for a second admin", []]);
    expect((await confirm(asked.waiting_id)).message).toBe("₹999.00 will be refunded.");
    expect(await refundsOf()).toMatchObject([{ amount: FEE, reason: "guarantee" }]);
    expect(await auditOf()).toMatchObject([
      {
        kind: "desk_guarantee_granted",
        detail: { before: { outcome: "kept" }, after: { outcome: "refund", feePaise: FEE }, reason: REASON },
      },
    ]);
    const { case: shown } = await get(`/api/admin/guarantees/${id}`);
    expect(shown).toMatchObject({ outcome: "refund", granted: { reason: REASON }, gross_result: 5 });
    expect((await grant(id)).json().code).toBe("guarantee_decided");
  });

  it("a guarantee case that waits for approval twice is refunded once", async () => {
    const id = await judged({ outcome: "kept", gross: 500 });
    const [one, two] = [(await grant(id)).json(), (await grant(id)).json()];
    await confirm(one.waiting_id);
    expect((await confirm(two.waiting_id)).message).toBe(
      "This fee is already being refunded, or nothing is left to refund.",
    );
    expect(await refundsOf()).toHaveLength(1);
  });
});

describe("a payout of a guarantee case", () => {
  async function open(): Promise<string> {
    const id = await judged({ outcome: "kept", gross: 500, paidAt: "2026-01-01T00:00:00Z" });
    const { waiting_id } = (await grant(id)).json();
    await confirm(waiting_id);
    const [refund] = await refundsOf();
    expect(refund).toMatchObject({ state: "payout", amount: FEE });
    return refund?.id ?? "";
  }
  const listed = async (id: string) =>
    (await get("/api/admin/payouts")).payouts.find((each: { id: string }) => each.id === id);

  it("a payout is a task with its case until a second admin confirms the transfer, and the user is notified", async () => {
    const id = await open();
    expect(await listed(id)).toMatchObject({ user_id: rohan.id, amount: 999, cause: "guarantee", state: "open" });
    expect((await settle(id, "no")).statusCode).toBe(400);
    const asked = (await settle(id, "NEFT HDFC 0042")).json();
    expect(await listed(id)).toMatchObject({ state: "waiting_for_second_admin", reference: null });
    expect((await settle(id, "NEFT HDFC 0043")).json().code).toBe("already_waiting");
    await confirm(asked.waiting_id);
    expect(await listed(id)).toMatchObject({ state: "paid_out", reference: "NEFT HDFC 0042" });
    expect((await settle(id, "NEFT HDFC 0044")).json().code).toBe("payout_settled");
    expect((await auditOf()).at(-1)).toMatchObject({
      kind: "desk_payout_settled",
      detail: { before: { state: "payout" }, after: { state: "paid_out", reference: "NEFT HDFC 0042" } },
    });
    const subjects = async () => (await product.mailsTo(rohan.email)).map(({ subject }) => subject);
    await expect.poll(subjects, { timeout: 60_000 }).toContain("₹999.00 was transferred to you");
  });

  it("read-only support cannot settle a payout", async () => {
    expect((await settle(await open(), "NEFT 42 42", support)).statusCode).toBe(403);
  });
});
