import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Channel, Exchanged, Method, Outgoing, SendFailure } from "./outgoing.ts";

/** One call to the thread, as an array: copying an object would copy all its property names. */
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
  notAfterTicks: number | null,
];

/** The messages of one turn of the main thread's loop. */
export interface ToThread {
  readonly calls: readonly CallRow[];
  /** Calls of earlier turns: a call that is aborted in its own turn never crosses. */
  readonly givenUp: readonly number[];
  /** Networks to close; `null` for all. */
  readonly closing: readonly (readonly [id: number, network: number | null])[];
}

export type ReplyRow = readonly [id: number, status: number, headers: Exchanged["headers"], body: string];

/** The messages of one turn of the thread's loop; an empty first message signals that it has started. */
export interface FromThread {
  readonly replies: readonly ReplyRow[];
  readonly failures: readonly (readonly [id: number, failure: SendFailure])[];
  readonly closed: readonly number[];
}

const NS_PER_MS = 1_000_000n;

/** The machine's monotonic clock in milliseconds, the same on every thread. */
export const ticksMs = (): number => Number(process.hrtime.bigint() / NS_PER_MS);

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
  outgoing.notAfter === null ? null : ticksMs() + outgoing.notAfter - Date.now(),
];

/** A signal does not cross; its abort arrives as `givenUp`. */
export function fromRow(row: CallRow): Outgoing {
  const [, , , channel, localAddress, proxyUrl, origin, path, method, headers, body, ...limits] = row;
  const [startMs, replyMs, replyMax, notAfter, notAfterTicks] = limits;
  const egress = { localAddress, proxyUrl };
  const until = { startMs, replyMs, replyMax, notAfter, notAfterTicks };
  return { channel, egress, origin, path, method, headers, body, ...until, signal: null };
}
