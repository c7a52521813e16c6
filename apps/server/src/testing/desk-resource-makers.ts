import { randomUUID } from "node:crypto";
import type { EndpointName } from "@vriddhi/contract/endpoints";
import type { TestProduct } from "./product.ts";
import { type ResourceMaker, rowExists } from "./resource.ts";

const aPerson: ResourceMaker = {
  isPrivate: false,
  make: async (_product, owner) => ({ params: { userId: owner.id }, stillExists: async () => true }),
};

const aWaitingAct: ResourceMaker = {
  isPrivate: false,
  async make(product) {
    const actId = randomUUID();
    await product.query(
      `INSERT INTO waiting_act (id, kind, sentence, wish, asked_by, state, asked_at, expires_at)
       VALUES ($1, 'nothing', 'Do nothing.', '{}', $2, 'waiting', now(), now() + interval '1 hour')`,
      [actId, randomUUID()],
    );
    const stillExists = async () =>
      (await product.query("SELECT 1 FROM waiting_act WHERE id = $1 AND state = 'waiting'", [actId])).length === 1;
    return { params: { actId }, stillExists };
  },
};

async function makeCase(product: TestProduct, ownerId: string): Promise<{ orderId: string; guaranteeId: string }> {
  const [orderId, guaranteeId] = [randomUUID(), randomUUID()];
  await product.query(
    `INSERT INTO payment_orders (id, user_id, kind, plan, band_paise, amount_paise, state, payment_id, created_at, paid_at, settled_at)
     VALUES ($1, $2, 'plan', 'MONTHLY', 5000000, 99900, 'paid', $3, now(), now(), now())`,
    [orderId, ownerId, `pay_${orderId.slice(0, 14)}`],
  );
  await product.query(
    `INSERT INTO guarantee_results (id, order_id, user_id, plan, period_start, period_end, gross_paise, fee_paise, outcome, evidence, judged_at)
     VALUES ($1, $2, $3, 'MONTHLY', now() - interval '30 days', now(), 1, 99900, 'kept', '[]', now())`,
    [guaranteeId, orderId, ownerId],
  );
  return { orderId, guaranteeId };
}

const aCase: ResourceMaker = {
  isPrivate: false,
  async make(product, owner) {
    const { guaranteeId } = await makeCase(product, owner.id);
    const stillExists = async () =>
      (await product.query("SELECT 1 FROM guarantee_results WHERE id = $1 AND granted_at IS NULL", [guaranteeId]))
        .length === 1;
    return { params: { guaranteeId }, stillExists };
  },
};

const aPayout: ResourceMaker = {
  isPrivate: false,
  async make(product, owner) {
    const { orderId } = await makeCase(product, owner.id);
    const payoutId = randomUUID();
    await product.query(
      `INSERT INTO refunds (id, order_id, payment_id, amount_paise, reason, state, created_at, changed_at)
       VALUES ($1, $2, $3, 99900, 'operator', 'payout', now(), now())`,
      [payoutId, orderId, `pay_${orderId.slice(0, 14)}`],
    );
    const stillExists = async () =>
      (await product.query("SELECT 1 FROM refunds WHERE id = $1 AND state = 'payout'", [payoutId])).length === 1;
    return { params: { payoutId }, stillExists };
  },
};

export const deskResourceMakers: Partial<Record<EndpointName, ResourceMaker>> = {
  endAdminSession: {
    isPrivate: false,
    async make(product) {
      const support = await product.makeUser({ role: "support" });
      await product.signInStaff(support);
      const [row] = await product.query<{ id: string }>("SELECT id FROM admin_session WHERE user_id = $1", [
        support.id,
      ]);
      const sessionId = row?.id ?? "";
      return { params: { sessionId }, stillExists: rowExists(product, "admin_session", sessionId) };
    },
  },
  readPlacement: {
    isPrivate: false,
    async make(product, owner) {
      const placementId = randomUUID();
      await product.query("INSERT INTO operator_placement VALUES ($1, $2, 'desk', now())", [placementId, owner.id]);
      return { params: { placementId }, stillExists: rowExists(product, "operator_placement", placementId) };
    },
  },
  cancelScheduledOrder: {
    isPrivate: false,
    async make(product, owner) {
      const id = randomUUID();
      await product.query(
        `INSERT INTO scheduled_order (id, by_user_id, isin, symbol, side, order_type, total_quantity, due_at, trading_day,
           state, created_at)
         VALUES ($1, $2, 'INE062A01020', 'SBIN', 'buy', 'market', 10, '2099-01-05T05:00:00Z', '2099-01-05', 'pending', now())`,
        [id, owner.id],
      );
      const stillExists = async () =>
        (await product.query("SELECT 1 FROM scheduled_order WHERE id = $1 AND state = 'pending'", [id])).length === 1;
      return { params: { id }, stillExists };
    },
  },
  readDeskUser: aPerson,
  readDeskUserBilling: aPerson,
  readDeskUserReadiness: aPerson,
  suspendUser: aPerson,
  changeRole: aPerson,
  restoreUser: aPerson,
  extendSubscription: aPerson,
  refundPurchase: aPerson,
  endCoupon: {
    isPrivate: false,
    async make(product) {
      const code = `T${randomUUID().slice(0, 8).toUpperCase()}`;
      await product.query("INSERT INTO coupons (code, discount) VALUES ($1, 9000)", [code]);
      const stillExists = async () =>
        (await product.query("SELECT 1 FROM coupons WHERE code = $1 AND ends_at IS NULL", [code])).length === 1;
      return { params: { code }, stillExists };
    },
  },
  readGuaranteeCase: aCase,
  grantGuarantee: aCase,
  settlePayout: aPayout,
  confirmAct: aWaitingAct,
  refuseAct: aWaitingAct,
  adminDisconnectFyers: aPerson,
  adminReconnectFyers: aPerson,
  adminDisconnectAngelOne: aPerson,
  adminReconnectAngelOne: aPerson,
  toggleStrategy: aPerson,
  sendLoginLink: aPerson,
};
