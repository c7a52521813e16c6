import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Channel, Exchanged, Method, Outgoing, SendFailure } from "./outgoing.ts";

/** One call on its way to the thread. A row, because a copy of an object carries the names of all its properties. */
export type CallRow = readonly [
  id: number,
  network: number,
  connectMs: number,
  channel: Channel,
  localAddress: string | null,
  proxyUrl: string | null,
  origin: string,
  path: string,
  method: Method,
  headers: Outgoing["headers"],
  body: string | null,
  startMs: number,
  replyMs: number,
  replyMax: number,
  notAfter: EpochMs | null,
];

/** What the thread is told in one turn of the main thread's loop. */
export interface Told {
  readonly calls: readonly CallRow[];
  /** Of turns before: what is given up in its own turn never crosses. */
  readonly givenUp: readonly number[];
  /** Networks to be closed; null for all of them. */
  readonly closing: readonly (readonly [id: number, network: number | null])[];
}

export type ReplyRow = readonly [id: number, status: number, headers: Exchanged["headers"], body: string];

/** What the thread says in one turn of its own loop; its first words, which are empty, say that it has begun. */
export interface Said {
  readonly replies: readonly ReplyRow[];
  readonly failures: readonly (readonly [id: number, failure: SendFailure])[];
  readonly closed: readonly number[];
}

export const toRow = (id: number, network: number, connectMs: number, outgoing: Outgoing): CallRow => [
  id,
  network,
  connectMs,
  outgoing.channel,
  outgoing.egress.localAddress,
  outgoing.egress.proxyUrl,
  outgoing.origin,
  outgoing.path,
  outgoing.method,
  outgoing.headers,
  outgoing.body,
  outgoing.startMs,
  outgoing.replyMs,
  outgoing.replyMax,
  outgoing.notAfter,
];

/** A signal stays where it is; what it says comes as `givenUp`. */
export function fromRow(row: CallRow): Outgoing {
  const [, , , channel, localAddress, proxyUrl, origin, path, method, headers, body, ...limits] = row;
  const [startMs, replyMs, replyMax, notAfter] = limits;
  const egress = { localAddress, proxyUrl };
  return { channel, egress, origin, path, method, headers, body, startMs, replyMs, replyMax, notAfter, signal: null };
}
