import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { EventHub } from "./event-hub.ts";

const NUMBER = /^\d{1,15}$/;

/** A browser that reconnects sends its position; so does a tab that takes over the stream. */
function startingPoint(header: string | null, query: number | undefined): number | null {
  if (header !== null && NUMBER.test(header)) return Math.max(Number(header), query ?? 0);
  return query ?? null;
}

type Listener = Parameters<EventHub["open"]>[0];

export function eventStreamHandlers(hub: EventHub): Handlers<"streamEvents" | "streamDeskEvents"> {
  async function listen(caller: Listener, after: number | null, accept: string | null) {
    if (!(accept ?? "").includes("text/event-stream")) return ok(piecesOf(await hub.newsFor(caller.userId, after)));
    const stream = await hub.open(caller, after);
    return stream === null ? err("busy" as const) : ok(stream.body);
  }
  return {
    streamEvents: ({ caller, query, raw }) =>
      listen(caller, startingPoint(raw.header("last-event-id"), query.after), raw.header("accept")),
    streamDeskEvents: ({ caller, raw }) =>
      listen(caller, startingPoint(raw.header("last-event-id"), undefined), raw.header("accept")),
  };
}

async function* piecesOf(texts: readonly string[]): AsyncIterable<string> {
  yield* texts;
}
