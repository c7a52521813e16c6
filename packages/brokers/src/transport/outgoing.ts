import type { IncomingHttpHeaders } from "node:http";
import type { Result } from "@vriddhi/core/shared/result";
import type { EpochMs } from "@vriddhi/core/time/clock";
import type { Egress } from "../port/session.ts";

/** Which connections a call takes. Entries, exits, reads and lists never wait for each other. */
export type Channel = "entry" | "exit" | "read" | "list";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request as it goes onto the wire. */
export interface Outgoing {
  readonly channel: Channel;
  readonly egress: Egress;
  readonly origin: string;
  readonly path: string;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** For a connection and for the first byte to leave. */
  readonly startMs: number;
  /** From the first byte that leaves to the last one that comes. */
  readonly replyMs: number;
  readonly replyMax: number;
  /** On the human clock; looked at right before the first byte is written. */
  readonly notAfter: EpochMs | null;
  readonly signal: AbortSignal | null;
}

export interface Exchanged {
  readonly status: number;
  /** Those of `REPLY_HEADERS` that came, and no others. */
  readonly headers: IncomingHttpHeaders;
  /** Unpacked. */
  readonly body: string;
}

/** What adapters read beside status and body. The rest stays behind, so that nobody comes to need it unseen. */
export const REPLY_HEADERS = ["retry-after", "x-retry-after-ms"] as const;

/**
 * `never_sent` is said only when not one byte of the request left us: sending it again is safe. After anything else the
 * broker may have acted. The reason is an error's code or our own words, never what was sent or received.
 */
export type SendFailure =
  | { readonly kind: "never_sent"; readonly reason: string }
  | {
      readonly kind: "lost";
      readonly reason: string;
      /** The connection ended by a reset, ours or theirs: the kernel delivers nothing of it any more. */
      readonly isReset: boolean;
    };

/** What carries bytes: undici in the product, on the sending thread; a virtual network in a simulation. */
export interface Network {
  exchange(outgoing: Outgoing): Promise<Result<Exchanged, SendFailure>>;
  close(): Promise<void>;
}
