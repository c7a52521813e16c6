import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { adminToken } from "./admin-session.ts";

const COME_BACK_AFTER_MS = 3_000;

const OUTDATED: Readonly<Record<string, readonly string[]>> = {
  support: ["/api/admin/support/threads", "/api/admin/support/threads/{threadId}"],
};

interface DeskEvent {
  readonly kind: string;
  readonly id: string | null;
}

/** The events of the complete blocks, and the rest of the last one. */
export function readEvents(text: string): { readonly events: readonly DeskEvent[]; readonly rest: string } {
  const blocks = text.split("\n\n");
  const rest = blocks.pop() ?? "";
  const events = blocks.flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? null;
    const kind = field("event");
    return kind === null ? [] : [{ kind, id: field("id") }];
  });
  return { events, rest };
}

/** A stream with the back office's token in a header, which the browser's own EventSource cannot send. */
async function listen(token: string, after: string | null, signal: AbortSignal, onEvent: (event: DeskEvent) => void) {
  const headers = new Headers({ accept: "text/event-stream", authorization: `Bearer ${token}` });
  if (after !== null) headers.set("last-event-id", after);
  const response = await fetch("/api/admin/events", { headers, signal, credentials: "include" });
  if (!response.ok || response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const { events, rest } = readEvents(waiting + value);
    waiting = rest;
    events.forEach(onEvent);
  }
}

function forgetAnswers(queries: QueryClient, kind: string): void {
  if (kind === "reset") return void queries.invalidateQueries({ queryKey: ["desk"] });
  for (const path of OUTDATED[kind] ?? []) void queries.invalidateQueries({ queryKey: ["desk", path] });
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

export function useDeskEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let newest: string | null = null;
    const receive = ({ kind, id }: DeskEvent) => {
      newest = id ?? newest;
      forgetAnswers(queries, kind);
    };
    const stay = async (): Promise<void> => {
      while (!signal.aborted) {
        const token = adminToken();
        if (token === null) return;
        await listen(token, newest, signal, receive).catch(() => undefined); // reconnects below
        await pause(COME_BACK_AFTER_MS, signal);
      }
    };
    void stay();
    return () => ending.abort();
  }, [queries]);
}
