import type { IncomingHttpHeaders } from "node:http";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Egress } from "../port/session.ts";

/** The connection pool of a call. Entries, exits, reads and lists never wait for each other (bulkhead). */
export type Channel = "entry" | "exit" | "read" | "list";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Outgoing {
  readonly channel: Channel;
  readonly egress: Egress;
  readonly origin: string;
  readonly path: string;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Time to get a connection and send the first byte. */
  readonly startMs: number;
  /** From the first sent byte to the last received one. */
  readonly replyMs: number;
  readonly replyMax: number;
  /** Human clock; checked right before the first byte is written. */
  readonly notAfter: EpochMs | null;
  /** The same instant on the machine's monotonic clock: a wall clock that is set back prolongs no lease. */
  readonly notAfterTicks?: number | null;
  readonly signal: AbortSignal | null;
}

export interface Exchanged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Uncompressed. */
  readonly body: string;
}

/** Headers that adapters read. All others are dropped so that no code depends on them unnoticed. */
export const REPLY_HEADERS = ["retry-after", "x-retry-after-ms"] as const;

/**
 * `never_sent` proves that no byte left: a resend is safe. After anything else the broker may have acted. The reason is
 * an error code or our own text, never request or reply data.
 */
export type SendFailure =
  | { readonly kind: "never_sent"; readonly reason: string }
  | {
      readonly kind: "lost";
      readonly reason: string;
      /** The connection ended by a reset, ours or theirs: the kernel delivers nothing more of it. */
      readonly isReset: boolean;
    };

/** Carries bytes: undici on the sending thread in the product, a virtual network in a simulation. */
export interface Network {
  exchange(outgoing: Outgoing): Promise<Result<Exchanged, SendFailure>>;
  close(): Promise<void>;
}
