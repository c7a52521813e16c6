import { totpAt } from "@vriddhi/sandbox/broker/totp";
import nodemailer from "nodemailer";

interface BrokerAccount {
  readonly client_id: string;
  readonly pin: string;
  readonly totp_secret: string;
  readonly api_key: string;
}

interface Places {
  readonly brokers: { readonly angelone: { readonly baseUrl: string; readonly accounts: readonly BrokerAccount[] } };
  readonly razorpay: { readonly baseUrl: string; readonly keyId: string; readonly keySecret: string };
  readonly sms: { readonly baseUrl: string; readonly apiKey: string };
  readonly mail: { readonly smtpUrl: string };
}

export interface ExchangeOrder {
  readonly id: string;
  readonly tag: string | null;
  readonly status: string;
  readonly broker_order_id: string | null;
}

const ANGEL = "/rest/secure/angelbroking";
const JSON_TYPE = { "content-type": "application/json" };

const orderForm = (tag: string, price: string) => ({
  variety: "NORMAL",
  tradingsymbol: "SBIN-EQ",
  symboltoken: "3045",
  transactiontype: "BUY",
  exchange: "NSE",
  ordertype: "LIMIT",
  producttype: "INTRADAY",
  duration: "DAY",
  price,
  quantity: "1",
  ordertag: tag,
});

export function visitSandbox(address: string) {
  const read = async <T>(path: string): Promise<T> => (await (await fetch(new URL(path, address))).json()) as T;
  const send = async (path: string, body?: unknown): Promise<Response> =>
    await fetch(new URL(path, address), { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body ?? {}) });
  const places = () => read<Places>("/sandbox/accounts");

  return {
    read,
    send,
    orders: () => read<readonly ExchangeOrder[]>("/sandbox/exchange/orders"),
    /** The headers of a session at Angel One, and the address that accepts them. */
    async logIn(now: () => number) {
      const { baseUrl, accounts } = (await places()).brokers.angelone;
      // not the demo user's nor the operator's: those log in at the start, and the limit is one login a second
      const account = accounts[2];
      if (account === undefined) throw new Error("the sandbox knows no accounts");
      const headers = { ...JSON_TYPE, "x-privatekey": account.api_key, "x-usertype": "USER" };
      const totp = totpAt(account.totp_secret, now() as never);
      const body = JSON.stringify({ clientcode: account.client_id, password: account.pin, totp });
      const url = `${baseUrl}/rest/auth/angelbroking/user/v1/loginByPassword`;
      const reply = (await (await fetch(url, { method: "POST", headers, body })).json()) as {
        data: { jwtToken: string };
      };
      return { ...headers, authorization: `Bearer ${reply.data.jwtToken}` };
    },
    async profile(headers: Readonly<Record<string, string>>): Promise<{ status: boolean }> {
      const { baseUrl } = (await places()).brokers.angelone;
      return (await (await fetch(`${baseUrl}${ANGEL}/user/v1/getProfile`, { headers })).json()) as { status: boolean };
    },
    async place(headers: Readonly<Record<string, string>>, tag: string, price: string, baseUrl: string) {
      const body = JSON.stringify(orderForm(tag, price));
      const reply = await fetch(`${baseUrl}${ANGEL}/order/v1/placeOrder`, { method: "POST", headers, body });
      return (await reply.json()) as { status: boolean; data: { orderid: string } | null };
    },
    angelUrl: async () => (await places()).brokers.angelone.baseUrl,
    async payable(amount: number): Promise<{ id: string }> {
      const { baseUrl, keyId, keySecret } = (await places()).razorpay;
      const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
      const body = JSON.stringify({ amount, currency: "INR", receipt: "outlive" });
      const headers = { ...JSON_TYPE, authorization };
      return (await (await fetch(`${baseUrl}/v1/orders`, { method: "POST", headers, body })).json()) as { id: string };
    },
    async payableNow(id: string): Promise<unknown> {
      const { baseUrl, keyId, keySecret } = (await places()).razorpay;
      const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
      return await (await fetch(`${baseUrl}/v1/orders/${id}`, { headers: { authorization } })).json();
    },
    async text(phone: string): Promise<void> {
      const { baseUrl, apiKey } = (await places()).sms;
      await fetch(`${baseUrl}/API/V1/${apiKey}/SMS/${phone}/AUTOGEN`);
    },
    async mail(to: string, subject: string): Promise<void> {
      const transport = nodemailer.createTransport((await places()).mail.smtpUrl);
      await transport.sendMail({ from: "outside@example.com", to, subject, text: "Hello" });
      transport.close();
    },
  };
}
