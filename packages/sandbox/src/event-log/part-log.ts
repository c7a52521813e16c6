export interface PartLog<Entry> {
  /** Oldest first. */
  readonly past: readonly Entry[];
  /** Appended before this returns. */
  note(entry: Entry): void;
}

/** For simulators without persistence. */
export const noPartLog: PartLog<never> = { past: [], note: () => undefined };

export interface PartLogs {
  memory<Entry>(part: string): PartLog<Entry>;
}

export const noPartLogs: PartLogs = { memory: () => noPartLog };

/** A map that survives restarts. Values are JSON; deletions are logged too. */
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
