/** Classes of PostgreSQL's error codes that blame what was sent, and with it one of the callers. */
const BLAMED = /^2[123]/;

/** Callers that are answered by one statement, where nothing else is said. */
const CALLERS_MAX = 256;

export interface BatchRules<Ask, Answer> {
  /** One statement for all; the answers stand in the order of what was asked. */
  run(asked: readonly Ask[]): Promise<readonly Answer[]>;
  /** Only what is of one day goes together. */
  dayOf(ask: Ask): string;
  /** What it touches: two that touch the same do not go together, and the later one stays behind. */
  touches(ask: Ask): readonly string[];
  readonly callersMax?: number;
}

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  resolve(answer: Answer): void;
  reject(cause: unknown): void;
}

const isBlamed = (cause: unknown): boolean => BLAMED.test(String((cause as { code?: unknown }).code ?? ""));

/**
 * What is asked while a statement is under way waits and leaves together with the next: a lone caller leaves at once, a
 * crowd in few statements. Each caller stands alone all the same: it happened for it or it did not.
 */
export class StatementBatcher<Ask, Answer> {
  readonly #rules: BatchRules<Ask, Answer>;
  #waiting: Waiting<Ask, Answer>[] = [];
  #isWorking = false;

  constructor(rules: BatchRules<Ask, Answer>) {
    this.#rules = rules;
  }

  ask(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ask, resolve, reject });
      if (this.#isWorking) return;
      this.#isWorking = true;
      queueMicrotask(() => void this.#work());
    });
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) await this.#carryOut(this.#take());
    this.#isWorking = false;
  }

  #take(): readonly Waiting<Ask, Answer>[] {
    const [first] = this.#waiting;
    const day = first === undefined ? "" : this.#rules.dayOf(first.ask);
    const taken: Waiting<Ask, Answer>[] = [];
    const left: Waiting<Ask, Answer>[] = [];
    const touched = new Set<string>();
    const { callersMax = CALLERS_MAX } = this.#rules;
    for (const each of this.#waiting) {
      const own = this.#rules.touches(each.ask);
      const hasRoom = taken.length < callersMax && (taken.length === 0 || touched.size + own.length <= callersMax);
      const mayJoin = hasRoom && this.#rules.dayOf(each.ask) === day && !own.some((key) => touched.has(key));
      (mayJoin ? taken : left).push(each);
      // Whoever waits keeps later ones that touch the same behind it.
      for (const key of own) touched.add(key);
    }
    this.#waiting = left;
    return taken;
  }

  async #carryOut(batch: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await this.#rules.run(batch.map(({ ask }) => ask));
      batch.forEach(({ resolve, reject }, place) => {
        const own = answers[place];
        if (own === undefined) reject(new Error("order store: the statement returned no row for a change"));
        else resolve(own);
      });
    } catch (cause) {
      // What one caller sent must not fail the others; nothing of the batch has happened.
      if (batch.length > 1 && isBlamed(cause)) for (const each of batch) await this.#carryOut([each]);
      else for (const { reject } of batch) reject(cause);
    }
  }
}
