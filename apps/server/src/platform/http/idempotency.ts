import { createHash } from "node:crypto";
import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { DAY_MS, type EpochMs, type HumanClock, later, MINUTE_MS } from "@vriddhi/core/time/clock";
import type { Timers } from "../clock/timers.ts";
import type { Logger } from "../log/logger.ts";

/** A key is remembered for so long. */
const REMEMBERED_MS = DAY_MS;
/** Longer than any call takes. Whoever has not answered by then has ended, and the next one takes over. */
const LEASE_MS = MINUTE_MS;
/** A call that comes while the first one runs waits for its answer, ten seconds in all. */
const WAIT_ROUNDS = 100;
const WAIT_MS = 100;

const KEY_SHAPE = /^[\x21-\x7e]{1,200}$/;

const FAILED = 500;
const TOO_MANY = 429;

export interface KeyedRequest {
  readonly userId: string;
  readonly key: string;
  /** Of everything that decides the answer. */
  readonly hash: Buffer;
}

/** What a call was answered. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type KeyClaim =
  | { readonly kind: "yours"; readonly turn: string }
  | { readonly kind: "answered"; readonly answer: Answer }
  /** Somebody works on it. */
  | { readonly kind: "running" }
  /** The key belongs to another request. */
  | { readonly kind: "reused" };

export interface IdempotencyStore {
  /** Of any number of callers in any number of processes one gets its turn. */
  claim(
    request: KeyedRequest,
    at: { readonly now: EpochMs; readonly leaseUntil: EpochMs; readonly expiresAt: EpochMs },
  ): Promise<KeyClaim>;
  /** Nothing happens where the turn was taken over meanwhile. */
  finish(request: KeyedRequest, turn: string, answer: Answer): Promise<void>;
  /** Nothing was decided: the key is free again. */
  release(request: KeyedRequest, turn: string): Promise<void>;
}

export type OnceOutcome =
  | { readonly kind: "answered"; readonly answer: Answer; readonly isRepeated: boolean }
  | { readonly kind: "running" }
  | { readonly kind: "reused" };

/** Does the work once for a key, and gives everybody who asks with it the same answer. */
export type Once = (request: KeyedRequest, work: () => Promise<Answer>) => Promise<OnceOutcome>;

export interface OnceDeps {
  readonly store: IdempotencyStore;
  readonly clock: HumanClock;
  readonly timers: Timers;
  readonly log: Logger;
}

export const isUsableKey = (key: string): boolean => KEY_SHAPE.test(key);

/** Parsed parts come in the order of their schema, so the same request has the same hash however it was written. */
export const hashRequest = (
  { method, path }: Pick<EndpointDefinition, "method" | "path">,
  parts: readonly unknown[],
): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([method, path, ...parts.map((part) => part ?? null)]))
    .digest();

/** A failure of ours decided nothing, and a caller who was too quick may come again. */
const isFinal = ({ status }: Answer): boolean => status < FAILED && status !== TOO_MANY;

export function createOnce({ store, clock, timers, log }: OnceDeps): Once {
  const pause = (): Promise<void> => new Promise((resolve) => void timers.after(WAIT_MS, resolve));

  async function claim(request: KeyedRequest): Promise<KeyClaim> {
    const now = clock.now();
    return store.claim(request, { now, leaseUntil: later(now, LEASE_MS), expiresAt: later(now, REMEMBERED_MS) });
  }

  async function settle(request: KeyedRequest, turn: string, answer: Answer | null): Promise<void> {
    const isKept = answer !== null && isFinal(answer);
    try {
      if (isKept) await store.finish(request, turn, answer);
      else await store.release(request, turn);
    } catch (cause) {
      // What was done is done; the next call with the key finds out when this turn's lease is over.
      log.warn({ err: cause }, "the answer of a call with a key could not be kept");
    }
  }

  async function workOn(request: KeyedRequest, turn: string, work: () => Promise<Answer>): Promise<Answer> {
    let answer: Answer | null = null;
    try {
      answer = await work();
      return answer;
    } finally {
      await settle(request, turn, answer);
    }
  }

  return async (request, work) => {
    for (let round = 0; round < WAIT_ROUNDS; round++) {
      const claimed = await claim(request);
      if (claimed.kind === "yours")
        return { kind: "answered", answer: await workOn(request, claimed.turn, work), isRepeated: false };
      if (claimed.kind === "answered") return { kind: "answered", answer: claimed.answer, isRepeated: true };
      if (claimed.kind === "reused") return claimed;
      await pause();
    }
    return { kind: "running" };
  };
}
