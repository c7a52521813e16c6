export interface BatchedReads<K, V> {
  /** `null` when there is none. A result is cached briefly. */
  get(key: K): Promise<V | null>;
  forget(isMeant: (key: K, value: V | null) => boolean): void;
}

export interface BatchedReadsDeps<K, V> {
  read(keys: readonly K[]): Promise<ReadonlyMap<K, V>>;
  /** A monotonic clock. */
  nowMs(): number;
  readonly ageMaxMs: number;
  readonly atOnceMax: number;
}

interface Kept<V> {
  readonly value: V | null;
  readonly readAt: number;
}

interface Waiting<V> {
  resolve(value: V | null): void;
  reject(cause: unknown): void;
}

/** Collects the reads of one event-loop turn into one statement: thousands of accounts cost a few reads. */
export function createBatchedReads<K, V>(deps: BatchedReadsDeps<K, V>): BatchedReads<K, V> {
  const { read, nowMs, ageMaxMs, atOnceMax } = deps;
  const kept = new Map<K, Kept<V>>();
  let waiting = new Map<K, Waiting<V>[]>();

  function answer(key: K, askers: readonly Waiting<V>[], value: V | null, readAt: number): void {
    if (ageMaxMs > 0) kept.set(key, { value, readAt });
    for (const { resolve } of askers) resolve(value);
  }

  async function ask(batch: ReadonlyMap<K, readonly Waiting<V>[]>): Promise<void> {
    // Taken before the read, so that a change during the read cannot outlast the cache time.
    const readAt = nowMs();
    try {
      const found = await read([...batch.keys()]);
      for (const [key, askers] of batch) answer(key, askers, found.get(key) ?? null, readAt);
    } catch (cause) {
      for (const { reject } of [...batch.values()].flat()) reject(cause);
    }
  }

  function flush(): void {
    const entries = [...waiting];
    waiting = new Map();
    for (let from = 0; from < entries.length; from += atOnceMax)
      void ask(new Map(entries.slice(from, from + atOnceMax)));
  }

  return {
    get(key) {
      const known = kept.get(key);
      if (known !== undefined && nowMs() - known.readAt < ageMaxMs) return Promise.resolve(known.value);
      return new Promise((resolve, reject) => {
        if (waiting.size === 0) setImmediate(flush);
        waiting.set(key, [...(waiting.get(key) ?? []), { resolve, reject }]);
      });
    },
    forget(isMeant) {
      for (const [key, { value }] of kept) if (isMeant(key, value)) kept.delete(key);
    },
  };
}
