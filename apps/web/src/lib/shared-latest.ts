import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";

/** A fact of one tab and its request time: an answer to an earlier request is not newer. */
export interface Learnt {
  readonly at: EpochMs;
}

export interface SharedLatest<Fact extends Learnt> {
  get(): Fact | null;
  /** Sends it to the other tabs; an older fact is ignored. */
  publish(fact: Fact): void;
  subscribe(listener: () => void): () => void;
  close(): void;
}

export interface SharedLatestOptions<Fact extends Learnt> {
  /** The key of the channel and of the storage entry; it contains the user id. */
  readonly key: string;
  /** `null` where the fields are not those of a fact. */
  toFact(fields: Readonly<Record<string, unknown>>, at: EpochMs): Fact | null;
  now(): EpochMs;
}

/** A device's clock may have been set back since another tab wrote: future facts are ignored. */
const DRIFT_MS = 60_000;

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off
  }
}

function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // storage is switched off: the channel still reaches the open tabs
  }
}

export function createLatest<Fact extends Learnt>(first: Fact | null = null): SharedLatest<Fact> {
  const listeners = new Set<() => void>();
  let latest = first;
  return {
    get: () => latest,
    publish(fact) {
      if (latest !== null && fact.at <= latest.at) return;
      latest = fact;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}

/** B4.7: a channel for the open tabs, the storage for later ones; the latest wins. */
export function createSharedLatest<Fact extends Learnt>(options: SharedLatestOptions<Fact>): SharedLatest<Fact> {
  const { key, toFact, now } = options;
  const channel = new BroadcastChannel(key);

  function parse(text: string | null): Fact | null {
    try {
      const fields = JSON.parse(text ?? "null") as Readonly<Record<string, unknown>>;
      return Number.isFinite(fields["at"]) ? toFact(fields, epochMs(Number(fields["at"]))) : null;
    } catch {
      return null; // empty, or foreign data
    }
  }

  const stored = parse(readStored(key));
  const own = createLatest(stored !== null && stored.at > now() + DRIFT_MS ? null : stored);
  const receive = (text: string | null): void => {
    const fact = parse(text);
    if (fact !== null) own.publish(fact);
  };
  const onStorage = (event: StorageEvent) => event.key === key && receive(event.newValue);
  channel.onmessage = ({ data }: MessageEvent<string>) => receive(data);
  window.addEventListener("storage", onStorage);

  return {
    get: own.get,
    subscribe: own.subscribe,
    publish(fact) {
      own.publish(fact);
      if (own.get() !== fact) return;
      const text = JSON.stringify(fact);
      writeStored(key, text);
      channel.postMessage(text);
    },
    close() {
      own.close();
      channel.close();
      window.removeEventListener("storage", onStorage);
    },
  };
}
