import { randomUUID } from "node:crypto";
import type { EndpointName } from "@vriddhi/contract/endpoints";
import { newOrder } from "@vriddhi/core/order/order-state";
import { blogResourceMakers } from "./blog-resource-makers.ts";
import { deskResourceMakers } from "./desk-resource-makers.ts";
import type { TestProduct, TestUser } from "./product.ts";
import { type ResourceMaker, rowExists } from "./resource.ts";
import { supportResourceMakers } from "./support-resource-makers.ts";

async function makeInvoice(product: TestProduct, owner: TestUser): Promise<string> {
  const [orderId, invoiceId] = [randomUUID(), randomUUID()];
  const paymentId = `pay_${orderId.slice(0, 8)}`;
  await product.query(
    `INSERT INTO payment_orders (id, user_id, kind, plan, band_paise, amount_paise, state, payment_id, created_at)
     VALUES ($1, $2, 'plan', 'MONTHLY', 5000000, 99900, 'paid', $3, now())`,
    [orderId, owner.id, paymentId],
  );
  await product.query(
    `INSERT INTO invoices (id, kind, fiscal_year, serial, number, user_id, order_id, buyer_name, buyer_email, description,
       payment_id, amount_paise, taxable_paise, cgst_paise, sgst_paise, issued_at)
     SELECT $1::uuid, 'invoice', 1999, 1 + count(*), $6, $2::uuid, $3::uuid, 'Meera Nair', $4, 'Subscription', $5, 99900, 84662, 7619, 7619, now()
     FROM invoices WHERE fiscal_year = 1999`,
    [invoiceId, owner.id, orderId, owner.email, paymentId, `T-${invoiceId}`],
  );
  return invoiceId;
}

async function makeOrder(product: TestProduct, owner: TestUser): Promise<string> {
  const account = randomUUID();
  const tag = account.replaceAll("-", "").slice(0, 15).toUpperCase();
  const day = "2026-11-16";
  await product.query("SELECT make_order_partitions($1)", [day]);
  await product.query(
    "INSERT INTO trading_account (id, user_id, broker, client_hash, created_at) VALUES ($1, $2, 'zerodha', $3, now())",
    [account, owner.id, Buffer.from(account)],
  );
  const instrument = {
    isin: "INE062A01020",
    symbol: "SBIN",
    brokerSymbol: "SBIN",
    token: "779521",
    tickSize: 5,
    lotSize: 1,
  };
  const state = newOrder({ leg: "exit", quantity: 10, status: "ready" });
  await product.query(
    `INSERT INTO intent (tag, trading_day, account_id, bucket, position_id, signal_id, n, leg, side, instrument, pricing,
       cause, status, is_final, has_fills, state, version, planned_at)
     VALUES ($1, $2, $3, 0, $1, 'signal', 1, 'exit', 'sell', $4, $5, 'protect', 'ready', false, false, $6, 1, now())`,
    [tag, day, account, instrument, { kind: "limit", limit: 80_000 }, state],
  );
  return tag;
}

async function makeOffer(product: TestProduct, owner: TestUser): Promise<string> {
  const tag = randomUUID().replaceAll("-", "").slice(0, 15).toUpperCase();
  await product.query(
    `INSERT INTO approval_offer (tag, trading_day, account_id, user_id, broker, signal_id, isin, symbol, side, quantity,
       limit_paise, signal_price_paise, sentence, offered_at, until, token_hash, is_applied)
     VALUES ($1, '2026-11-16', 'account', $2, 'fyers', 'signal', 'INE062A01020', 'SBIN', 'buy', 1, 80000, 80000,
       'Buy 1 SBIN.', now(), now() + interval '1 hour', $3, true)`,
    [tag, owner.id, Buffer.from(tag)],
  );
  return tag;
}

async function makeSignal(product: TestProduct): Promise<string> {
  const id = `signal-${randomUUID()}`;
  await product.query(
    `INSERT INTO signal (id, desk, trading_day, seq, epoch, isin, symbol, side, price_paise, stop_paise,
       median_turnover_paise, all_capital_paise, rotation_paise, made_at, valid_until, market_at, sentence, record)
     SELECT $1, 'fyers', '1999-01-04', 1 + count(*), 1, 'INE062A01020', 'SBIN', 'buy', 80000, 79000, 0, 0, 0, now(),
       now(), now(), 'It broke out.', '{}'::jsonb FROM signal WHERE trading_day = '1999-01-04'`,
    [id],
  );
  return id;
}

/** A back-test of one share and one week over the synthetic market, or an existing one in a `fit` state. */
const makeBacktest = (fit: readonly string[]): ResourceMaker => ({
  isPrivate: false,
  async make(product) {
    const operator = { bearer: await product.staffToken("admin") };
    const request = { strategy: "hold", symbols: ["SBIN"], from: "2025-03-03", to: "2025-03-07" };
    const isFit = ({ state }: { state: string }): boolean => fit.includes(state);
    const made = (await product.send("GET", "/api/backtests", operator)).json().backtests.find(isFit);
    const body = { ...request, capital: 100_000, fill: "close" };
    const id: string = made?.id ?? (await product.send("POST", "/api/backtests", { ...operator, body })).json().id;
    const stillExists = async () => {
      const reply = await product.send("GET", `/api/backtests/${id}`, operator);
      return reply.statusCode === 200 && isFit(reply.json().backtest);
    };
    return { params: { id }, stillExists };
  },
});

/** The authorisation tests require an entry for each endpoint with id parameters. */
export const resourceMakers: Partial<Record<EndpointName, ResourceMaker>> = {
  ...blogResourceMakers,
  ...deskResourceMakers,
  ...supportResourceMakers,
  decideApproval: {
    isPrivate: true,
    async make(product, owner) {
      const tag = await makeOffer(product, owner);
      const stillExists = async () =>
        (await product.query("SELECT 1 FROM approval_offer WHERE tag = $1 AND answer IS NULL", [tag])).length === 1;
      return { params: { tag }, stillExists };
    },
  },
  readSignalReport: {
    isPrivate: false,
    async make(product) {
      const id = await makeSignal(product);
      return { params: { id }, stillExists: rowExists(product, "signal", id) };
    },
  },
  readBacktest: makeBacktest(["queued", "running", "done", "cancelled"]),
  cancelBacktest: makeBacktest(["queued", "running", "done"]),
  revokeSession: {
    isPrivate: true,
    async make(product, owner) {
      await product.signIn(owner);
      const [row] = await product.query<{ id: string }>(
        "SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1",
        [owner.id],
      );
      const sessionId = row?.id ?? "";
      return { params: { sessionId }, stillExists: rowExists(product, "sessions", sessionId) };
    },
  },
  readInvoicePdf: {
    isPrivate: true,
    async make(product, owner) {
      const invoiceId = await makeInvoice(product, owner);
      return { params: { invoiceId }, stillExists: rowExists(product, "invoices", invoiceId) };
    },
  },
  readOrderTrace: {
    isPrivate: true,
    async make(product, owner) {
      const tag = await makeOrder(product, owner);
      const stillExists = async () => (await product.query("SELECT 1 FROM intent WHERE tag = $1", [tag])).length === 1;
      return { params: { tag }, stillExists };
    },
  },
  readDeskOrderTrace: {
    isPrivate: false,
    async make(product, owner) {
      const tag = await makeOrder(product, owner);
      const stillExists = async () => (await product.query("SELECT 1 FROM intent WHERE tag = $1", [tag])).length === 1;
      return { params: { tag }, stillExists };
    },
  },
  updateAllocation: {
    isPrivate: true,
    async make(product, owner) {
      const id = randomUUID();
      await product.query(
        `INSERT INTO capital_choice VALUES ($1, $2, 'account', 50000, true, now())
         ON CONFLICT (user_id, scope) DO UPDATE SET id = EXCLUDED.id`,
        [id, owner.id],
      );
      return { params: { id }, stillExists: rowExists(product, "capital_choice", id) };
    },
  },
  removePushDevice: {
    isPrivate: true,
    async make(product, owner) {
      const deviceId = randomUUID();
      await product.query(
        `INSERT INTO push_devices (id, user_id, endpoint, sealed_keys, name, created_at)
         VALUES ($1, $2, $3, 'sealed', 'phone', now())`,
        [deviceId, owner.id, `https://fcm.googleapis.com/fcm/send/${deviceId}`],
      );
      return { params: { deviceId }, stillExists: rowExists(product, "push_devices", deviceId) };
    },
  },
  removePasskey: {
    isPrivate: true,
    async make(product, owner) {
      const passkeyId = randomUUID();
      await product.query(
        `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
         VALUES ($1, $2, $3, '\\x00', 0, '{}', 'phone', now())`,
        [passkeyId, owner.id, passkeyId],
      );
      return { params: { passkeyId }, stillExists: rowExists(product, "passkeys", passkeyId) };
    },
  },
};
