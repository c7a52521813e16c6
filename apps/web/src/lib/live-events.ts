import {
  type LiveEventKind,
  liveEventKinds,
  type StreamEventKind,
  streamEventKinds,
} from "@vriddhi/core/notification/live-event";

/** `reset`: too many events were missed, everything must be read again. `ended`: the session is over. */
export type LiveNews = LiveEventKind | Exclude<StreamEventKind, "hello">;

interface StreamEvent {
  readonly kind: LiveNews | "hello";
  readonly id: number | null;
}

/** After a refusal the browser itself does not reconnect. */
const TRY_AGAIN_MS = 30_000;

const nameOf = (userId: string): string => `live-events:${userId}`;

function openStream(after: number | null, onEvent: (event: StreamEvent) => void): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest = after;
  const open = () => {
    source = new EventSource(newest === null ? "/events" : `/events?after=${newest}`);
    const forward = (kind: StreamEvent["kind"]) => (event: MessageEvent) => {
      const id = event.lastEventId === "" ? null : Number(event.lastEventId);
      newest = id ?? newest;
      if (kind === "ended") source?.close();
      onEvent({ kind, id });
    };
    for (const kind of [...liveEventKinds, ...streamEventKinds]) source.addEventListener(kind, forward(kind));
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

/** One tab holds the stream and forwards its events; when it closes, the next tab resumes from its last event. */
export function listenToEvents(userId: string, onNews: (kind: LiveNews) => void): () => void {
  if (typeof EventSource === "undefined") return () => undefined;
  const ending = new AbortController();
  const channel = new BroadcastChannel(nameOf(userId));
  let newest: number | null = null;
  let isWaiting = false;
  const receive = ({ kind, id }: StreamEvent): void => {
    newest = id ?? newest;
    if (kind !== "hello") onNews(kind);
  };
  channel.onmessage = ({ data }: MessageEvent<StreamEvent>) => receive(data);

  const hold = (): Promise<void> =>
    new Promise((resolve) => {
      if (ending.signal.aborted) return resolve();
      // A tab that waited for its turn without an event number may have missed events.
      if (isWaiting && newest === null) onNews("reset");
      const close = openStream(newest, (event) => {
        channel.postMessage(event);
        receive(event);
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
  lead().catch(() => undefined); // the page was closed while it waited
  return () => {
    ending.abort();
    channel.close();
  };
}
