import { lazy, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { hasChat, markChat } from "../features/support/chat-mark.ts";
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
const ChatsPart = lazy(async () => ({ default: (await import("./support-chats-part.tsx")).ChatsPart }));

export default function Support() {
  const session = useSession();
  const [, setSearch] = useSearchParams();
  const [isChatting, setChatting] = useState(false);
  useEffect(() => setChatting(hasChat()), []);
  const open = (threadId: string) => {
    if (session.kind !== "user") {
      markChat();
      setChatting(true);
    }
    setSearch({ thread: threadId }, { preventScrollReset: true });
  };
  const part = session.kind === "user" ? <ThreadsPart userId={session.user.id} /> : isChatting && <ChatsPart />;
  return <SupportPage threads={<Suspense fallback={null}>{part}</Suspense>} onSent={open} />;
}
