import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useState } from "react";
import { personKey } from "../../../lib/person-storage.ts";

/** A login on the broker's own page that was begun in this browser. */
export interface BegunLogin {
  readonly loginUrl: string;
  /** What the broker sends back with its grant, where we have to name it. */
  readonly requestId: string | null;
}

/** What the server says of a login that waits; `undefined` while it is not known. */
type Pending = { readonly since: string } | null | undefined;

/** `since` is null where the server could not be asked. */
interface Remembered extends BegunLogin {
  readonly since: string | null;
}

export interface WaitingLogin {
  /** Null where it was begun in another browser. */
  readonly begun: BegunLogin | null;
  readonly isShut: boolean;
}

function recall(key: string, since: string): BegunLogin | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Remembered | null;
    return kept !== null && kept.since === since ? kept : null;
  } catch {
    return null; // nothing of ours, or storage is switched off
  }
}

function keep(key: string, login: Remembered): void {
  try {
    localStorage.setItem(key, JSON.stringify(login));
  } catch {
    // storage is switched off: a reload then shows the step without its link
  }
}

function waitingOf(options: {
  readonly key: string;
  readonly pending: Pending;
  readonly isConnected: boolean;
  readonly own: (Remembered & { readonly isShut: boolean }) | null;
  readonly dropped: string | null;
}): WaitingLogin | null {
  const { key, pending, isConnected, own, dropped } = options;
  // Finished, given up or begun anew elsewhere: what this page knew is over.
  const isOwnOver = own?.since != null && pending !== undefined && pending?.since !== own.since;
  if (own !== null && !isOwnOver) return { begun: own, isShut: own.isShut };
  if (!pending || pending.since === dropped) return null;
  const begun = recall(key, pending.since);
  return begun === null && isConnected ? null : { begun, isShut: false };
}

/** Pending Auth: which login waits for its end, also after a reload. */
export function useWaitingLogin(userId: string, broker: BrokerName, link: { pending: Pending; isConnected: boolean }) {
  const key = personKey(userId, `${broker}_login`);
  const [own, setOwn] = useState<(Remembered & { readonly isShut: boolean }) | null>(null);
  const [dropped, setDropped] = useState<string | null>(null);
  return {
    waiting: waitingOf({ key, own, dropped, pending: link.pending, isConnected: link.isConnected }),
    begin(login: BegunLogin, isShut: boolean, since: string | null) {
      const { loginUrl, requestId } = login;
      setOwn({ loginUrl, requestId, since, isShut });
      if (since !== null) keep(key, { loginUrl, requestId, since });
    },
    /** The person looks away from it; it may still be finished in its window. */
    drop(since: string | null) {
      setOwn(null);
      setDropped(since);
    },
  };
}
