/** What one simulator knew in former lives, and where it writes down what it must not forget. */
export interface PartLog<Entry> {
  /** Oldest first. */
  readonly past: readonly Entry[];
  /** Written before this returns. */
  note(entry: Entry): void;
}

/** For simulators that begin anew each time. */
export const noPartLog: PartLog<never> = { past: [], note: () => undefined };

export interface PartLogs {
  /** The memory of one part of the sandbox, by its name. */
  memory<Entry>(part: string): PartLog<Entry>;
}

export const noPartLogs: PartLogs = { memory: () => noPartLog };

/** A map that is the same again after a restart. Its values are JSON; what was deleted comes back. */
export class DurableMap<Value> extends Map<string, Value> {
  readonly #memory: PartLog<readonly [string, Value]>;

  constructor(memory: PartLog<readonly [string, Value]>) {
    super();
    this.#memory = memory;
    for (const [key, value] of memory.past) super.set(key, value);
  }

  override set(key: string, value: Value): this {
    this.#memory.note([key, value]);
    return super.set(key, value);
  }
}
