import { deskGuaranteeHandlers } from "../features/desk-guarantee/desk-guarantee.routes.ts";
import { createDeskGuaranteeService } from "../features/desk-guarantee/desk-guarantee.service.ts";
import { createDeskGuaranteeStore } from "../features/desk-guarantee/desk-guarantee.store.pg.ts";
import type { FourEyes } from "../features/four-eyes/four-eyes.service.ts";
import { createGrossResults } from "../features/order-store/gross-result.store.pg.ts";
import type { Database } from "../platform/db/database.ts";
import type { Billing } from "./billing.ts";
import type { Platform } from "./platform.ts";

export interface DeskMoneyDeps {
  readonly platform: Platform;
  readonly billing: Pick<Billing, "refunds">;
  readonly fourEyes: FourEyes;
  /** The back office's own database role: it reads what its pages show and writes nothing. */
  readonly reader: Database;
}

export function composeDeskMoney(deps: DeskMoneyDeps) {
  const { platform, reader, fourEyes } = deps;
  const { refunds } = deps.billing;
  const { database, audit, humanClock, marketClock, postMail } = platform;
  const store = createDeskGuaranteeStore(database, reader);
  const service = createDeskGuaranteeService({
    store,
    audit,
    humanClock,
    marketClock,
    postMail,
    refund: (tx, input) => refunds.request(tx, { ...input, reason: "guarantee" }, input.amount),
    settle: async (payoutId, reference, also) => (await refunds.settlePayout(payoutId, reference, also)).ok,
    askSecond: async (act, by, keep) => (fourEyes.isOn ? fourEyes.ask(act, by, keep) : null),
  });
  fourEyes.register("guarantee", (input, { askedBy, ip }) => service.grantConfirmed(input, { userId: askedBy, ip }));
  fourEyes.register("payout", (input, { askedBy, ip }) => service.settleConfirmed(input, { userId: askedBy, ip }));
  return deskGuaranteeHandlers({ store, service, humanClock, daysOf: createGrossResults(reader).resultDays });
}
