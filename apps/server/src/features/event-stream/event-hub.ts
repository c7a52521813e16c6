import type { Logger } from "../../platform/log/logger.ts";
import type { Cursor, EventStreamStore, StreamedEvent } from "./event-stream.store.ts";
import { createLiveStream, ended, heartbeat, type LiveStream, opening, restart, toText } from "./live-stream.ts";

/** A browser shares one stream among its tabs, so this limits a user's open browsers. */
const STREAMS_PER_USER_MAX = 8;
const BATCH_MAX = 1_000;

export interface EventHub {
  /** `null` while the server closes. */
  open(owner: { userId: string; sessionId: string }, after: number | null): Promise<LiveStream | null>;
  /** The new events once, without a stream. */
  newsFor(userId: string, after: number | null): Promise<readonly string[]>;
  wake(): void;
  /** Ends the streams of ended sessions, so that they receive no more events. */
  checkSessions(): Promise<void>;
  beat(): void;
  closeAll(): void;
  readonly size: number;
  listeners(): readonly string[];
}

function cursorsOf(streams: Iterable<LiveStream>): readonly Cursor[] {
  const least = new Map<string, number>();
  for (const { userId, after } of streams) least.set(userId, Math.min(after, least.get(userId) ?? after));
  return [...least].map(([userId, after]) => ({ userId, after }));
}

function tellNews(stream: LiveStream, events: readonly StreamedEvent[]): void {
  const news = events.filter(({ userId, seq }) => userId === stream.userId && seq > stream.after);
  for (const event of news) {
    stream.after = event.seq;
    stream.send(toText(event));
  }
}

/** The start position, and whether the client missed events and must reload everything. */
async function startOf(store: EventStreamStore, userId: string, after: number | null) {
  const { head, oldest } = await store.reachOf(userId);
  if (after === null) return { from: head, isReset: false };
  const isMissing = after > head || (after < head && (oldest === null || oldest > after + 1));
  return { from: isMissing ? head : after, isReset: isMissing };
}

export interface EventHubDeps {
  readonly store: EventStreamStore;
  readonly log: Logger;
  onFirst?(): void;
}

export function createEventHub({ store, log, onFirst }: EventHubDeps): EventHub {
  const streams = new Set<LiveStream>();
  let isClosing = false;
  let isReading = false;
  let isAskedAgain = false;

  /** Sends one page of events to all streams; returns whether there may be more. */
  async function readPage(): Promise<boolean> {
    const cursors = cursorsOf(streams);
    if (cursors.length === 0) return false;
    const events = await store.listAfter(cursors, BATCH_MAX);
    for (const stream of [...streams]) tellNews(stream, events);
    return events.length === BATCH_MAX;
  }

  async function readAll(): Promise<void> {
    if (isReading) {
      isAskedAgain = true;
      return;
    }
    isReading = true;
    try {
      do isAskedAgain = false;
      while ((await readPage()) || isAskedAgain);
    } catch (cause) {
      if (!isClosing) log.warn({ err: cause }, "event stream: reading events failed, retrying");
    } finally {
      isReading = false;
    }
  }

  function makeRoom(userId: string): void {
    const own = [...streams].filter((stream) => stream.userId === userId);
    for (const stream of own.slice(0, Math.max(0, own.length - STREAMS_PER_USER_MAX + 1))) stream.end(ended);
  }

  return {
    async open(owner, after) {
      const { from, isReset } = await startOf(store, owner.userId, after);
      if (isClosing) return null;
      makeRoom(owner.userId);
      const stream = createLiveStream(owner, from, (gone) => streams.delete(gone));
      stream.send(opening(from));
      if (isReset) stream.send(restart(from));
      streams.add(stream);
      if (streams.size === 1) onFirst?.();
      void readAll();
      return stream;
    },
    async newsFor(userId, after) {
      const { from, isReset } = await startOf(store, userId, after);
      const events = await store.listAfter([{ userId, after: from }], BATCH_MAX);
      return [opening(from), ...(isReset ? [restart(from)] : []), ...events.map(toText)];
    },
    wake: () => void readAll(),
    async checkSessions() {
      if (streams.size === 0) return;
      const known = [...streams];
      const alive = await store.aliveOf(known.map(({ sessionId }) => sessionId));
      for (const stream of known) if (!alive.has(stream.sessionId)) stream.end(ended);
    },
    beat() {
      for (const stream of [...streams]) stream.send(heartbeat);
    },
    closeAll() {
      isClosing = true;
      for (const stream of [...streams]) stream.end();
    },
    listeners: () => [...new Set([...streams].map(({ userId }) => userId))],
    get size() {
      return streams.size;
    },
  };
}
