import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { logInByPage } from "@vriddhi/sandbox/broker/page-login";
import type { LightMyRequestResponse } from "fastify";
import type { TestProduct, TestSession } from "./product.ts";

type Broker = "zerodha" | "angelone" | "fyers";

export interface BrokerAccount {
  readonly client_id: string;
  readonly name: string;
  readonly password: string;
  readonly pin: string;
  readonly totp_secret: string;
  readonly api_key: string;
  readonly api_secret: string;
}

export interface BrokerAccountsFixture {
  newAccount(broker: Broker): Promise<BrokerAccount>;
  logInByPage(loginUrl: string, account: BrokerAccount): Promise<string>;
  setClock(now: string): Promise<void>;
  connect(broker: Broker, as: TestSession, account: BrokerAccount): Promise<LightMyRequestResponse>;
}

export const brokerForms = {
  zerodha: ({ api_key, api_secret, client_id: user_name }: BrokerAccount) => ({ api_key, api_secret, user_name }),
  angelone: ({ api_key, client_id: username, pin: password, totp_secret: totp_token }: BrokerAccount) => ({
    api_key,
    username,
    password,
    totp_token,
  }),
  fyers({ api_key, client_id: FY_ID, pin: PIN, totp_secret: TOTP_KEY, api_secret: SECRET_KEY }: BrokerAccount) {
    const [APP_ID = "", APP_TYPE = ""] = api_key.split("-");
    return { FY_ID, APP_ID, APP_TYPE, PIN, TOTP_KEY, SECRET_KEY };
  },
} as const;

export function cookieOf(reply: LightMyRequestResponse, name: string): string {
  const set = [reply.headers["set-cookie"] ?? []].flat().find((line) => line.startsWith(`${name}=`));
  if (set === undefined) throw new Error(`the reply sets no cookie ${name}`);
  return set.split(";")[0] ?? "";
}

/** Letters, so that numbered ids stay distinct. */
function* prefixes(): Generator<string> {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const first of letters)
    for (const second of letters) for (const third of letters) yield `T${first}${second}${third}`;
}

export function createBrokerAccountsFixture(product: TestProduct, now: () => EpochMs): BrokerAccountsFixture {
  const unused = prefixes();
  const logIn = (loginUrl: string, account: BrokerAccount): Promise<string> => {
    const { client_id: id, totp_secret: totpSecret, password, pin } = account;
    const client = { id, totpSecret, password, pin, mobile: "9800000000" };
    return logInByPage(loginUrl, { client, now: () => epochMs(now()) });
  };
  return {
    async newAccount(broker) {
      const prefix = unused.next().value as string;
      const reply = await product.send("POST", "/sandbox/brokers/accounts", { body: { broker, prefix } });
      if (reply.statusCode !== 200) throw new Error(`no account was opened: ${reply.body}`);
      return reply.json().accounts[0] as BrokerAccount;
    },
    logInByPage: logIn,
    async connect(broker, as, account) {
      if (broker === "angelone")
        return product.send("POST", "/angelone/connect", { as, body: brokerForms.angelone(account) });
      if (broker === "fyers")
        return product.send("POST", "/fyers/connect-auto", { as, body: brokerForms.fyers(account) });
      const saved = await product.send("POST", "/zerodha/credentials", { as, body: brokerForms.zerodha(account) });
      const request_token = await logIn(saved.json().login_url, account);
      return product.send("POST", "/zerodha/login", { as, body: { request_token } });
    },
    async setClock(text) {
      const reply = await product.send("POST", "/sandbox/clock", { body: { now: text } });
      if (reply.statusCode !== 200) throw new Error(`the clock was not moved: ${reply.body}`);
    },
  };
}
