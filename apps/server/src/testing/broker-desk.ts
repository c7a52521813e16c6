import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { logInByPage } from "@vriddhi/sandbox/broker/person";
import type { TestProduct } from "./product.ts";

type Broker = "zerodha" | "angelone" | "fyers";

/** An account at a simulated broker, with everything its owner knows. */
export interface BrokerAccount {
  readonly client_id: string;
  readonly name: string;
  readonly password: string;
  readonly pin: string;
  readonly totp_secret: string;
  readonly api_key: string;
  readonly api_secret: string;
}

export interface BrokerDesk {
  /** Somebody whom no other test knows. */
  newAccount(broker: Broker): Promise<BrokerAccount>;
  /** Fills in the broker's own pages; the address the broker sends people back to. */
  logInByPage(loginUrl: string, account: BrokerAccount): Promise<string>;
  setClock(now: string): Promise<void>;
}

/** Prefixes are letters, so that numbered ids stay apart. */
function* prefixes(): Generator<string> {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const first of letters)
    for (const second of letters) for (const third of letters) yield `T${first}${second}${third}`;
}

/** People with broker accounts, for tests against the whole product. `now` is the authenticator apps' clock. */
export function createBrokerDesk(product: TestProduct, now: () => EpochMs): BrokerDesk {
  const unused = prefixes();
  return {
    async newAccount(broker) {
      const prefix = unused.next().value as string;
      const reply = await product.send("POST", "/sandbox/brokers/accounts", { body: { broker, prefix } });
      if (reply.statusCode !== 200) throw new Error(`no account was opened: ${reply.body}`);
      return reply.json().accounts[0] as BrokerAccount;
    },
    logInByPage(loginUrl, account) {
      const { client_id: id, totp_secret: totpSecret, password, pin } = account;
      const client = { id, totpSecret, password, pin, mobile: "9800000000" };
      return logInByPage(loginUrl, { client, now: () => epochMs(now()) });
    },
    async setClock(text) {
      const reply = await product.send("POST", "/sandbox/clock", { body: { now: text } });
      if (reply.statusCode !== 200) throw new Error(`the clock was not moved: ${reply.body}`);
    },
  };
}
