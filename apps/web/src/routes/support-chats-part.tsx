import { OwnThreads } from "../features/support-thread/own-threads.tsx";
import { QueryProvider } from "../lib/query.tsx";

/** A visitor's conversations, for those who have begun one in this browser. */
export function ChatsPart() {
  return (
    <QueryProvider>
      <OwnThreads source="browser" />
    </QueryProvider>
  );
}
