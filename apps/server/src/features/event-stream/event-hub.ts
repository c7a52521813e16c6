import type { Logger } from "../../platform/log/logger.ts";
import type { Cursor, EventStreamStore, StreamedEvent } from "./event-stream.store.ts";
import { createLiveStream, ended, heartbeat, type LiveStream, opening, restart, toText } from "./live-stream.ts";

/** A browser shares one stream over its tabs, so this is how many browsers a person may have open. */
const STREAMS_PER_USER_MAX = 8;
const BATCH_MAX = 1_000;

export interface EventHub {
  /** Null: the server is closing. */
  open(owner: { userId: string; sessionId: string }, after: number | null): Promise<LiveStream | null>;
  /** What is new, and no more: for callers who do not stay. */
  newsFor(userId: string, after: number | null): Promise<readonly string[]>;
  /** There may be something new. */
  wake(): void;
  /** Ends the streams of sessions that are over, so that nothing is told to who has left. */
  checkSessions(): Promise<void>;
  beat(): void;
  /** No stream holds the server's end up. */
  closeAll(): void;
  readonly size: number;
  /** Who listens. */
  listeners(): readonly string[];
}

/** How far the one who knows least of each person's streams has come. */
function cursorsOf(streams: Iterable<LiveStream>): readonly Cursor[] {
  const least = new Map<string, number>();
  for (const { userId, after } of streams) least.set(userId, Math.min(after, least.get(userId) ?? after));
  return [...least].map(([userId, after]) => ({ userId, after }));
}

function tellNews(stream: LiveStream, events: readonly StreamedEvent[]): void {
  const news = events.filter(({ userId, seq }) => userId === stream.userId && seq > stream.after);
  for (const event of news) {
    stream.after = event.seq;
    stream.tell(toText(event));
  }
}

/** Where to begin, and whether so much was missed that everything has to be read anew. */
async function startOf(store: EventStreamStore, userId: string, after: number | null) {
  const { head, oldest } = await store.reachOf(userId);
  if (after === null) return { from: head, isReset: false };
  const isMissing = after > head || (after < head && (oldest === null || oldest > after + 1));
  return { from: isMissing ? head : after, isReset: isMissing };
}

export function createEventHub({ store, log }: { readonly store: EventStreamStore; readonly log: Logger }): EventHub {
  const streams = new Set<LiveStream>();
  let isClosing = false;
  let isReading = false;
  let isAskedAgain = false;

  /** One page of news for everybody who listens; whether there may be more. */
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

  /** The eldest makes room. */
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
      stream.tell(opening(from));
      if (isReset) stream.tell(restart(from));
      streams.add(stream);
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
      for (const stream of [...streams]) stream.tell(heartbeat);
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
