import type { Change, Changed } from "./order-changes.store.pg.ts";

/** Orders that are changed by one statement. */
const BATCH_MAX = 256;

/** Classes of PostgreSQL's error codes that blame what was sent, and with it one of the callers. */
const BLAMED = /^2[123]/;

interface Waiting {
  readonly change: Change;
  resolve(changed: Changed): void;
  reject(cause: unknown): void;
}

const tagsOf = ({ updates, judged }: Change): readonly string[] => [
  ...updates.map(({ tag }) => tag),
  ...(judged === null ? [] : [judged.tag]),
];

/** Takes what may go together: changes of one day, none of which touches an order that another one touches. */
function takeBatch(waiting: Waiting[]): readonly Waiting[] {
  const day = waiting[0]?.change.day;
  const taken: Waiting[] = [];
  const tags = new Set<string>();
  const left: Waiting[] = [];
  for (const each of waiting) {
    const own = tagsOf(each.change);
    const isFirst = taken.length === 0;
    const mayJoin = each.change.day === day && tags.size + own.length <= BATCH_MAX && !own.some((tag) => tags.has(tag));
    if (isFirst || mayJoin) taken.push(each);
    else left.push(each);
    // Whoever waits keeps later changes of the same order behind it.
    for (const tag of own) tags.add(tag);
  }
  waiting.splice(0, waiting.length, ...left);
  return taken;
}

const isBlamed = (cause: unknown): boolean => BLAMED.test(String((cause as { code?: unknown }).code ?? ""));

function answer(batch: readonly Waiting[], answers: readonly Changed[]): void {
  batch.forEach(({ resolve, reject }, place) => {
    const own = answers[place];
    if (own === undefined) reject(new Error("a change of orders was not answered"));
    else resolve(own);
  });
}

function refuse(batch: readonly Waiting[], cause: unknown): void {
  for (const { reject } of batch) reject(cause);
}

/**
 * Changes that come while a statement is under way wait and leave together with the next: a lone one leaves at once, a
 * crowd in few statements.
 */
export function createChangeQueue(
  run: (changes: readonly Change[]) => Promise<readonly Changed[]>,
): (change: Change) => Promise<Changed> {
  const waiting: Waiting[] = [];
  let isWorking = false;

  async function carryOut(batch: readonly Waiting[]): Promise<void> {
    try {
      answer(batch, await run(batch.map(({ change }) => change)));
    } catch (cause) {
      // What one caller sent must not fail the others; nothing of the batch has happened.
      if (batch.length > 1 && isBlamed(cause)) await oneByOne(batch);
      else refuse(batch, cause);
    }
  }

  async function oneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const each of batch) await carryOut([each]);
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) await carryOut(takeBatch(waiting));
    isWorking = false;
  }

  return (change) =>
    new Promise((resolve, reject) => {
      waiting.push({ change, resolve, reject });
      if (isWorking) return;
      isWorking = true;
      queueMicrotask(() => void work());
    });
}
