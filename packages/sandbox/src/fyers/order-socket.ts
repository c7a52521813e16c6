import type { Pushes } from "../broker/pushes.ts";
import type { Dialled, Line, Moment, Peer, WireRequest } from "../broker/wire.ts";
import type { OrderEvent } from "../exchange/model.ts";
import { fieldsOf } from "./body.ts";
import type { FyersDeps } from "./call.ts";
import { orderFrame, positionFrame, tradeFrame } from "./order-frames.ts";
import { refused } from "./reply.ts";
import type { Session } from "./sessions.ts";

const TOPICS = ["orders", "trades", "positions", "edis", "pricealerts"] as const;
type Topic = (typeof TOPICS)[number];

/** Closed by the broker because the session ended. */
const POLICY = 1008;

interface Listener {
  readonly peer: Peer;
  readonly session: Session;
  readonly topics: Set<Topic>;
}

export interface OrderSocket {
  dial(request: WireRequest, peer: Peer, at: Moment): Dialled;
  send(event: OrderEvent): void;
  beat(at: Moment): void;
  clear(): void;
}

const isTopic = (name: unknown): name is Topic => TOPICS.some((topic) => topic === name);

function receive({ peer, topics }: Listener, frame: string): void {
  if (frame === "ping") {
    peer.send("pong");
    return;
  }
  const fields = fieldsOf(frame) ?? {};
  const list = fields["SLIST"];
  const direction = fields["SUB_T"];
  const isValid = fields["T"] === "SUB_ORD" && Array.isArray(list) && list.length > 0;
  if (!isValid || (direction !== 1 && direction !== -1)) {
    peer.send(JSON.stringify({ code: -1600, message: "Invalid input", s: "error" }));
    return;
  }
  // Clients ask for unknown topics, e.g. "login": these are ignored.
  for (const topic of list.filter(isTopic)) {
    if (direction === 1) topics.add(topic);
    else topics.delete(topic);
  }
  const message = direction === 1 ? "Successfully subscribed" : "Successfully unsubscribed";
  peer.send(JSON.stringify({ code: 1605, message, s: "ok" }));
}

export function createOrderSocket(desk: FyersDeps, pushes: Pushes): OrderSocket {
  const listeners = new Map<string, Set<Listener>>();

  function open(session: Session, peer: Peer): Line {
    const listener: Listener = { peer, session, topics: new Set() };
    const others = listeners.get(session.client) ?? new Set();
    listeners.set(session.client, others.add(listener));
    return {
      receive: (frame) => receive(listener, typeof frame === "string" ? frame : Buffer.from(frame).toString("utf8")),
      closed() {
        others.delete(listener);
        if (others.size === 0 && listeners.get(session.client) === others) listeners.delete(session.client);
      },
    };
  }

  function push(account: string, topic: Topic, frame: () => string | null): void {
    const wanted = [...(listeners.get(account) ?? [])].filter(({ topics }) => topics.has(topic));
    const text = wanted.length === 0 ? null : frame();
    if (text !== null) for (const { peer } of wanted) pushes.send(peer, text);
  }

  return {
    dial({ headers }, peer, at) {
      const checked = desk.sessions.check(headers.authorization, at);
      if (!checked.ok) return { ok: false, reply: refused(checked.why) };
      return { ok: true, line: open(checked.session, peer) };
    },
    send(event) {
      const { order, trade } = event;
      if (!listeners.has(order.account)) return;
      push(order.account, "orders", () => orderFrame(desk, event));
      if (trade === null) return;
      push(order.account, "trades", () => tradeFrame(desk, order, trade));
      push(order.account, "positions", () => {
        const isIt = (other: { symbol: string; product: string }) =>
          other.symbol === order.symbol && other.product === order.product;
        const position = desk.exchange.positions(order.account).find(isIt);
        return position === undefined ? null : positionFrame(desk, position);
      });
    },
    beat(at) {
      for (const others of listeners.values()) {
        for (const listener of others) {
          if (desk.sessions.isAlive(listener.session, at)) continue;
          others.delete(listener);
          listener.peer.close(POLICY, "session expired");
        }
      }
    },
    clear() {
      for (const others of [...listeners.values()]) for (const { peer } of others) peer.close();
      listeners.clear();
    },
  };
}
