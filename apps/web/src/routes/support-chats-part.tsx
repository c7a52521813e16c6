import { OwnThreads } from "../features/support-thread/own-threads.tsx";
import { QueryProvider } from "../lib/query.tsx";

/** A visitor's conversations that were begun in this browser. */
export function ChatsPart() {
  return (
    <QueryProvider>
      <OwnThreads source="browser" />
    </QueryProvider>
  );
}
