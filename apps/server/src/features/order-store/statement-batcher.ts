/** Classes of PostgreSQL error codes that blame the data, and so one of the callers. */
const BLAMED = /^2[123]/;

const CALLERS_MAX = 256;

export interface BatchRules<Ask, Answer> {
  /** Runs one statement for all; the answers have the order of `asked`. */
  run(asked: readonly Ask[]): Promise<readonly Answer[]>;
  /** Only requests of one day share a statement. */
  dayOf(ask: Ask): string;
  /** Keys that the request changes. Requests with a common key never share a statement and stay in order. */
  touches(ask: Ask): readonly string[];
  readonly callersMax?: number;
}

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  resolve(answer: Answer): void;
  reject(cause: unknown): void;
}

const isBlamed = (cause: unknown): boolean => BLAMED.test(String((cause as { code?: unknown }).code ?? ""));

/** Requests that arrive while a statement runs share the next one. Each happens completely or not at all. */
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
      // Preserves the order per key: a request that waits holds back later ones with its keys.
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
      // One caller's bad data must not fail the others: the batch did nothing, so each is retried alone.
      if (batch.length > 1 && isBlamed(cause)) for (const each of batch) await this.#carryOut([each]);
      else for (const { reject } of batch) reject(cause);
    }
  }
}
