import { OwnThreads } from "../features/support-thread/own-threads.tsx";
import { QueryProvider } from "../lib/query.tsx";
import { LiveEvents } from "../lib/use-live-events.ts";

/** The threads of a signed-in user, which visitors do not load. */
export function ThreadsPart({ userId }: { readonly userId: string }) {
  return (
    <QueryProvider>
      <LiveEvents userId={userId} />
      <OwnThreads source="account" />
    </QueryProvider>
  );
}
