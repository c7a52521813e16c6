import { err, ok } from "@vriddhi/core/shared/result";
import type { Handlers } from "../../platform/http/handler.ts";
import type { EventHub } from "./event-hub.ts";

const NUMBER = /^\d{1,15}$/;

/** A browser that lost its connection says how far it came; so does a tab that takes the stream over from another. */
function startingPoint(header: string | null, query: number | undefined): number | null {
  if (header !== null && NUMBER.test(header)) return Math.max(Number(header), query ?? 0);
  return query ?? null;
}

export const eventStreamHandlers = (hub: EventHub): Handlers<"streamEvents"> => ({
  async streamEvents({ caller, query, raw }) {
    const after = startingPoint(raw.header("last-event-id"), query.after);
    const stays = (raw.header("accept") ?? "").includes("text/event-stream");
    if (!stays) return ok(piecesOf(await hub.newsFor(caller.userId, after)));
    const stream = await hub.open(caller, after);
    return stream === null ? err("busy") : ok(stream.body);
  },
});

async function* piecesOf(texts: readonly string[]): AsyncIterable<string> {
  yield* texts;
}
