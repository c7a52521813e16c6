import { availableParallelism } from "node:os";
import * as argon2 from "@node-rs/argon2";
import { err, ok, type Result } from "@vriddhi/core/shared/result";

/** 2 is argon2id: the package exports its names in a form that isolated modules cannot read. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const QUEUE_LENGTH_MAX = 200;
const PLACES_PER_ADDRESS = 10;
/** While known devices wait, all others get every nth turn. */
const OTHERS_EVERY = 4;
/** Hashing on every core would starve everything else on the machine. */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));

const COST = `$m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=${ARGON2ID.parallelism}$`;

export const isOutdatedHash = (passwordHash: string): boolean =>
  !passwordHash.startsWith("$argon2id$") || !passwordHash.includes(COST);

export interface Turn {
  /** The device has signed in to the account before, or its user is signed in now. */
  readonly isKnown: boolean;
  /** Callers of one address share its turns; addresses take turns with each other. */
  readonly subject: string;
}

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

/** Hashes on worker threads with two queues, so that a flood from strangers does not delay the owners. */
export async function createPasswordHasher(
  queueLengthMax = QUEUE_LENGTH_MAX,
  atOnce = AT_ONCE,
  work: HashWork = argon2,
): Promise<PasswordHasher> {
  const dummyHash = await work.hash("no account's password", ARGON2ID);
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
      inTurn(turn, async () => (await work.verify(passwordHash ?? dummyHash, password)) && passwordHash !== null),
  };
}

interface FairQueue {
  /** False: the queue is full, or this address has its share of it. */
  put(subject: string, start: () => void): boolean;
  take(): (() => void) | null;
  /** A waiter counts until it is served. */
  leave(): void;
}

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
