import fs from "node:fs";
import path from "node:path";
import { bandAt, priceOf } from "@vriddhi/core/billing/plans";
import { PAISE_PER_RUPEE } from "@vriddhi/core/shared/money";
import { ROOT } from "@vriddhi/testing/child-process";
import { chooseRunners, lastPrice, lead, missing, signal } from "../chaos/chaos-round.ts";
import { until } from "../chaos/chaos-world.ts";
import { runnersOf } from "../chaos/started-runs.ts";
import { type DrillProduct, staffToken } from "./drill-product.ts";

const PASSWORD = "steady-lantern-9";
const LEVEL = 1;
const ACCOUNTS_AT_ONCE = 3;
const PICTURES = path.join(ROOT, "content/research/share");

export interface Traffic {
  /** The picture's public path and its bytes. */
  readonly pictures: readonly (readonly [string, number])[];
  readonly orders: number;
}

let visitors = 0;
/** Limits count by address. */
const fromElsewhere = () => ({ "x-forwarded-for": `203.0.113.${++visitors}` });

async function codeFor(product: DrillProduct, email: string): Promise<string> {
  let code: string | undefined;
  await until(`the code of ${email}`, async () => {
    const mails = await product.call<readonly { text: string }[]>("GET", `/sandbox/mail?to=${email}`);
    code = mails.map(({ text }) => /^\d{6}$/m.exec(text)?.[0]).find((found) => found !== undefined);
    return code !== undefined;
  });
  return code ?? "";
}

/** Signs up, logs in and buys a month: user, sessions, payment, invoice and audit entries. */
async function buyMonth(product: DrillProduct, email: string): Promise<void> {
  const headers = fromElsewhere();
  const post = <T>(target: string, body: object, more = {}) =>
    product.call<T>("POST", target, body, { ...headers, ...more });
  await post("/auth/signup", { name: "Meera Nair", email, password: PASSWORD, dob: "1988-02-29" });
  await post("/auth/verify-email", { email, code: await codeFor(product, email), password: PASSWORD });
  const login = await product.send("POST", "/auth/login", { body: { email, password: PASSWORD }, headers });
  const session = {
    cookie: login.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  };
  const amount = priceOf(LEVEL, "MONTHLY") / PAISE_PER_RUPEE;
  const max_capital = bandAt(LEVEL).maxCapitalRupees;
  const wanted = { amount, currency: "INR", plan_name: "MONTHLY", max_capital };
  const { id } = await post<{ id: string }>("/payment/create-order", wanted, session);
  const { razorpay } = await product.call<{ razorpay: { baseUrl: string } }>("GET", "/sandbox/accounts");
  const paid = await fetch(`${razorpay.baseUrl}/control/payments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order_id: id, outcome: "success", email, contact: "+919876543210" }),
  });
  if (!paid.ok) throw new Error(`the payment of ${email}: ${paid.status} ${await paid.text()}`);
  await post("/payment/verify", (await paid.json()) as object, session);
}

async function upload(product: DrillProduct, name: string): Promise<readonly [string, number]> {
  const bytes = fs.readFileSync(path.join(PICTURES, name));
  const headers = { ...(await staffToken(product, "/api/blog-admin/login")), "content-type": "image/png" };
  const { url } = await product.call<{ url: string }>("POST", "/api/blog/images", bytes, headers);
  return [url, bytes.length];
}

/** Accounts of one round and broker: an account that holds the share enters no second time. */
async function accountsOf(product: DrillProduct, number: number, broker: string): Promise<readonly string[]> {
  const runners = (await runnersOf(product)).filter((runner) => runner.broker === broker);
  const ids = runners.map(({ account_id }) => account_id).sort();
  return ids.slice(number * ACCOUNTS_AT_ONCE, (number + 1) * ACCOUNTS_AT_ONCE);
}

/** A signal of each strategy; returns when every account has its outcome and every position its stop at the exchange. */
async function trade(product: DrillProduct, number: number): Promise<number> {
  const price = await lastPrice(product);
  await lead(product, price);
  const desks = ["angelone", "fyers"] as const;
  const groups = await Promise.all(desks.map((desk) => accountsOf(product, number, desk)));
  await chooseRunners(product, groups.flat());
  const signals: (readonly [string, readonly string[]])[] = [];
  for (const [place, desk] of desks.entries()) {
    const id = await signal(product, { number: desks.length * number + place, desk }, price);
    signals.push([id, groups[place] ?? []]);
  }
  let orders = 0;
  await until("an outcome of every account, and a stop for every position", async () => {
    for (const [id, accounts] of signals) if ((await missing(product, { accounts }, id)) > 0) return false;
    const [row] = await product.query<{ orders: number; filled: number; stops: number; moving: number }>(
      `SELECT count(*)::int AS orders, count(*) FILTER (WHERE n = 0 AND status = 'filled')::int AS filled,
         count(*) FILTER (WHERE leg = 'exit' AND status = 'accepted')::int AS stops,
         count(*) FILTER (WHERE NOT is_final AND NOT (leg = 'exit' AND status = 'accepted'))::int AS moving
       FROM intent WHERE signal_id = ANY ($1)`,
      [signals.map(([id]) => id)],
    );
    orders = row?.orders ?? 0;
    return row !== undefined && row.filled > 0 && row.moving === 0 && row.stops === row.filled;
  });
  return orders;
}

/** One round of everything that a day leaves behind. */
export async function makeTraffic(product: DrillProduct, number: number): Promise<Traffic> {
  const addresses = [0, 1].map((n) => `meera-${number}-${n}@example.com`);
  for (const address of addresses) await buyMonth(product, address);
  const name =
    fs
      .readdirSync(PICTURES)
      .filter((file) => file.endsWith(".png"))
      .sort()[number] ?? "";
  const pictures = [await upload(product, name)];
  return { pictures, orders: await trade(product, number) };
}
