import { availableParallelism } from "node:os";
import * as argon2 from "@node-rs/argon2";
import { err, ok, type Result } from "@vriddhi/core/shared/result";

/** 2 is argon2id: the package declares its names in a form that isolated modules cannot read. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Beyond this many waiting people, the honest answer is "busy". */
const QUEUE_LENGTH_MAX = 200;
/** Of those that wait, one address holds at most so many places. */
const PLACES_PER_ADDRESS = 10;
/** While people at known devices wait, everybody else gets every so many-th turn. */
const OTHERS_EVERY = 4;
/** Hashing on every core would starve everything else on the machine. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));

const COST = `$m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=${ARGON2ID.parallelism}$`;

/** True for a hash whose cost is not today's. */
export const isOutdatedHash = (passwordHash: string): boolean =>
  !passwordHash.startsWith("$argon2id$") || !passwordHash.includes(COST);

/** Who waits for a hash. */
export interface Turn {
  /** Somebody at a device that has been signed in to the account before, or who is signed in now. */
  readonly isKnown: boolean;
  /** Those behind one address take turns with the other addresses, not with each other's crowds. */
  readonly subject: string;
}

/** What costs the time. */
export interface HashWork {
  hash(password: string, cost: typeof ARGON2ID): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
}

const anybody: Turn = { isKnown: false, subject: "" };

export interface PasswordHasher {
  hash(password: string, turn?: Turn): Promise<Result<string, "busy">>;
  /** `null` costs the same time as a real hash: an unknown account must not answer faster. */
  verify(passwordHash: string | null, password: string, turn?: Turn): Promise<Result<boolean, "busy">>;
}

/**
 * Hashes on the threads beside the event loop, few at a time, with two queues: a flood of strangers does not keep the
 * owners of the accounts waiting.
 */
export async function createPasswordHasher(
  queueLengthMax = QUEUE_LENGTH_MAX,
  atOnce = AT_ONCE,
  work: HashWork = argon2,
): Promise<PasswordHasher> {
  const nobodysHash = await work.hash("nobody's password", ARGON2ID);
  const known = createFairQueue(queueLengthMax);
  const others = createFairQueue(queueLengthMax);
  let running = 0;
  let turns = 0;

  const next = (): (() => void) | null => {
    turns += 1;
    const [before, after] = turns % OTHERS_EVERY === 0 ? [others, known] : [known, others];
    return before.take() ?? after.take();
  };
  const begin = (): void => {
    while (running < atOnce) {
      const start = next();
      if (start === null) return;
      running += 1;
      start();
    }
  };

  async function inTurn<T>({ isKnown, subject }: Turn, job: () => Promise<T>): Promise<Result<T, "busy">> {
    const queue = isKnown ? known : others;
    const { promise: isNow, resolve } = Promise.withResolvers<void>();
    if (!queue.put(subject, resolve)) return err("busy");
    begin();
    await isNow;
    try {
      return ok(await job());
    } finally {
      running -= 1;
      queue.leave();
      begin();
    }
  }

  return {
    hash: (password, turn = anybody) => inTurn(turn, () => work.hash(password, ARGON2ID)),
    verify: (passwordHash, password, turn = anybody) =>
      inTurn(turn, async () => (await work.verify(passwordHash ?? nobodysHash, password)) && passwordHash !== null),
  };
}

interface FairQueue {
  /** False: the queue is full, or this address holds its share of it. */
  put(subject: string, start: () => void): boolean;
  take(): (() => void) | null;
  /** Whoever was taken counts until they are served. */
  leave(): void;
}

/** The addresses take turns; within one, who came first is first. */
function createFairQueue(lengthMax: number): FairQueue {
  const waiting = new Map<string, (() => void)[]>();
  let length = 0;
  return {
    put(subject, start) {
      const own = waiting.get(subject) ?? [];
      const hasRoom = length < lengthMax && (subject === "" || own.length < PLACES_PER_ADDRESS);
      if (!hasRoom) return false;
      own.push(start);
      waiting.set(subject, own);
      length += 1;
      return true;
    },
    take() {
      for (const [subject, own] of waiting) {
        const start = own.shift();
        // To the end of the line, or out of it.
        waiting.delete(subject);
        if (own.length > 0) waiting.set(subject, own);
        if (start !== undefined) return start;
      }
      return null;
    },
    leave() {
      length -= 1;
    },
  };
}
