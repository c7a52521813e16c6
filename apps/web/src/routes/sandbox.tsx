import { SandboxPage } from "../features/sandbox/sandbox-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { QueryProvider } from "../lib/query.tsx";
import { useSessionStore } from "../lib/session.tsx";

export const meta = () =>
  pageMeta({
    title: "Sandbox",
    description: "Caught mail and text messages, the simulated market clock, faults on demand and the demo accounts.",
    keywords: ["sandbox", "demo"],
    path: "/sandbox",
    isPrivate: true,
  });

export default function Sandbox() {
  const session = useSessionStore();
  return (
    <div className="page-width py-10 sm:py-14">
      <QueryProvider>
        <SandboxPage onReset={() => void session.check()} />
      </QueryProvider>
    </div>
  );
}
