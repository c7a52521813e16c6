import { lazy, Suspense } from "react";
import { SupportPage } from "../features/support/support-page.tsx";
import { pageMeta } from "../lib/metadata.ts";
import { useSession } from "../lib/session.tsx";

export const meta = () =>
  pageMeta({
    title: "Support",
    description: "Questions about your account, your broker link or a payment: write to us and a person answers.",
    keywords: ["support", "contact", "help"],
    path: "/support",
  });

const ThreadsPart = lazy(async () => ({ default: (await import("./support-threads-part.tsx")).ThreadsPart }));

export default function Support() {
  const session = useSession();
  const threads = session.kind === "user" && (
    <Suspense fallback={null}>
      <ThreadsPart userId={session.user.id} />
    </Suspense>
  );
  return <SupportPage threads={threads} />;
}
