import type { BrokerInstrument } from "@vriddhi/core/order/order";
import type { HttpReply, HttpRequest, Timeouts } from "./http.ts";

export type ListRequest = Pick<HttpRequest, "url" | "headers" | "egress" | "replyMax">;

/** How a broker's list is read out of its text; null when this is not the list. */
export type ListReader = (text: string) => readonly BrokerInstrument[] | null;

/** What a thread is told. */
export interface ListWork {
  readonly request: ListRequest;
  readonly readerUrl: string;
  readonly timeouts: Partial<Timeouts>;
}

/** What it says. A reply that is no list comes back cut, to be judged. */
export type ListAnswer =
  | { readonly kind: "list"; readonly instruments: readonly BrokerInstrument[] }
  | { readonly kind: "answered"; readonly reply: HttpReply }
  | { readonly kind: "failed"; readonly reason: string };
