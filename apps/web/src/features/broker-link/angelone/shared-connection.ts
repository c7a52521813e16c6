import { type EpochMs, epochMs } from "@vriddhi/core/time/clock";
import { personKey } from "../../../lib/person-storage.ts";

/** What one tab knows, and from when: a status that was asked for earlier is not truer for arriving later. */
export interface KnownConnection {
  readonly isConnected: boolean;
  readonly at: EpochMs;
}

export interface SharedConnection {
  /** The latest that any tab of this person knows. */
  get(): KnownConnection | null;
  /** Tells the other tabs; something older than what is known is ignored. */
  publish(known: KnownConnection): void;
  subscribe(listener: () => void): () => void;
  close(): void;
}

const keyOf = (userId: string): string => personKey(userId, "angelone_connection");

function parse(text: string | null): KnownConnection | null {
  try {
    const { isConnected, at } = JSON.parse(text ?? "null") as Partial<KnownConnection>;
    return typeof isConnected === "boolean" && Number.isFinite(at) ? { isConnected, at: epochMs(Number(at)) } : null;
  } catch {
    return null; // nothing there, or nothing of ours
  }
}

function readStored(key: string): KnownConnection | null {
  try {
    return parse(localStorage.getItem(key));
  } catch {
    return null; // storage is switched off
  }
}

function writeStored(key: string, known: KnownConnection): void {
  try {
    localStorage.setItem(key, JSON.stringify(known));
  } catch {
    // storage is switched off: the channel still tells the tabs that are open
  }
}

/** A device's clock may have been set back since another tab wrote: nothing from the future counts. */
const DRIFT_MS = 60_000;

/** B4.7: a channel for the tabs that are open, the storage for those that open later; the latest wins. */
export function createSharedConnection(userId: string, now: () => EpochMs): SharedConnection {
  const key = keyOf(userId);
  const channel = new BroadcastChannel(key);
  const listeners = new Set<() => void>();
  let latest = readStored(key);
  if (latest !== null && latest.at > now() + DRIFT_MS) latest = null;

  function take(known: KnownConnection | null): boolean {
    if (known === null || (latest !== null && known.at <= latest.at)) return false;
    latest = known;
    for (const listener of listeners) listener();
    return true;
  }
  const onStorage = (event: StorageEvent) => event.key === key && take(parse(event.newValue));
  channel.onmessage = ({ data }: MessageEvent<string>) => void take(parse(data));
  window.addEventListener("storage", onStorage);

  return {
    get: () => latest,
    publish(known) {
      if (!take(known)) return;
      writeStored(key, known);
      channel.postMessage(JSON.stringify(known));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      channel.close();
      window.removeEventListener("storage", onStorage);
    },
  };
}
