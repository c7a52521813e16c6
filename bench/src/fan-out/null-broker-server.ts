// A Kite-compatible broker that fills every entry at once and lets every stop rest, with minimal work per answer. POST
// /sink/hold delays its books until POST /sink/release, so that sending can be measured alone.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Row {
  readonly order_id: string;
  status: string;
  readonly exchange: "NSE";
  readonly tradingsymbol: string;
  readonly transaction_type: string;
  readonly product: "MIS";
  readonly quantity: number;
  filled_quantity: number;
  pending_quantity: number;
  price: number;
  trigger_price: number;
  average_price: number;
  readonly tag: string;
}

const accounts = new Map<string, Row[]>();
let numbers = 0;

const rowsOf = (account: string): Row[] => {
  const own = accounts.get(account) ?? [];
  accounts.set(account, own);
  return own;
};

function fill(row: Row): void {
  row.status = "COMPLETE";
  row.filled_quantity = row.quantity;
  row.pending_quantity = 0;
  row.average_price = row.price;
}

function place(account: string, form: URLSearchParams): { order_id: string } {
  numbers += 1;
  const quantity = Number(form.get("quantity"));
  const row: Row = {
    order_id: `2611${String(numbers).padStart(11, "0")}`,
    status: "TRIGGER PENDING",
    exchange: "NSE",
    tradingsymbol: form.get("tradingsymbol") ?? "",
    transaction_type: form.get("transaction_type") ?? "",
    product: "MIS",
    quantity,
    filled_quantity: 0,
    pending_quantity: quantity,
    price: Number(form.get("price")),
    trigger_price: Number(form.get("trigger_price")),
    average_price: 0,
    tag: form.get("tag") ?? "",
  };
  if (form.get("order_type") === "LIMIT") fill(row);
  rowsOf(account).push(row);
  return { order_id: row.order_id };
}

function modify(account: string, id: string, form: URLSearchParams): { order_id: string } {
  const row = rowsOf(account).find(({ order_id }) => order_id === id);
  if (row !== undefined) row.price = Number(form.get("price") ?? row.price);
  if (row !== undefined && form.get("order_type") === "LIMIT") fill(row);
  return { order_id: id };
}

const signed = ({ transaction_type, filled_quantity }: Row): number =>
  transaction_type === "BUY" ? filled_quantity : -filled_quantity;

const sum = (rows: readonly Row[], side: string): number =>
  rows.filter((row) => row.transaction_type === side).reduce((all, row) => all + row.filled_quantity, 0);

function positions(account: string) {
  const rows = rowsOf(account);
  const [first] = rows;
  if (first === undefined) return { net: [] };
  const { exchange, tradingsymbol, product } = first;
  const quantity = rows.reduce((all, row) => all + signed(row), 0);
  const traded = { buy_quantity: sum(rows, "BUY"), sell_quantity: sum(rows, "SELL") };
  return { net: [{ exchange, tradingsymbol, product, quantity, ...traded }] };
}

const trades = (account: string) =>
  rowsOf(account)
    .filter(({ filled_quantity }) => filled_quantity > 0)
    .map((row) => ({ ...row, trade_id: row.order_id, average_price: row.average_price }));

function answer(method: string, path: string, account: string, form: URLSearchParams): unknown {
  const id = path.split("/")[3] ?? "";
  if (method === "POST") return place(account, form);
  if (method === "PUT") return modify(account, id, form);
  if (method === "DELETE") return { order_id: id };
  if (path.startsWith("/portfolio")) return positions(account);
  return path.startsWith("/trades") ? trades(account) : rowsOf(account);
}

const isBook = /^\/(orders|trades|portfolio)/;
let held: (() => void)[] | null = null;

function command(path: string): void {
  if (path === "/sink/hold") held ??= [];
  else {
    for (const go of held ?? []) go();
    held = null;
  }
}

async function serve(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { method = "", url = "" } = incoming;
  let text = "";
  for await (const chunk of incoming) text += chunk;
  if (url.startsWith("/sink/")) command(url);
  const waiting = held;
  if (waiting !== null && method === "GET" && isBook.test(url)) await new Promise<void>((go) => waiting.push(go));
  const account = incoming.headers.authorization ?? "";
  const data = url === "/" || url.startsWith("/sink/") ? null : answer(method, url, account, new URLSearchParams(text));
  const body = JSON.stringify({ status: "success", data });
  reply.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
}

const server = createServer((incoming, reply) => void serve(incoming, reply));
server.keepAliveTimeout = 10 * 60_000;
server.listen(0, "127.0.0.1", 4_096, () =>
  console.log(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.once("SIGTERM", () => process.exit(0));
