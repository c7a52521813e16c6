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

/** A set value, or the key alone for a deletion. */
type MapEntry<Value> = readonly [string, Value] | readonly [string];

/** A map that survives restarts. Values are JSON. `clear` is not logged: a reset drops the whole event log. */
export class DurableMap<Value> extends Map<string, Value> {
  readonly #memory: PartLog<MapEntry<Value>>;

  constructor(memory: PartLog<MapEntry<Value>>) {
    super();
    this.#memory = memory;
    for (const entry of memory.past) {
      if (entry.length === 2) super.set(entry[0], entry[1]);
      else super.delete(entry[0]);
    }
  }

  override set(key: string, value: Value): this {
    this.#memory.note([key, value]);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    if (this.has(key)) this.#memory.note([key]);
    return super.delete(key);
  }
}
