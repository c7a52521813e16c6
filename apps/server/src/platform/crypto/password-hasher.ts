import { hash, verify } from "@node-rs/argon2";
import { err, ok, type Result } from "@vriddhi/core/shared/result";

/** 2 is argon2id: the package declares its names in a form that isolated modules cannot read. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Beyond this many waiting people, the honest answer is "busy". */
const QUEUE_LENGTH_MAX = 200;

const COST = `$m=${ARGON2ID.memoryCost},t=${ARGON2ID.timeCost},p=${ARGON2ID.parallelism}$`;

/** True for a hash whose cost is not today's. */
export const isOutdatedHash = (passwordHash: string): boolean =>
  !passwordHash.startsWith("$argon2id$") || !passwordHash.includes(COST);

export interface PasswordHasher {
  hash(password: string): Promise<Result<string, "busy">>;
  /** `null` costs the same time as a real hash: an unknown account must not answer faster. */
  verify(passwordHash: string | null, password: string): Promise<Result<boolean, "busy">>;
}

/** One hash at a time per process: hashing in parallel would starve everything else on the machine. */
export async function createPasswordHasher(queueLengthMax = QUEUE_LENGTH_MAX): Promise<PasswordHasher> {
  const nobodysHash = await hash("nobody's password", ARGON2ID);
  let tail: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<Result<T, "busy">> {
    if (waiting >= queueLengthMax) return err("busy");
    waiting += 1;
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    try {
      return ok(await turn);
    } finally {
      waiting -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, ARGON2ID)),
    verify: (passwordHash, password) =>
      inTurn(async () => (await verify(passwordHash ?? nobodysHash, password)) && passwordHash !== null),
  };
}
