import { OwnThreads } from "../features/support-thread/own-threads.tsx";
import { QueryProvider } from "../lib/query.tsx";

export function ChatsPart() {
  return (
    <QueryProvider>
      <OwnThreads source="browser" />
    </QueryProvider>
  );
}
