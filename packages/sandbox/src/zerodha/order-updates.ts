import { createHash } from "node:crypto";
import type { BrokerClient } from "../broker/client.ts";
import type { CoreDeps } from "../broker/core-deps.ts";
import type { Pushes } from "../broker/pushes.ts";
import type { ExchangeEvent, OrderChange, OrderEvent } from "../exchange/model.ts";
import type { Kite } from "./kite.ts";
import { orderRecord } from "./order-record.ts";
import type { Ticker } from "./ticker.ts";

interface Push {
  /** `null` for no push. `UPDATE` is not a status of the order book. */
  readonly status: string | null;
  readonly isPosted: boolean;
}

const silent: Push = { status: null, isPosted: false };
const onSocket = (status: string): Push => ({ status, isPosted: false });
const everywhere = (status: string): Push => ({ status, isPosted: true });

const PUSHES: Readonly<Record<OrderChange, Push>> = {
  placed: silent,
  open: onSocket("OPEN"),
  trigger_pending: onSocket("TRIGGER PENDING"),
  updated: everywhere("UPDATE"),
  partially_filled: everywhere("UPDATE"),
  filled: everywhere("COMPLETE"),
  cancelled: everywhere("CANCELLED"),
  rejected: everywhere("REJECTED"),
  expired: everywhere("CANCELLED"),
};

const APP_ID_DIGITS = 100_000;
const appIdOf = (apiKey: string): number => Number.parseInt(apiKey.slice(0, 8), 16) % APP_ID_DIGITS;

/** The order's record for the application, signed with the shared secret. */
function updateRecord(kite: Kite, { id, app }: BrokerClient, { order }: OrderEvent, status: string) {
  const record = orderRecord(kite, order);
  const checksum = createHash("sha256")
    .update(record.order_id + record.order_timestamp + app.secret)
    .digest("hex");
  return {
    user_id: id,
    unfilled_quantity: order.quantity - order.filledQuantity,
    app_id: appIdOf(app.key),
    checksum,
    ...record,
    status,
  };
}

export interface UpdateDeps extends Pick<CoreDeps, "clients" | "post"> {
  readonly kite: Kite;
  readonly ticker: Ticker;
  readonly pushes: Pushes;
}

function publish({ kite, ticker, pushes, clients, post }: UpdateDeps, event: OrderEvent): void {
  const { status, isPosted } = PUSHES[event.change];
  if (status === null) return;
  const peers = ticker.peersOf(event.order.account);
  if (peers.length === 0 && !isPosted) return;
  const client = clients.find(event.order.account);
  if (client === null) return;
  const { postbackUrl } = client.app;
  if (peers.length === 0 && postbackUrl === null) return;
  const record = updateRecord(kite, client, event, status);
  const frame = JSON.stringify({ type: "order", id: "", data: record });
  for (const peer of peers) pushes.send(peer, frame);
  if (isPosted && postbackUrl !== null) {
    const mailbox = { send: (body: string | Uint8Array) => post(postbackUrl, String(body)), close: () => undefined };
    pushes.send(mailbox, JSON.stringify(record));
  }
}

export function hearEvents(deps: UpdateDeps, events: readonly ExchangeEvent[]): void {
  for (const event of events) {
    if (event.kind === "day" && event.what === "started") deps.kite.notes.startDay();
    if (event.kind !== "order" || event.order.broker !== "zerodha") continue;
    if (event.change === "placed") deps.kite.notes.adopt(event.order);
    publish(deps, event);
  }
}
