import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { HttpReply, HttpRequest, Timeouts } from "./http.ts";

export type InstrumentListRequest = Pick<HttpRequest, "url" | "headers" | "egress" | "replyMax">;

/** `null` if this is not the list. */
export type InstrumentListReader = (text: string) => readonly BrokerInstrument[] | null;

export interface InstrumentListWork {
  readonly request: InstrumentListRequest;
  readonly readerUrl: string;
  readonly timeouts: Partial<Timeouts>;
}

/** A reply of the thread. An invalid list comes back truncated, to be judged. */
export type InstrumentListAnswer =
  | { readonly kind: "list"; readonly instruments: readonly BrokerInstrument[] }
  | { readonly kind: "answered"; readonly reply: HttpReply }
  | { readonly kind: "failed"; readonly reason: string };
