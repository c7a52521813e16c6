import { createHash } from "node:crypto";
import type { EndpointDefinition } from "@vriddhi/contract/endpoint";
import { DAY_MS, type EpochMs, type HumanClock, later, SECOND_MS } from "@vriddhi/core/time/clock";
import type { Timers } from "../clock/timers.ts";
import type { Tx } from "../db/database.ts";
import { isConnectionLost } from "../db/database-outage.ts";
import type { Logger } from "../log/logger.ts";

export const KEY_TTL_MS = DAY_MS;
/** Renewed while the work runs. After it lapses the next caller takes over. */
const LEASE_MS = 8 * SECOND_MS;
const RENEW_EVERY_MS = 2 * SECOND_MS;
/** A concurrent call waits for the first one's reply, ten seconds in all: longer than a lease. */
const WAIT_ROUNDS = 100;
const WAIT_MS = 100;
/** Thirty seconds for the database to come back. */
const OUTAGE_WAIT_ROUNDS = 300;

const KEY_SHAPE = /^[\x21-\x7e]{1,200}$/;

const FAILED = 500;
const TOO_MANY = 429;

export interface KeyedRequest {
  readonly userId: string;
  readonly key: string;
  /** Covers everything that decides the reply. */
  readonly hash: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type KeyClaim =
  /** `done` is the progress that an earlier attempt stored in the transaction of its effect; `null` if it stored none. */
  | { readonly kind: "yours"; readonly leaseId: string; readonly done: unknown }
  | { readonly kind: "answered"; readonly answer: Answer }
  /** Another attempt works on it; `null`: it was released concurrently. */
  | { readonly kind: "running"; readonly by: { readonly leaseId: string; readonly owner: string } | null }
  | { readonly kind: "reused" };

export interface IdempotencyStore {
  /** Of any number of callers in any number of processes one gets the lease. */
  claim(
    request: KeyedRequest,
    at: {
      readonly owner: string;
      readonly now: EpochMs;
      readonly leaseUntil: EpochMs;
      readonly expiresAt: EpochMs;
    },
  ): Promise<KeyClaim>;
  renew(request: KeyedRequest, leaseId: string, leaseUntil: EpochMs): Promise<void>;
  /** No effect when the lease was taken over. */
  finish(request: KeyedRequest, leaseId: string, answer: Answer): Promise<void>;
  /** `finish` in the transaction of the effect; false: the lease was taken over, so roll back. */
  finishIn(tx: Tx, request: KeyedRequest, leaseId: string, answer: Answer): Promise<boolean>;
  /** Stores progress in the transaction of the effect, before the reply is known; false: the lease was taken over, so roll back. */
  markIn(tx: Tx, request: KeyedRequest, leaseId: string, done: unknown): Promise<boolean>;
  /** Ends the lease without a reply: the same request may retry at once, and no other may use this key. */
  release(request: KeyedRequest, leaseId: string): Promise<void>;
}

type OwnClaim = Extract<KeyClaim, { kind: "yours" }>;

export interface KeyedWork {
  readonly id: string;
  readonly done: unknown;
  mark(tx: Tx, done: object): Promise<void>;
  finish(tx: Tx, answer: Answer): Promise<void>;
}

/** Another process took the lease over while this one was paused: its transaction is rolled back. */
class KeyLeaseLost extends Error {}

export type IdempotentOutcome =
  | { readonly kind: "answered"; readonly answer: Answer; readonly isRepeated: boolean }
  | { readonly kind: "running" }
  | { readonly kind: "reused" }
  /** The database was lost during the work and did not come back: the effect may be stored. */
  | { readonly kind: "in_doubt" };

/** Does the work once per idempotency key and gives every caller of the key the same reply. */
export type IdempotentRunner = (
  request: KeyedRequest,
  work: (keyed: KeyedWork) => Promise<Answer>,
) => Promise<IdempotentOutcome>;

export interface IdempotentRunnerDeps {
  readonly store: IdempotencyStore;
  readonly owner: string;
  /** True only when proved. */
  isOwnerDead(owner: string): boolean;
  readonly clock: HumanClock;
  readonly timers: Timers;
  readonly log: Logger;
}

export const isUsableKey = (key: string): boolean => KEY_SHAPE.test(key);

/** Parsed fields are in schema order, so the hash does not depend on how the request was written. */
export const hashRequest = (
  { method, path }: Pick<EndpointDefinition, "method" | "path">,
  parts: readonly unknown[],
): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([method, path, ...parts.map((part) => part ?? null)]))
    .digest();

const UUID_BYTES = 16;

/** 122 bits of a hash in the form of a UUID version 8. */
export function keyedId({ userId, key }: Pick<KeyedRequest, "userId" | "key">): string {
  const bytes = createHash("sha256").update(`${userId} ${key}`).digest().subarray(0, UUID_BYTES);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Our own failures and rate-limit refusals decide nothing; a retry may succeed. */
const isFinal = ({ status }: Answer): boolean => status < FAILED && status !== TOO_MANY;

/** A failed renewal is retried: the lease outlasts several. */
function keepLease(
  { store, clock, timers, log }: IdempotentRunnerDeps,
  request: KeyedRequest,
  leaseId: string,
): () => void {
  let isOver = false;
  let cancel = (): void => undefined;
  const next = (): void => {
    if (!isOver) cancel = timers.after(RENEW_EVERY_MS, renew);
  };
  const renew = (): void => {
    store
      .renew(request, leaseId, later(clock.now(), LEASE_MS))
      .catch((cause: unknown) => log.warn({ err: cause }, "idempotency: lease not renewed"))
      .finally(next);
  };
  next();
  return () => {
    isOver = true;
    cancel();
  };
}

const pauseOf = ({ timers }: IdempotentRunnerDeps): Promise<void> =>
  new Promise((resolve) => void timers.after(WAIT_MS, resolve));

/** Claims the key and does the work when it is free; `null`: claim again. */
function createLeasedRuns(
  deps: IdempotentRunnerDeps,
): (...args: Parameters<IdempotentRunner>) => Promise<IdempotentOutcome | null> {
  const { store, owner, isOwnerDead, clock, log } = deps;
  /** Leases whose work ended here during a database outage, so that nothing could be stored. */
  const ended = new Set<string>();

  async function claim(request: KeyedRequest): Promise<KeyClaim> {
    const now = clock.now();
    const [leaseUntil, expiresAt] = [later(now, LEASE_MS), later(now, KEY_TTL_MS)];
    return store.claim(request, { owner, now, leaseUntil, expiresAt });
  }

  async function settle(request: KeyedRequest, leaseId: string, answer: Answer | null): Promise<void> {
    const isKept = answer !== null && isFinal(answer);
    try {
      if (isKept) await store.finish(request, leaseId, answer);
      else await store.release(request, leaseId);
    } catch (cause) {
      // If the effect was committed, the next call with this key finds it.
      ended.add(leaseId);
      log.warn({ err: cause }, "idempotency: reply not stored");
    }
  }

  const keyedWorkOf = (request: KeyedRequest, { leaseId, done }: OwnClaim): KeyedWork => ({
    id: keyedId(request),
    done,
    async mark(tx, value) {
      if (!(await store.markIn(tx, request, leaseId, value))) throw new KeyLeaseLost();
    },
    async finish(tx, answer) {
      if (!(await store.finishIn(tx, request, leaseId, answer))) throw new KeyLeaseLost();
    },
  });

  /** `null`: another process took the lease over; it has the reply or works on it. */
  async function workOn(
    request: KeyedRequest,
    own: OwnClaim,
    work: Parameters<IdempotentRunner>[1],
  ): Promise<Answer | null> {
    const { leaseId } = own;
    const letGo = keepLease(deps, request, leaseId);
    let answer: Answer | null = null;
    try {
      answer = await work(keyedWorkOf(request, own));
      return answer;
    } catch (cause) {
      if (cause instanceof KeyLeaseLost) return null;
      throw cause;
    } finally {
      letGo();
      await settle(request, leaseId, answer);
    }
  }

  /** A dead process, or one that could not store its reply, will not answer: release its lease for the next claim. */
  async function waitFor(request: KeyedRequest, { by }: Extract<KeyClaim, { kind: "running" }>): Promise<void> {
    if (by === null) return pauseOf(deps);
    const hasEnded = ended.has(by.leaseId);
    if (!hasEnded && !isOwnerDead(by.owner)) return pauseOf(deps);
    await store.release(request, by.leaseId);
    const reason = hasEnded ? "reply not stored" : "owner dead";
    log.warn({ owner: by.owner, reason }, "idempotency: abandoned lease released");
    ended.delete(by.leaseId);
  }

  /** `null`: claim again. */
  async function answerTo(
    request: KeyedRequest,
    claimed: Exclude<KeyClaim, { kind: "reused" }>,
    work: Parameters<IdempotentRunner>[1],
  ): Promise<IdempotentOutcome | null> {
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

export function createIdempotentRunner(deps: IdempotentRunnerDeps): IdempotentRunner {
  const tryRun = createLeasedRuns(deps);
  return async (request, work) => {
    let hasBegun = false;
    const begin: typeof work = (keyed) => {
      hasBegun = true;
      return work(keyed);
    };
    async function attempt(): Promise<IdempotentOutcome | "running" | "in_doubt"> {
      try {
        return (await tryRun(request, begin)) ?? "running";
      } catch (cause) {
        // Before the work began nothing can be stored. Afterwards only the database knows: ask it when it is back.
        if (!hasBegun || !isConnectionLost(cause)) throw cause;
        await pauseOf(deps);
        return "in_doubt";
      }
    }
    let [kind, left]: ["running" | "in_doubt", number] = ["running", WAIT_ROUNDS];
    while (left-- > 0) {
      const outcome = await attempt();
      if (typeof outcome !== "string") return outcome;
      if (outcome === "in_doubt" && kind === "running") [kind, left] = [outcome, OUTAGE_WAIT_ROUNDS];
    }
    return { kind };
  };
}
