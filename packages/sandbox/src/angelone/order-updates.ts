import type { Clients } from "../broker/client.ts";
import type { Pushes } from "../broker/pushes.ts";
import type { Dialled, Moment, Peer, WireRequest } from "../broker/wire.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { ExchangeEvent, Order, OrderEvent } from "../exchange/model.ts";
import { checkOrderHandshake, tooManyConnections } from "./handshake.ts";
import { CHANGE_WORDS, type UpdateCode } from "./order-format.ts";
import type { OrderLedger } from "./order-ledger.ts";
import { type OrderRow, orderRow } from "./order-row.ts";
import { textOf } from "./order-texts.ts";
import type { Sessions } from "./sessions.ts";
import { createSockets, type Socket, textOfFrame } from "./sockets.ts";

export interface OrderUpdates {
  dial(request: WireRequest, peer: Peer, at: Moment): Dialled;
  publish(events: readonly ExchangeEvent[]): void;
  beat(at: Moment): void;
  clear(): void;
}

interface UpdateDeps {
  readonly exchange: Exchange;
  readonly clients: Clients;
  readonly sessions: Sessions;
  readonly ledger: OrderLedger;
  readonly pushes: Pushes;
  post(url: string, body: string): void;
}

const message = (client: string, code: UpdateCode, orderData: object): string =>
  JSON.stringify({
    "user-id": client,
    "status-code": "200",
    "order-status": code,
    "error-message": "",
    orderData,
  });

/** The first message: all fields, empty. */
const EMPTY_ROW: Readonly<Partial<Record<keyof OrderRow, string | number>>> = {
  variety: "",
  ordertype: "",
  ordertag: "",
  producttype: "",
  price: 0,
  triggerprice: 0,
  quantity: "0",
  disclosedquantity: "0",
  duration: "",
  squareoff: 0,
  stoploss: 0,
  trailingstoploss: 0,
  tradingsymbol: "",
  transactiontype: "",
  exchange: "",
  symboltoken: "",
  instrumenttype: "",
  strikeprice: 0,
  optiontype: "",
  expirydate: "",
  lotsize: "0",
  cancelsize: "0",
  averageprice: 0,
  filledshares: "",
  unfilledshares: "",
  orderid: "",
  text: "",
  status: "",
  orderstatus: "",
  updatetime: "",
  exchtime: "",
  exchorderupdatetime: "",
  fillid: "",
  filltime: "",
  parentorderid: "",
};

const isOurs = (event: ExchangeEvent): event is OrderEvent =>
  event.kind === "order" && event.order.broker === "angelone";

export function createOrderUpdates(deps: UpdateDeps): OrderUpdates {
  const { exchange, clients, sessions, ledger, pushes } = deps;
  const sockets = createSockets<Socket>();

  /** Only orders of the application's key are posted to it, so none of the broker's. */
  function postbackOf(order: Order): string | null {
    return order.placedBy === "client" ? (clients.find(order.account)?.app.postbackUrl ?? null) : null;
  }

  function send(order: Order, code: UpdateCode, row: OrderRow, postback: string | null): void {
    const frame = message(order.account, code, row);
    for (const { peer } of sockets.ofClient(order.account)) pushes.send(peer, frame);
    if (postback !== null) deps.post(postback, JSON.stringify({ ...row, clientcode: order.account }));
  }

  function publishOne({ order, change, trade }: OrderEvent, postback: string | null): void {
    const note = ledger.noteOf(order);
    note.text = textOf(order, exchange);
    const isReceived = postback !== null || sockets.has(order.account);
    const token = exchange.instrument(order.symbol)?.tokens.angelone ?? "";
    for (const { code, status } of CHANGE_WORDS[change]) {
      note.status = status;
      if (isReceived) send(order, code, orderRow(order, note, token, trade), postback);
    }
  }

  return {
    dial(request, peer, at) {
      const checked = checkOrderHandshake(sessions, request, at);
      if (!checked.ok) return { ok: false, reply: checked.error };
      const socket: Socket = { session: checked.value, peer, receivedAt: at.human };
      if (!sockets.add(socket)) return { ok: false, reply: tooManyConnections() };
      peer.send(message(socket.session.client, "AB00", EMPTY_ROW));
      return {
        ok: true,
        line: {
          receive(frame) {
            if (textOfFrame(frame) === "ping") peer.send("pong");
          },
          closed: () => sockets.remove(socket),
        },
      };
    },
    publish(events) {
      const ours = events.filter(isOurs);
      if (ours.length === 0) return;
      /** The broker refuses an order before it is sent to the exchange. */
      const refused = new Set(ours.filter(({ change }) => change === "rejected").map(({ order }) => order.id));
      const postbacks = new Map<string, string | null>();
      for (const event of ours) {
        const { id } = event.order;
        if (event.change === "placed" && refused.has(id)) continue;
        if (!postbacks.has(id)) postbacks.set(id, postbackOf(event.order));
        publishOne(event, postbacks.get(id) ?? null);
      }
    },
    beat(at) {
      sockets.closeStale(sessions, at, null);
      pushes.flush();
    },
    clear: () => sockets.clear(),
  };
}
