import {
  type LiveEventKind,
  liveEventKinds,
  type StreamEventKind,
  streamEventKinds,
} from "@vriddhi/core/notification/live-event";

/** `reset`: too much was missed, everything has to be read anew. `ended`: the session is over. */
export type LiveNews = LiveEventKind | Exclude<StreamEventKind, "hello">;

interface Told {
  readonly kind: LiveNews | "hello";
  readonly id: number | null;
}

/** After a refusal the browser itself does not come back. */
const TRY_AGAIN_MS = 30_000;

const nameOf = (userId: string): string => `live-events:${userId}`;

function openStream(after: number | null, onTold: (told: Told) => void): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = after;
  const open = () => {
    source = new EventSource(newest === null ? "/events" : `/events?after=${newest}`);
    const tell = (kind: Told["kind"]) => (event: MessageEvent) => {
      const id = event.lastEventId === "" ? null : Number(event.lastEventId);
      newest = id ?? newest;
      if (kind === "ended") source?.close();
      onTold({ kind, id });
    };
    for (const kind of [...liveEventKinds, ...streamEventKinds]) source.addEventListener(kind, tell(kind));
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, TRY_AGAIN_MS);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

/**
 * What the server tells this person's pages. One tab of the browser holds the stream and tells the others; when it
 * closes, the next one goes on where it stopped.
 */
export function listenToEvents(userId: string, onNews: (kind: LiveNews) => void): () => void {
  if (typeof EventSource === "undefined") return () => undefined;
  const ending = new AbortController();
  const channel = new BroadcastChannel(nameOf(userId));
  let newest: number | null = null;
  let isWaiting = false;
  const hear = ({ kind, id }: Told): void => {
    newest = id ?? newest;
    if (kind !== "hello") onNews(kind);
  };
  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);

  const hold = (): Promise<void> =>
    new Promise((resolve) => {
      if (ending.signal.aborted) return resolve();
      // Whoever waited for its turn without a number may have missed something in between.
      if (isWaiting && newest === null) onNews("reset");
      const close = openStream(newest, (told) => {
        channel.postMessage(told);
        hear(told);
      });
      ending.signal.addEventListener("abort", () => {
        close();
        resolve();
      });
    });

  const lead = async (): Promise<void> => {
    if (!navigator.locks) return hold();
    const isFirst = await navigator.locks.request(nameOf(userId), { ifAvailable: true }, async (lock) => {
      if (lock) await hold();
      return lock !== null;
    });
    if (isFirst) return;
    isWaiting = true;
    await navigator.locks.request(nameOf(userId), { signal: ending.signal }, hold);
  };
  lead().catch(() => undefined); // the page went away while it waited
  return () => {
    ending.abort();
    channel.close();
  };
}
