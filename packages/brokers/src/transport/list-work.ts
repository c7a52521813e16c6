import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { HttpReply, HttpRequest, Timeouts } from "./http.ts";

export type ListRequest = Pick<HttpRequest, "url" | "headers" | "egress" | "replyMax">;

/** `null` if this is not the list. */
export type ListReader = (text: string) => readonly BrokerInstrument[] | null;

export interface ListWork {
  readonly request: ListRequest;
  readonly readerUrl: string;
  readonly timeouts: Partial<Timeouts>;
}

/** A reply of the thread. An invalid list comes back truncated, to be judged. */
export type ListAnswer =
  | { readonly kind: "list"; readonly instruments: readonly BrokerInstrument[] }
  | { readonly kind: "answered"; readonly reply: HttpReply }
  | { readonly kind: "failed"; readonly reason: string };
