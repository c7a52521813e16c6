/** What one simulator knew in former lives, and where it writes down what it must not forget. */
export interface Memory<Entry> {
  /** Oldest first. */
  readonly past: readonly Entry[];
  /** Written before this returns. */
  note(entry: Entry): void;
}

/** For simulators that begin anew each time. */
export const noMemory: Memory<never> = { past: [], note: () => undefined };

export interface Memories {
  /** The memory of one part of the sandbox, by its name. */
  memory<Entry>(part: string): Memory<Entry>;
}

export const noMemories: Memories = { memory: () => noMemory };

/** A map that is the same again after a restart. Its values are JSON; what was deleted comes back. */
export class KeptMap<Value> extends Map<string, Value> {
  readonly #memory: Memory<readonly [string, Value]>;

  constructor(memory: Memory<readonly [string, Value]>) {
    super();
    this.#memory = memory;
    for (const [key, value] of memory.past) super.set(key, value);
  }

  override set(key: string, value: Value): this {
    this.#memory.note([key, value]);
    return super.set(key, value);
  }
}
