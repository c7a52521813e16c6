import { createHash } from "node:crypto";
import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { DAY_MS, type EpochMs, type HumanClock, later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Timers } from "../clock/timers.ts";
import type { Tx } from "../db/database.ts";
import { isConnectionLost } from "../db/database-outage.ts";
import type { Logger } from "../log/logger.ts";

/** A key is remembered for so long. */
export const KEY_REMEMBERED_MS = DAY_MS;
/** Renewed while the work goes on. Whoever lets it lapse has ended, and the next one takes over. */
const LEASE_MS = 8 * SECOND_MS;
const RENEW_EVERY_MS = 2 * SECOND_MS;
/** A call that comes while the first one runs waits for its answer, ten seconds in all: longer than a lease. */
const WAIT_ROUNDS = 100;
const WAIT_MS = 100;
/** A call whose connection was lost in the middle of its work waits for the database: half a minute in all. */
const DOUBT_ROUNDS = 300;

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
  /** `done` is what an earlier turn of the same request has noted with its effect; null: nothing. */
  | { readonly kind: "yours"; readonly turn: string; readonly done: unknown }
  | { readonly kind: "answered"; readonly answer: Answer }
  /** Somebody works on it; null: it was let go in this very moment. */
  | { readonly kind: "running"; readonly by: { readonly turn: string; readonly owner: string } | null }
  /** The key belongs to another request. */
  | { readonly kind: "reused" };

export interface IdempotencyStore {
  /** Of any number of callers in any number of processes one gets its turn. */
  claim(
    request: KeyedRequest,
    at: {
      readonly owner: string;
      readonly now: EpochMs;
      readonly leaseUntil: EpochMs;
      readonly expiresAt: EpochMs;
    },
  ): Promise<KeyClaim>;
  /** The work goes on. */
  renew(request: KeyedRequest, turn: string, leaseUntil: EpochMs): Promise<void>;
  /** Nothing happens where the turn was taken over meanwhile. */
  finish(request: KeyedRequest, turn: string, answer: Answer): Promise<void>;
  /** The same in the transaction of the effect; false: the turn was taken over, so nothing of it may stay. */
  finishIn(tx: Tx, request: KeyedRequest, turn: string, answer: Answer): Promise<boolean>;
  /** What is done is noted with it, where the answer is not known yet; false as above. */
  markIn(tx: Tx, request: KeyedRequest, turn: string, done: unknown): Promise<boolean>;
  /** The turn is over without an answer: the same request may be worked on at once, and no other one under this key. */
  release(request: KeyedRequest, turn: string): Promise<void>;
}

type OwnClaim = Extract<KeyClaim, { kind: "yours" }>;

/** A caller's turn at a key. */
export interface KeyedTurn {
  /** Names what the call stores: every repetition has the same one, whichever process works on it. */
  readonly id: string;
  /** What an earlier turn has marked; null: nothing of this request is stored. */
  readonly done: unknown;
  /** For an effect whose answer is not known at its commit: a later turn finds this as `done`. */
  mark(tx: Tx, done: object): Promise<void>;
  /** Keeps the answer in the transaction of the effect: after the commit a repetition gets it and does nothing. */
  finish(tx: Tx, answer: Answer): Promise<void>;
}

/** Another process took the turn over while this one stood still: its transaction is rolled back. */
class TurnLost extends Error {}

export type OnceOutcome =
  | { readonly kind: "answered"; readonly answer: Answer; readonly isRepeated: boolean }
  | { readonly kind: "running" }
  | { readonly kind: "reused" }
  /** The database went away in the middle of the work and did not come back: its effect may be stored. */
  | { readonly kind: "in_doubt" };

/** Does the work once for a key, and gives everybody who asks with it the same answer. */
export type Once = (request: KeyedRequest, work: (turn: KeyedTurn) => Promise<Answer>) => Promise<OnceOutcome>;

export interface OnceDeps {
  readonly store: IdempotencyStore;
  /** Names this life of the process. */
  readonly owner: string;
  /** True only where it is sure. */
  isOwnerDead(owner: string): boolean;
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

const UUID_BYTES = 16;

/** A name of 122 bits of a hash, in the shape of a UUID of version 8. */
export function keyedId({ userId, key }: Pick<KeyedRequest, "userId" | "key">): string {
  const bytes = createHash("sha256").update(`${userId} ${key}`).digest().subarray(0, UUID_BYTES);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** A failure of ours decided nothing, and a caller who was too quick may come again. */
const isFinal = ({ status }: Answer): boolean => status < FAILED && status !== TOO_MANY;

/** What cannot be renewed now is tried again: the lease outlasts several turns. */
function keepLease({ store, clock, timers, log }: OnceDeps, request: KeyedRequest, turn: string): () => void {
  let isOver = false;
  let cancel = (): void => undefined;
  const next = (): void => {
    if (!isOver) cancel = timers.after(RENEW_EVERY_MS, renew);
  };
  const renew = (): void => {
    store
      .renew(request, turn, later(clock.now(), LEASE_MS))
      .catch((cause: unknown) => log.warn({ err: cause }, "idempotency: lease not renewed"))
      .finally(next);
  };
  next();
  return () => {
    isOver = true;
    cancel();
  };
}

const pauseOf = ({ timers }: OnceDeps): Promise<void> => new Promise((resolve) => void timers.after(WAIT_MS, resolve));

/** Claims the key and works on it where it is free; null: the key has to be claimed again. */
function createTurns(deps: OnceDeps): (...args: Parameters<Once>) => Promise<OnceOutcome | null> {
  const { store, owner, isOwnerDead, clock, log } = deps;
  /** Turns whose work ended here while the database was away, so that nothing could be noted. */
  const ended = new Set<string>();

  async function claim(request: KeyedRequest): Promise<KeyClaim> {
    const now = clock.now();
    const [leaseUntil, expiresAt] = [later(now, LEASE_MS), later(now, KEY_REMEMBERED_MS)];
    return store.claim(request, { owner, now, leaseUntil, expiresAt });
  }

  async function settle(request: KeyedRequest, turn: string, answer: Answer | null): Promise<void> {
    const isKept = answer !== null && isFinal(answer);
    try {
      if (isKept) await store.finish(request, turn, answer);
      else await store.release(request, turn);
    } catch (cause) {
      // What was done is done, and the next call with the key finds it.
      ended.add(turn);
      log.warn({ err: cause }, "idempotency: reply not stored");
    }
  }

  const turnOf = (request: KeyedRequest, { turn, done }: OwnClaim): KeyedTurn => ({
    id: keyedId(request),
    done,
    async mark(tx, value) {
      if (!(await store.markIn(tx, request, turn, value))) throw new TurnLost();
    },
    async finish(tx, answer) {
      if (!(await store.finishIn(tx, request, turn, answer))) throw new TurnLost();
    },
  });

  /** Null: the turn was lost, and another process has the answer or works on it. */
  async function workOn(request: KeyedRequest, own: OwnClaim, work: Parameters<Once>[1]): Promise<Answer | null> {
    const { turn } = own;
    const letGo = keepLease(deps, request, turn);
    let answer: Answer | null = null;
    try {
      answer = await work(turnOf(request, own));
      return answer;
    } catch (cause) {
      if (cause instanceof TurnLost) return null;
      throw cause;
    } finally {
      letGo();
      await settle(request, turn, answer);
    }
  }

  /** A process that has ended answers nobody: its turn is over, and the next claim gets the key. */
  async function waitFor(request: KeyedRequest, { by }: Extract<KeyClaim, { kind: "running" }>): Promise<void> {
    if (by === null || !(ended.has(by.turn) || isOwnerDead(by.owner))) return pauseOf(deps);
    log.warn({ owner: by.owner }, "idempotency: taking over from a dead process");
    await store.release(request, by.turn);
    ended.delete(by.turn);
  }

  /** Null: the key has to be claimed again. */
  async function answerTo(
    request: KeyedRequest,
    claimed: Exclude<KeyClaim, { kind: "reused" }>,
    work: Parameters<Once>[1],
  ): Promise<OnceOutcome | null> {
    if (claimed.kind === "answered") return { kind: "answered", answer: claimed.answer, isRepeated: true };
    if (claimed.kind === "running") {
      await waitFor(request, claimed);
      return null;
    }
    const answer = await workOn(request, claimed, work);
    return answer && { kind: "answered", answer, isRepeated: false };
  }

  return async (request, work) => {
    const claimed = await claim(request);
    return claimed.kind === "reused" ? claimed : answerTo(request, claimed, work);
  };
}

export function createOnce(deps: OnceDeps): Once {
  const tryTurn = createTurns(deps);
  return async (request, work) => {
    let hasBegun = false;
    const begin: typeof work = (turn) => {
      hasBegun = true;
      return work(turn);
    };
    async function attempt(): Promise<OnceOutcome | "running" | "in_doubt"> {
      try {
        return (await tryTurn(request, begin)) ?? "running";
      } catch (cause) {
        // Before the work began nothing can be stored. Afterwards only the database tells: it is asked when it is back.
        if (!hasBegun || !isConnectionLost(cause)) throw cause;
        await pauseOf(deps);
        return "in_doubt";
      }
    }
    let [kind, left]: ["running" | "in_doubt", number] = ["running", WAIT_ROUNDS];
    while (left-- > 0) {
      const outcome = await attempt();
      if (typeof outcome !== "string") return outcome;
      if (outcome === "in_doubt" && kind === "running") [kind, left] = [outcome, DOUBT_ROUNDS];
    }
    return { kind };
  };
}
