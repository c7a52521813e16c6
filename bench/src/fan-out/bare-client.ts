// The same requests with nothing around them: no store, no rules, no limits. Prints time and CPU of each round.
import { Client, type Dispatcher, Pool } from "undici";

/** Whether all accounts leave from one address or each from its own. */
type Shape = "shared" | "own";

/** As many as the product's own pool for entries. */
const SHARED_CONNECTIONS = 64;
const WARMED_AT_ONCE = 128;

const addressOf = (n: number): string => `127.${1 + (n >> 16)}.${(n >> 8) & 255}.${1 + (n & 254)}`;

function openWays(url: string, orders: number, shape: Shape): readonly Dispatcher[] {
  if (shape === "shared") {
    const pool = new Pool(url, { connections: SHARED_CONNECTIONS, pipelining: 1 });
    return Array.from({ length: orders }, () => pool);
  }
  const clients = new Map<string, Client>();
  return Array.from({ length: orders }, (_, n) => {
    const localAddress = addressOf(n);
    const known = clients.get(localAddress) ?? new Client(url, { pipelining: 1, localAddress });
    clients.set(localAddress, known);
    return known;
  });
}

async function post(way: Dispatcher, origin: string, n: number): Promise<void> {
  const tag = `VRIDDHI${String(n).padStart(8, "0")}`;
  const reply = await way.request({
    origin,
    method: "POST",
    path: "/orders/regular",
    headers: {
      "x-kite-version": "3",
      "content-type": "application/x-www-form-urlencoded",
      authorization: `token bare:${n}`,
    },
    body: `exchange=NSE&tradingsymbol=SBIN&transaction_type=BUY&order_type=LIMIT&price=1000.00&quantity=10&product=MIS&validity=DAY&tag=${tag}`,
  });
  await reply.body.json();
}

/** Connects before anything is measured, as the product does. */
async function warm(ways: readonly Dispatcher[], origin: string): Promise<void> {
  const different = [...new Set(ways)];
  const each = different.length === 1 ? Array.from({ length: SHARED_CONNECTIONS }, () => different).flat() : different;
  for (let n = 0; n < each.length; n += WARMED_AT_ONCE)
    await Promise.all(
      each.slice(n, n + WARMED_AT_ONCE).map(async (way) => {
        const reply = await way.request({ origin, method: "GET", path: "/" });
        await reply.body.dump();
      }),
    );
}

/** From the first byte until the last answer is read. */
async function send(url: string, orders: number, shape: Shape): Promise<{ tookMs: number; cpuMs: number }> {
  const ways = openWays(url, orders, shape);
  await warm(ways, url);
  const [from, before] = [performance.now(), process.cpuUsage()];
  await Promise.all(ways.map((way, n) => post(way, url, n)));
  const tookMs = performance.now() - from;
  const { user, system } = process.cpuUsage(before);
  await Promise.all([...new Set(ways)].map((way) => way.close()));
  return { tookMs, cpuMs: (user + system) / 1_000 };
}

const [BROKER_URL = "", ORDERS = "1000", SHAPE = "shared", ROUNDS = "1"] = process.argv.slice(2);
for (let round = 0; round < Number(ROUNDS); round += 1)
  console.log(JSON.stringify(await send(BROKER_URL, Number(ORDERS), SHAPE === "own" ? "own" : "shared")));
