import type { BrokerName } from "@vriddhi/core/broker/broker-name";
import { useState } from "react";
import { personKey } from "../../../lib/person-storage.ts";

export interface BegunLogin {
  readonly loginUrl: string;
  /** What the broker returns with its grant, where we have to send it. */
  readonly requestId: string | null;
}

/** The server's pending login; `undefined` while it is not known. */
type Pending = { readonly since: string } | null | undefined;

/** How long a login with stored details is awaited after a reload; brokers forget theirs sooner or later. */
const WAIT_MAX_MS = 10 * 60_000;

interface Remembered extends BegunLogin {
  /** Its pending details; `null` where it uses the stored ones. */
  readonly since: string | null;
  readonly atMs: number;
  readonly wasConnected: boolean;
}

type Own = Remembered & { readonly isShut: boolean };

export interface WaitingLogin {
  /** `null` where it was started in another browser. */
  readonly begun: BegunLogin | null;
  readonly isShut: boolean;
}

function recall(key: string, since: string | null): Remembered | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Remembered | null;
    return kept !== null && kept.since === since ? kept : null;
  } catch {
    return null; // foreign data, or storage is switched off
  }
}

function keep(key: string, login: Remembered | null): void {
  try {
    if (login === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(login));
  } catch {
    // storage is switched off: a reload then shows the step without its link, or not at all
  }
}

interface Knowledge {
  readonly key: string;
  readonly pending: Pending;
  readonly isConnected: boolean;
  readonly own: Own | null;
  readonly dropped: string | null;
}

/** Finished, cancelled or restarted elsewhere: forget this page's login. */
function isOver(own: Own, { pending, isConnected }: Knowledge): boolean {
  if (own.since === null) return isConnected && !own.wasConnected;
  return pending !== undefined && pending?.since !== own.since;
}

/** A login with stored details that this browser started: the server keeps nothing pending for it. */
function recallStored({ key, isConnected }: Knowledge): WaitingLogin | null {
  const begun = isConnected ? null : recall(key, null);
  return begun !== null && begun.atMs > Date.now() - WAIT_MAX_MS ? { begun, isShut: false } : null;
}

function waitingOf(known: Knowledge): WaitingLogin | null {
  const { key, pending, isConnected, own, dropped } = known;
  if (own !== null && !isOver(own, known)) return { begun: own, isShut: own.isShut };
  if (pending === undefined) return null;
  if (pending === null) return recallStored(known);
  if (pending.since === dropped) return null;
  const begun = recall(key, pending.since);
  return begun === null && isConnected ? null : { begun, isShut: false };
}

export function useWaitingLogin(userId: string, broker: BrokerName, link: { pending: Pending; isConnected: boolean }) {
  const { pending, isConnected } = link;
  const key = personKey(userId, `${broker}_login`);
  const [own, setOwn] = useState<Own | null>(null);
  const [dropped, setDropped] = useState<string | null>(null);
  return {
    waiting: waitingOf({ key, own, dropped, pending, isConnected }),
    begin({ loginUrl, requestId }: BegunLogin, isShut: boolean, since: string | null) {
      const remembered = { loginUrl, requestId, since, atMs: Date.now(), wasConnected: isConnected };
      keep(key, remembered);
      setOwn({ ...remembered, isShut });
    },
    /** The user closes this view; the login may still finish in its window. */
    drop(since: string | null) {
      keep(key, null);
      setOwn(null);
      setDropped(since);
    },
  };
}
