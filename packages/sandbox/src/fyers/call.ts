import type { Clients } from "../broker/client.ts";
import type { Moment, WireReply, WireRequest } from "../broker/wire.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { OrderNumbers } from "./order-numbers.ts";
import type { Session, Sessions } from "./sessions.ts";
import type { Symbols } from "./symbols.ts";

export interface FyersDeps {
  readonly exchange: Exchange;
  readonly clients: Clients;
  readonly sessions: Sessions;
  readonly symbols: Symbols;
  readonly numbers: OrderNumbers;
}

export interface OpenCall {
  readonly request: WireRequest;
  readonly at: Moment;
}

export interface Call extends OpenCall {
  readonly client: string;
  readonly session: Session;
}

export type Serve<C extends OpenCall> = (desk: FyersDeps, call: C) => WireReply;
