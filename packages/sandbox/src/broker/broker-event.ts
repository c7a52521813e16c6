import type { IncomingHttpHeaders } from "node:http";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Broker, PricePoint } from "../exchange/model.ts";
import type { Fault } from "../faults/faults.ts";
import type { NewClient } from "./client.ts";
import type { CallKind, Moment, WireReply, WireRequest } from "./wire.ts";

export interface LoggedCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly from: string;
}

interface OfBroker {
  readonly broker: Broker;
  readonly at: Moment;
}

/** Event log: replaying it rebuilds the state. */
export type BrokerEvent =
  | { readonly do: "begin"; readonly market: EpochMs; readonly generation: number }
  | { readonly do: "leap"; readonly from: EpochMs; readonly to: EpochMs }
  | (OfBroker & { readonly do: "handle"; readonly call: LoggedCall; readonly faults?: readonly Fault[] })
  | (OfBroker & {
      readonly do: "refuse";
      readonly call: LoggedCall;
      readonly why: "throttle" | "expired" | "wrong-ip" | "reject";
      readonly faults?: readonly Fault[];
    })
  | (OfBroker & { readonly do: "hold"; readonly call: LoggedCall; readonly seconds: number })
  | (OfBroker & { readonly do: "expire"; readonly client: string | null })
  | (OfBroker & { readonly do: "beat"; readonly faults?: readonly Fault[] })
  | { readonly do: "partial"; readonly account: string }
  | { readonly do: "open"; readonly broker: Broker; readonly client: NewClient }
  | {
      readonly do: "openMany";
      readonly broker: Broker;
      readonly count: number;
      readonly prefix: string;
      readonly cashPaise: number;
    }
  | { readonly do: "change"; readonly broker: Broker; readonly id: string; readonly change: Partial<NewClient> }
  | {
      readonly do: "prices";
      readonly symbol: string;
      readonly path: readonly PricePoint[];
      readonly market: EpochMs;
    };

/** Headers that brokers read in writing calls; others would only enlarge the log. */
function keptHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return {
    authorization: headers.authorization,
    cookie: headers.cookie,
    host: headers.host,
    "x-privatekey": headers["x-privatekey"],
    "x-usertype": headers["x-usertype"],
  };
}

export const toCall = ({ method, path, query, headers, body, from }: WireRequest): LoggedCall => ({
  method,
  path,
  query: query.size === 0 ? "" : query.toString(),
  headers: keptHeaders(headers),
  body,
  from,
});

export const toRequest = ({ query, ...call }: LoggedCall): WireRequest => ({
  ...call,
  query: new URLSearchParams(query),
});

const REFUSED: ReadonlySet<number> = new Set([403, 429]);

/** Reads change nothing, nor do calls that were refused on arrival. */
export const isBrokerEvent = (kind: CallKind, { method }: WireRequest, { status }: WireReply): boolean =>
  kind !== "reads" && (kind !== "other" || method !== "GET") && !REFUSED.has(status);
