import type { BrokerAdapter } from "@vriddhi/brokers/port/broker";
import type { AccountAccess } from "@vriddhi/brokers/port/order-gateway";
import type { AccountId } from "@vriddhi/core/allocation/account-id";
import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { SECOND_MS } from "@vriddhi/core/time/clock";
import type { SimAccount } from "../day/sim-account.ts";
import { logIn } from "../outside/log-in.ts";
import type { Outside } from "../outside/outside.ts";
import type { VirtualTime } from "../time/virtual-time.ts";

/** How long a requested user login takes at least. */
const ASKED_MIN_MS = 15 * SECOND_MS;
const STEP_MS = 30 * SECOND_MS;

export interface SessionsDeps {
  readonly time: VirtualTime;
  readonly outside: Outside;
  readonly adapters: Readonly<Record<BrokerName, BrokerAdapter>>;
  readonly accounts: readonly SimAccount[];
  notify(account: SimAccount, what: "session lost" | "session begun"): void;
}

/** Today's sessions as in the database, for every process, and the users who renew them. */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #access = new Map<AccountId, AccountAccess>();

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  async begin(account: SimAccount): Promise<void> {
    const { outside, adapters, notify } = this.#deps;
    const { broker } = account.plan;
    const { core } = outside.parts[broker];
    this.#access.set(account.id, await logIn(adapters[broker], core, account.client, outside.moment));
    notify(account, "session begun");
  }

  accessOf(account: AccountId): AccountAccess | null {
    return this.#access.get(account) ?? null;
  }

  /** The user is asked, and logs in while an authenticator code is fresh. */
  lost(account: AccountId): void {
    const { time, accounts, notify } = this.#deps;
    const found = accounts.find(({ id }) => id === account);
    if (found === undefined || !this.#access.delete(account)) return;
    notify(found, "session lost");
    const ready = time.now() + ASKED_MIN_MS;
    const at = Math.ceil(ready / STEP_MS) * STEP_MS + STEP_MS / 3;
    time.after(at - time.now(), () => void this.begin(found));
  }
}
