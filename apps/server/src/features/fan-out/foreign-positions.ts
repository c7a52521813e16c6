import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { IstDate } from "@vriddhi/core/time/ist";
import type { AccountPort } from "@vriddhi/execution/ports/account-port";
import type { Logger } from "../../platform/log/logger.ts";
import type { FanOutStore, ForeignPosition } from "./fan-out.store.ts";

/** Concurrent broker calls: each account has its own connection and budget, the machine's are shared. */
const ASKED_AT_ONCE = 32;

export interface ForeignDeps {
  readonly store: Pick<FanOutStore, "putForeign">;
  readonly accounts: Pick<AccountPort, "find" | "accessOf">;
  readonly log: Logger;
}

async function readOne({ accounts }: ForeignDeps, accountId: AccountId): Promise<readonly ForeignPosition[]> {
  const [account, access] = await Promise.all([accounts.find(accountId), accounts.accessOf(accountId)]);
  if (account === null || access === null) return [];
  const read = await account.adapter.portfolio.positions(access);
  if (!read.ok) return [];
  return read.value.rows
    .filter(({ netQuantity }) => netQuantity !== 0)
    .map(({ brokerSymbol, netQuantity }) => ({ accountId, brokerSymbol, quantity: netQuantity }));
}

/** Positions without our tags are not ours and never touched; one that the broker does not report counts as zero. */
export const createForeignReader =
  (deps: ForeignDeps) =>
  async (accounts: readonly AccountId[], day: IstDate): Promise<void> => {
    for (let from = 0; from < accounts.length; from += ASKED_AT_ONCE) {
      const part = accounts.slice(from, from + ASKED_AT_ONCE);
      const read = await Promise.allSettled(part.map((account) => readOne(deps, account)));
      const found = read.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
      const failed = read.filter(({ status }) => status === "rejected").length;
      if (failed > 0) deps.log.warn({ failed }, "fan-out: positions of accounts unread before the first signal");
      if (found.length > 0) await deps.store.putForeign(found, day);
    }
  };
